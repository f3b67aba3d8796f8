"""How Python calls what is compiled.

Each function of a kernel that Python calls has a gate: a function in the same machine code that
takes Python's objects, looks up the memory of arrays and the values of numbers, lets other threads
run, calls, and makes a Python number of the result. Arrays may be anything with a buffer in one
piece and numbers of the right size: NumPy's, Python's own, memory views.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

__all__ = ["DECLARED", "gate", "opened"]

DECLARED = """
@PyExc_TypeError = external global ptr
@wrong_count = internal constant [26 x i8] c"wrong number of arguments\\00"
@wrong_array = internal constant [35 x i8] c"an array has numbers of wrong size\\00"
declare i64 @PyLong_AsLongLong(ptr)
declare ptr @PyLong_FromLongLong(i64)
declare ptr @PyErr_Occurred()
declare void @PyErr_SetString(ptr, ptr)
declare i32 @PyObject_GetBuffer(ptr, ptr, i32)
declare void @PyBuffer_Release(ptr)
declare ptr @PyEval_SaveThread()
declare void @PyEval_RestoreThread(ptr)
"""

BUFFER = 80
"""Bytes of Python's `Py_buffer`: the address comes first, the size of an item 24 bytes later."""

FASTCALL = 0x80


def gate(name: str, symbol: str, sizes: Sequence[int]) -> str:
    """The gate of a function in LLVM's assembly; for each parameter, if it is an array, how many
    bytes its numbers have, and 0 if it is a number."""
    count = len(sizes)
    views = sum(size > 0 for size in sizes)
    lines = [
        f'define ptr @"kibitz.{name}"(ptr %self, ptr %given, i64 %count) {{',
        "start:",
        f"  %views = alloca [{max(views, 1) * BUFFER} x i8], align 16",
        "  call void @llvm.memset.p0.i64("
        f"ptr %views, i8 0, i64 {max(views, 1) * BUFFER}, i1 false)",
        f"  %enough = icmp eq i64 %count, {count}",
        "  br i1 %enough, label %a0, label %miscounted",
        "miscounted:",
        "  %kind1 = load ptr, ptr @PyExc_TypeError",
        "  call void @PyErr_SetString(ptr %kind1, ptr @wrong_count)",
        "  br label %failed",
        "unfit:",
        "  %kind2 = load ptr, ptr @PyExc_TypeError",
        "  call void @PyErr_SetString(ptr %kind2, ptr @wrong_array)",
        "  br label %failed",
    ]
    seen = 0
    handed = []
    for i, size in enumerate(sizes):
        lines += [
            f"a{i}:",
            f"  %at{i} = getelementptr ptr, ptr %given, i64 {i}",
            f"  %object{i} = load ptr, ptr %at{i}",
        ]
        if size:
            lines += [
                f"  %view{i} = getelementptr i8, ptr %views, i64 {seen * BUFFER}",
                f"  %got{i} = call i32 @PyObject_GetBuffer(ptr %object{i}, ptr %view{i}, i32 0)",
                f"  %bad{i} = icmp ne i32 %got{i}, 0",
                f"  br i1 %bad{i}, label %failed, label %b{i}",
                f"b{i}:",
                f"  %item{i} = getelementptr i8, ptr %view{i}, i64 24",
                f"  %size{i} = load i64, ptr %item{i}",
                f"  %fits{i} = icmp eq i64 %size{i}, {size}",
                f"  br i1 %fits{i}, label %c{i}, label %unfit",
                f"c{i}:",
                f"  %value{i} = load ptr, ptr %view{i}",
                f"  br label %a{i + 1}",
            ]
            seen += 1
            handed.append(f"ptr %value{i}")
        else:
            lines += [
                f"  %value{i} = call i64 @PyLong_AsLongLong(ptr %object{i})",
                f"  %odd{i} = icmp eq i64 %value{i}, -1",
                f"  br i1 %odd{i}, label %b{i}, label %a{i + 1}",
                f"b{i}:",
                f"  %error{i} = call ptr @PyErr_Occurred()",
                f"  %fine{i} = icmp eq ptr %error{i}, null",
                f"  br i1 %fine{i}, label %a{i + 1}, label %failed",
            ]
            handed.append(f"i64 %value{i}")
    release = [
        line
        for k in range(views)
        for line in (
            f"  %left{{0}}{k} = getelementptr i8, ptr %views, i64 {k * BUFFER}",
            f"  call void @PyBuffer_Release(ptr %left{{0}}{k})",
        )
    ]
    lines += [
        f"a{count}:",
        "  %thread = call ptr @PyEval_SaveThread()",
        f"  %result = call i64 {symbol}({', '.join(handed)})",
        "  call void @PyEval_RestoreThread(ptr %thread)",
        *(line.format("_") for line in release),
        "  %number = call ptr @PyLong_FromLongLong(i64 %result)",
        "  ret ptr %number",
        "failed:",
        *(line.format("") for line in release),
        "  ret ptr null",
        "}",
    ]
    return "\n".join(lines)


class _Method(ctypes.Structure):
    """Python's `PyMethodDef`."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_KEPT: list[_Method] = []
"""Python does not keep what a function is made of."""


def opened(name: str, address: int) -> Callable[..., Any]:
    """The function of Python behind whose address a gate stands."""
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.restype = ctypes.py_object
    make.argtypes = (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
    method = _Method(name.encode(), address, FASTCALL, None)
    _KEPT.append(method)
    found: Callable[..., Any] = make(ctypes.addressof(method), None, None)
    return found
