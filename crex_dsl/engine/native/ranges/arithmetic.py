"""Arithmetic on ranges: what an operation on two of them can come to, and whether it must be tested in play."""

from __future__ import annotations

import ast

from crex_dsl.engine.native.ranges.values import FLAG, NUMBER, NUMBERS, Num, Untranslatable


def unary_range(op: ast.unaryop, of: Num) -> Num:
    """What an operation on one range can come to."""
    match op:
        case ast.Not():
            return FLAG
        case ast.USub():
            return Num(-of.high, -of.low)
        case ast.Invert():
            return Num(~of.high, ~of.low)
    return of


def binary_range(op: ast.operator, one: Num, two: Num) -> Num:
    """What an operation on two ranges can come to; numbers that grow too large stop the game instead."""
    match op:
        case ast.BitAnd():
            if one.low >= 0 and two.low >= 0:
                return Num(0, min(one.high, two.high))
            if one.low >= 0:
                return Num(0, one.high)
            if two.low >= 0:
                return Num(0, two.high)
            return _bitwise(one, two)
        case ast.BitOr() | ast.BitXor():
            return _bitwise(one, two)
        case ast.Add():
            return _numbers(one.low + two.low, one.high + two.high)
        case ast.Sub():
            if two == Num(1, 1):
                return Num(max(one.low - 1, min(one.low, -NUMBER)), one.high - 1)  # also of sets, for the lowest member
            return _numbers(one.low - two.high, one.high - two.low)
        case ast.Mult():
            ends = [a * b for a in (one.low, one.high) for b in (two.low, two.high)]
            return Num(min(ends), max(ends)) if one == Num(-2, -2) else _numbers(min(ends), max(ends))
        case ast.FloorDiv():
            if two.low <= 0:
                raise Untranslatable("a division by what may be nothing")
            ends = [a // b for a in (one.low, one.high) for b in (two.low, two.high)]
            return Num(min(ends), max(ends))
        case ast.Mod():
            if two.low <= 0:
                raise Untranslatable("a division by what may be nothing")
            return Num(0, one.high if one.low >= 0 and one.high < two.low else two.high - 1)
        case ast.RShift():
            low = max(0, two.low)
            return Num(min(one.low >> low, 0), max(one.high >> low, 0))
    raise Untranslatable(f"the operator `{type(op).__name__}`")


def exceeds(op: ast.operator, one: Num, two: Num) -> bool:
    """Whether an operation on numbers could leave the range that numbers have here, and is tested in play."""
    match op:
        case ast.Add():
            return one.low + two.low < -NUMBER or one.high + two.high > NUMBER
        case ast.Sub():
            return two != Num(1, 1) and (one.low - two.high < -NUMBER or one.high - two.low > NUMBER)
        case ast.Mult():
            ends = [a * b for a in (one.low, one.high) for b in (two.low, two.high)]
            return one != Num(-2, -2) and (min(ends) < -NUMBER or max(ends) > NUMBER)
    return False


def _bitwise(one: Num, two: Num) -> Num:
    bits = max(one.high.bit_length(), two.high.bit_length(), (~one.low).bit_length(), (~two.low).bit_length())
    if one.low >= 0 and two.low >= 0:
        return Num(0, (1 << max(one.high.bit_length(), two.high.bit_length())) - 1)
    return Num(-(1 << bits), (1 << bits) - 1)


def _numbers(low: int, high: int) -> Num:
    return Num(max(low, -NUMBER), min(high, NUMBER)) if low <= NUMBER and high >= -NUMBER else NUMBERS
