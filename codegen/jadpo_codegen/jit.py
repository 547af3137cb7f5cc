"""LLVM IR text to machine code in this process: all that Jadpo asks of llvmlite.

llvmlite's wheels are built with assertions, so that wrong IR may abort the process: a module is
verified before anything else is done with it.
"""

import functools
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import llvmlite
import llvmlite.binding as llvm

from jadpo_codegen.objects import Machine
from jadpo_codegen.tier import Tier
from jadpo_runtime.values.internal_error import InternalError

_COMPILING: Final = threading.Lock()
"""LLVM's context is one for the whole process, so one thread compiles at a time."""


@functools.cache
def this_machine() -> Machine:
    """The machine that this process runs on, and the LLVM that it has."""
    return Machine(
        triple=llvm.get_process_triple(),
        processor=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        llvmlite=llvmlite.__version__,
        llvm=".".join(map(str, llvm.llvm_version_info)),
    )


def compile_text(text: str, tier: Tier) -> bytes:
    """The object code of a module of LLVM IR; raises ``InternalError`` where it is no module."""
    with _COMPILING:
        machine = _target_machine(tier)
        return machine.emit_object(_optimised(text, tier, machine))


def optimised_text(text: str, tier: Tier) -> str:
    """A module of LLVM IR after the passes of a tier, to be read."""
    with _COMPILING:
        return str(_optimised(text, tier, _target_machine(tier)))


def assembly_text(text: str, tier: Tier) -> str:
    """The machine code of a module of LLVM IR as assembly, to be read."""
    with _COMPILING:
        machine = _target_machine(tier)
        return machine.emit_assembly(_optimised(text, tier, machine))


_ALL_OF_LEVEL_2: Final = "default<O2>"

_ADDING: Final[Mapping[str, Callable[[llvm.ModulePassManager], None]]] = {
    "globaldce": lambda passes: passes.add_global_dead_code_eliminate_pass(),
    "always-inline": lambda passes: passes.add_always_inliner_pass(),
    "sroa": lambda passes: passes.add_sroa_pass(),
    "instcombine": lambda passes: passes.add_instruction_combine_pass(),
    "simplifycfg": lambda passes: passes.add_simplify_cfg_pass(),
}
"""How each pass of a tier is asked for."""


def _optimised(text: str, tier: Tier, machine: llvm.TargetMachine) -> llvm.ModuleRef:
    try:
        module = llvm.parse_assembly(text)
        module.triple = this_machine().triple
        module.data_layout = str(machine.target_data)
        module.verify()
    except RuntimeError as error:
        raise InternalError(f"LLVM does not take the code that was made: {error}") from None
    builder = llvm.create_pass_builder(
        machine, llvm.create_pipeline_tuning_options(speed_level=tier.code_generation_level)
    )
    passes = llvm.create_new_module_pass_manager()
    for name in tier.passes:
        if name == _ALL_OF_LEVEL_2:
            passes.run(module, builder)
            passes = builder.getModulePassManager()
        else:
            _ADDING[name](passes)
    passes.run(module, builder)
    return module


def _target_machine(tier: Tier) -> llvm.TargetMachine:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    # The change of stacks is written in assembly.
    llvm.initialize_native_asmparser()
    machine = this_machine()
    return llvm.Target.from_triple(machine.triple).create_target_machine(
        cpu=machine.processor,
        features=machine.features,
        opt=tier.code_generation_level,
        reloc="pic",
        codemodel="default",
        jit=True,
    )


class LoadedCode:
    """Object code that is linked into this process, for as long as this object lives.

    Whoever calls into it holds on to this: LLVM unloads the code when its tracker is collected.
    """

    def __init__(self, code: bytes, exports: Iterable[str]) -> None:
        """Link ``code``; it may use the C library, and nothing else by name."""
        names = tuple(exports)
        with _COMPILING:
            self._jit = llvm.create_lljit_compiler(_target_machine(Tier.FAST))
            builder = llvm.JITLibraryBuilder().add_object_img(code).add_current_process()
            for name in names:
                builder = builder.export_symbol(name)
            self._tracker = builder.link(self._jit, "jadpo")
        self._addresses: Mapping[str, int] = {name: self._found(name) for name in names}

    def _found(self, name: str) -> int:
        address = self._tracker[name]
        if not address:
            raise InternalError(f"the compiled code has no {name!r}")
        return address

    def address(self, name: str) -> int:
        """Where the exported function ``name`` is."""
        return self._addresses[name]
