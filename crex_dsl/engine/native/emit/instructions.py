"""Small pieces of WebAssembly text that all expressions are written with."""

from __future__ import annotations

import ast
from collections.abc import Sequence

Limbs = tuple[list[str], list[str]]  # lines that come before, and the words, lowest first

BITWISE = {ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor"}
ZERO = "(i64.const 0)"
FREE = "(;free;)"  # where a function ends: lists that it has made are let go


def const(value: int) -> str:
    """A machine word as a constant."""
    value &= (1 << 64) - 1
    return f"(i64.const {value - (1 << 64) if value >> 63 else value})"


def words_of(value: int, count: int) -> list[int]:
    """The lowest machine words of a number."""
    return [value >> 64 * place & (1 << 64) - 1 for place in range(count)]


def wrapped(before: list[str], text: str, of: str) -> str:
    """One expression, with what has to be worked out before it."""
    return f"(block (result {of}) {' '.join(before)} {text})" if before else text


def folded(word: str, parts: Sequence[str]) -> str:
    """What an instruction for two makes of several, from the left."""
    text = parts[0]
    for part in parts[1:]:
        text = f"({word} {text} {part})"
    return text


def bit_word(place: str, limb: int) -> str:
    """One word of the set that holds one place."""
    inside = f"(i64.eq (i64.shr_u (local.get {place}) (i64.const 6)) (i64.const {limb}))"
    return f"(select (i64.shl (i64.const 1) (local.get {place})) (i64.const 0) {inside})"
