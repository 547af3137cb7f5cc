"""From the typed IR of a program to one module of LLVM IR."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from jadpo.ir import nodes
from jadpo.ir.program import Program
from jadpo.ir.walk import descendants
from jadpo_codegen.layouts import Cell, Layout, Layouts, llvm_type, packed
from jadpo_codegen.lowering.body import Body, CompiledNames
from jadpo_codegen.lowering.tables import LOWERINGS
from jadpo_codegen.module import ModuleText, Site
from jadpo_codegen.native_faults import MEMORY_EXCEEDED
from jadpo_codegen.parts import cells_within, kind_functions
from jadpo_codegen.support.context import CONTEXT_TYPE, FAULT, FAULTED, RETURNED, STACK
from jadpo_codegen.support.decimals import DECIMALS_TEXT
from jadpo_codegen.support.pool import POOL_EXPORTS, POOL_TEXT
from jadpo_codegen.support.splitting import SPLITTING_TEXT
from jadpo_codegen.support.tables import TABLES_TEXT
from jadpo_codegen.support.texts import TEXTS_TEXT
from jadpo_codegen.writer import METADATA, UNLIKELY, FunctionWriter
from jadpo_runtime.values import Primitive, PrimitiveType, Span, Type


class Entry(NamedTuple):
    """A callable as Python calls it: the exported function and the layouts of its values."""

    symbol: str
    parameters: tuple[Layout, ...]
    result: Layout


class CompiledModule(NamedTuple):
    """A module of LLVM IR, and what Python needs to know to run it."""

    text: str
    layouts: Layouts
    entries: Mapping[str, Entry]
    exports: tuple[str, ...]
    kinds: Mapping[Cell, int]
    sites: tuple[Site, ...]
    spans: tuple[Span, ...]
    failures: Mapping[str, int]


def compile_module(program: Program, wanted: Collection[str] | None = None) -> CompiledModule:
    """Compile the callables ``wanted`` and all that they use; all callables where it is ``None``.

    Raises :class:`~jadpo_codegen.not_compiled.NotCompiledError` for a node without a lowering.
    """
    chosen = _with_callees(program, program.callables if wanted is None else wanted)
    layouts = Layouts(program.manifest.types)
    module = ModuleText(layouts)
    names = CompiledNames(
        callables=chosen,
        functions={name: f"@callable.{number}" for number, name in enumerate(chosen)},
        results={name: _result_type(program, name) for name in chosen},
    )
    texts = []
    entries = {}
    for number, (name, callable_) in enumerate(chosen.items()):
        body = Body(callable_, names, program.manifest, module, LOWERINGS)
        texts.append(body.written())
        entry = Entry(
            f"entry.{number}",
            tuple(layouts.of(slot.type) for slot in callable_.slots[: callable_.parameters]),
            body.result,
        )
        entries[name] = entry
        texts.append(
            _entry_text(
                entry,
                names.functions[name],
                module.fault(MEMORY_EXCEEDED, callable_.span),
            )
        )
    _name_kinds(module, entries.values())
    kinds = kind_functions(layouts, module.kinds)
    inserts = tuple(
        f"insert.{kind}" for cell, kind in module.kinds.items() if f"@insert.{kind}(" in kinds
    )
    return CompiledModule(
        text="\n".join(
            [
                CONTEXT_TYPE,
                POOL_TEXT,
                TEXTS_TEXT,
                SPLITTING_TEXT,
                DECIMALS_TEXT,
                TABLES_TEXT,
                module.globals_text(),
                kinds,
                *texts,
                METADATA,
            ]
        ),
        layouts=layouts,
        entries=entries,
        exports=(*POOL_EXPORTS, *inserts, *(entry.symbol for entry in entries.values())),
        kinds=module.kinds,
        sites=tuple(module.sites),
        spans=tuple(module.spans),
        failures=module.failures,
    )


def _result_type(program: Program, name: str) -> Type:
    signature = program.manifest.callables.get(name)
    return PrimitiveType(Primitive.UNIT) if signature is None else signature.result


def _with_callees(program: Program, wanted: Iterable[str]) -> dict[str, nodes.Callable]:
    chosen: dict[str, nodes.Callable] = {}
    waiting = list(wanted)
    waiting.reverse()
    while waiting:
        name = waiting.pop()
        if name in chosen:
            continue
        chosen[name] = program.callables[name]
        waiting += [
            node.name
            for node in descendants(chosen[name])
            if isinstance(node, nodes.Call | nodes.FunctionReference)
        ]
    return chosen


def _name_kinds(module: ModuleText, entries: Iterable[Entry]) -> None:
    """Give every layout a kind of which Python may make cells."""
    roots: list[Layout] = [*module.kinds]
    for site in module.sites:
        roots += [*site.operands, site.result]
    for entry in entries:
        roots += [*entry.parameters, entry.result]
    for cell in cells_within(module.layouts, roots):
        module.kind(cell)


def _entry_text(entry: Entry, function: str, no_stack: int) -> str:
    """The function that Python calls; ``no_stack`` is the fault where the stack is used up."""
    writer = FunctionWriter(
        f"define i32 @{entry.symbol}(ptr %context, i64 %depth, ptr %arguments, ptr %result)"
    )
    # The first call of a run says where its stack ends; later ones come from Python.
    frame = writer.value("call ptr @llvm.frameaddress.p0(i32 0)")
    address = writer.value(f"ptrtoint ptr {frame} to i64")
    stack = writer.value(f"getelementptr inbounds i8, ptr %context, i64 {STACK}")
    room = writer.value(f"load i64, ptr {stack}, align 8")
    is_first = writer.value("icmp eq i64 %depth, 1")
    writer.branch(is_first, "first", "later")
    writer.begin("first")
    writer.do(f"store i64 {writer.value(f'sub i64 {address}, {room}')}, ptr {stack}, align 8")
    writer.jump("ready")
    writer.begin("later")
    is_used_up = writer.value(f"icmp ult i64 {address}, {room}")
    writer.branch(is_used_up, "full", "ready", UNLIKELY)
    writer.begin("full")
    fault = writer.value(f"getelementptr inbounds i8, ptr %context, i64 {FAULT}")
    writer.do(f"store i64 {no_stack}, ptr {fault}, align 8")
    writer.end(f"ret i32 {FAULTED}")
    writer.begin("ready")
    given = []
    for place in packed(entry.parameters).places:
        address = writer.value(f"getelementptr inbounds i8, ptr %arguments, i64 {place.offset}")
        llvm = llvm_type(place.layout)
        given.append(f", {llvm} {writer.value(f'load {llvm}, ptr {address}, align 1')}")
    result = llvm_type(entry.result)
    answer_type = f"{{ i32, {result} }}"
    answer = writer.value(
        f"call {answer_type} {function}(ptr %context, i64 %depth{''.join(given)})"
    )
    status = writer.value(f"extractvalue {answer_type} {answer}, 0")
    returned = writer.value(f"icmp eq i32 {status}, {RETURNED}")
    writer.branch(returned, "give", "leave")
    writer.begin("give")
    value = writer.value(f"extractvalue {answer_type} {answer}, 1")
    writer.do(f"store {result} {value}, ptr %result, align 1")
    writer.jump("leave")
    writer.begin("leave")
    writer.end(f"ret i32 {status}")
    return writer.text()
