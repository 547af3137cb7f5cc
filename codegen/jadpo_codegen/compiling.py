"""From the typed IR of a program to one module of LLVM IR."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from jadpo.ir import nodes
from jadpo.ir.program import Program
from jadpo.ir.walk import descendants
from jadpo_codegen.bridge.run import answering
from jadpo_codegen.conversion.crossing import (
    CROSSING_EXPORTS,
    CROSSING_TEXT,
    objects_text,
)
from jadpo_codegen.conversion.entries import entry_text
from jadpo_codegen.conversion.failing import failures_text
from jadpo_codegen.conversion.methods import Method
from jadpo_codegen.conversion.scalars import SCALARS_TEXT
from jadpo_codegen.conversion.sites import site_text
from jadpo_codegen.jit import this_machine
from jadpo_codegen.layouts import Layout, Layouts
from jadpo_codegen.lengths import short_callables, stack_size
from jadpo_codegen.liveness import last_uses, owned_parameters
from jadpo_codegen.lowering.body import Body, CompiledNames
from jadpo_codegen.lowering.library import CHANGING, NATIVE_OPERATIONS
from jadpo_codegen.lowering.tables import LOWERINGS
from jadpo_codegen.module import ModuleText, Site
from jadpo_codegen.native_faults import MEMORY_EXCEEDED
from jadpo_codegen.parts import cells_within, kind_functions
from jadpo_codegen.reachable import reachable
from jadpo_codegen.support.chunks import CHUNKS_TEXT
from jadpo_codegen.support.composing import COMPOSING_TEXT
from jadpo_codegen.support.decimals import DECIMALS_TEXT
from jadpo_codegen.support.digits import DIGITS_TEXT
from jadpo_codegen.support.origins import ORIGINS_TEXT
from jadpo_codegen.support.pool import POOL_TEXT
from jadpo_codegen.support.python_api import (
    API_SYMBOL,
    OBJECTS_SYMBOL,
    PYTHON_TEXT,
    TUPLE_START_SYMBOL,
)
from jadpo_codegen.support.remembered import REMEMBERED_TEXT
from jadpo_codegen.support.sharing import SHARING_TEXT
from jadpo_codegen.support.splitting import SPLITTING_TEXT
from jadpo_codegen.support.stack import stack_text
from jadpo_codegen.support.tables import TABLES_TEXT
from jadpo_codegen.support.texts import TEXTS_TEXT
from jadpo_codegen.writer import METADATA
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
    sites: tuple[Site, ...]
    objects: tuple[object, ...]
    spans: tuple[Span, ...]
    failures: Mapping[str, int]
    stack_size: int
    """Bytes of the stack that calls take together at most."""


def compile_module(program: Program, wanted: Collection[str] | None = None) -> CompiledModule:
    """Compile the callables ``wanted`` and all that they use; all callables where it is ``None``.

    Raises :class:`~jadpo_codegen.not_compiled.NotCompiledError` for a node without a lowering.
    """
    chosen = _with_callees(program, program.callables if wanted is None else wanted)
    layouts = Layouts(program.manifest.types, program.manifest.failures)
    module = ModuleText(layouts)
    uses = {name: last_uses(callable_) for name, callable_ in chosen.items()}
    owned = owned_parameters(chosen, uses, CHANGING)
    names = CompiledNames(
        callables=chosen,
        functions={name: f"@callable.{number}" for number, name in enumerate(chosen)},
        results={name: _result_type(program, name) for name in chosen},
        uses=uses,
        owned=owned,
    )
    short = short_callables(chosen, NATIVE_OPERATIONS.keys())
    texts = []
    entries = {}
    frames = {}
    for number, (name, callable_) in enumerate(chosen.items()):
        body = Body(callable_, names, program.manifest, module, LOWERINGS)
        texts.append(body.written())
        frames[name] = body.frame_size
        entry = Entry(
            f"entry.{number}",
            tuple(layouts.of(slot.type) for slot in callable_.slots[: callable_.parameters]),
            body.result,
        )
        entries[name] = entry
        texts.append(
            entry_text(
                module.conversions,
                entry.symbol,
                names.functions[name],
                list(zip(entry.parameters, owned[name], strict=True)),
                entry.result,
                module.fault(MEMORY_EXCEEDED, callable_.span),
                is_short=name in short,
            )
        )
    texts += _site_texts(module)
    texts.append(failures_text(module.conversions, module.failures))
    texts += module.conversions.texts()
    for cell in cells_within(layouts, [*module.kinds]):
        module.kind(cell)
    kinds = kind_functions(layouts, module.kinds)
    return CompiledModule(
        text=reachable(
            "\n".join(
                [
                    PYTHON_TEXT,
                    stack_text(this_machine().triple),
                    objects_text(len(module.objects)),
                    POOL_TEXT,
                    CHUNKS_TEXT,
                    ORIGINS_TEXT,
                    REMEMBERED_TEXT,
                    SHARING_TEXT,
                    TEXTS_TEXT,
                    SPLITTING_TEXT,
                    COMPOSING_TEXT,
                    DIGITS_TEXT,
                    DECIMALS_TEXT,
                    TABLES_TEXT,
                    SCALARS_TEXT,
                    CROSSING_TEXT,
                    module.globals_text(),
                    kinds,
                    *texts,
                    METADATA,
                ]
            )
        ),
        layouts=layouts,
        entries=entries,
        exports=(
            API_SYMBOL,
            OBJECTS_SYMBOL,
            TUPLE_START_SYMBOL,
            *CROSSING_EXPORTS,
            *(entry.symbol for entry in entries.values()),
        ),
        sites=tuple(module.sites),
        objects=tuple(module.objects),
        spans=tuple(module.spans),
        failures=module.failures,
        stack_size=stack_size(chosen, frames),
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


def _site_texts(module: ModuleText) -> list[str]:
    return [
        site_text(
            module.conversions,
            number,
            _function(module, site),
            site.operands,
            site.result,
            module.fault(MEMORY_EXCEEDED, site.span),
        )
        for number, site in enumerate(module.sites)
    ]


def _function(module: ModuleText, site: Site) -> int | Method:
    """What a site calls."""
    if isinstance(site.perform, Method):
        return site.perform
    return module.object(answering(site.perform) if site.may_fail else site.perform)
