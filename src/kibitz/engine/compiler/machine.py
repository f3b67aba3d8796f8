"""LLVM: from assembly to machine code for this machine, and from machine code to functions."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

import llvmlite.binding as llvm  # type: ignore[import-untyped]

from kibitz.engine.compiler.gate import DECLARED, gate, opened
from kibitz.engine.compiler.kinds import ENTRIES, FLOATS, INT, Beyond, kind_of, signatures
from kibitz.engine.compiler.program import Program

__all__ = ["assembly", "compiled", "has_pdep", "host", "loaded"]

LEVEL = 2
"""How hard LLVM tries."""


@cache
def host() -> str:
    """The processor that is compiled for, as LLVM knows it."""
    return f"{llvm.get_process_triple()} {llvm.get_host_cpu_name()} {_features()}"


@cache
def _features() -> str:
    features: str = llvm.get_host_cpu_features().flatten()
    return features


def has_pdep() -> bool:
    """Whether the processor can lay out bits by one instruction."""
    return "+bmi2" in _features().split(",")


def _primitives() -> str:
    """The primitives; picking a card of a set is one instruction where the processor has it."""
    folder = files("kibitz.engine.compiler")
    names = ("primitives", "nth_bit_pdep" if has_pdep() else "nth_bit_plain")
    return "\n".join((folder / f"{name}.ll").read_text(encoding="utf-8") for name in names)


def assembly(text: str) -> str:
    """The text of a kernel in LLVM's assembly."""
    primitives = _primitives()
    program = Program(text, signatures(primitives))
    gates = []
    for name, node in program.functions.items():
        names = [each.arg for each in node.args.args]
        if names and names[0] in ENTRIES:
            takes = tuple(map(kind_of, names))
            sizes = [0 if kind == INT else 4 if kind == FLOATS else 8 for kind in takes]
            gates.append(gate(name, program.signature(name, takes).symbol, sizes))
    target = f'target datalayout = "{_target().target_data}"\ntarget triple = "{_target().triple}"'
    parts = [target, program.printed_tables(), DECLARED, primitives, *program.written, *gates]
    return "\n\n".join(parts)


def compiled(text: str) -> bytes:
    """The machine code of a kernel."""
    machine = _target()
    try:
        module = llvm.parse_assembly(assembly(text))
    except RuntimeError as error:
        raise Beyond(str(error).strip().splitlines()[0]) from None
    options = llvm.create_pipeline_tuning_options(speed_level=LEVEL)
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    code: bytes = machine.emit_object(module)
    return code


def loaded(code: bytes) -> dict[str, Callable[..., Any]]:
    """The functions in machine code."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target())
    file = llvm.ObjectFileRef.from_data(code)
    engine.add_object_file(file)
    engine.finalize_object()
    engine.run_static_constructors()
    _ENGINES.append(engine)
    names = re.findall(rb"kibitz\.(\w+)\0", code)
    return {
        name.decode(): opened(name.decode(), engine.get_function_address(f"kibitz.{name.decode()}"))
        for name in names
    }


_ENGINES: list[object] = []
"""What keeps the machine code in memory."""


@cache
def _target() -> Any:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=_features(),
        opt=LEVEL,
        reloc="pic",
        codemodel="jitdefault",
        jit=True,
    )
