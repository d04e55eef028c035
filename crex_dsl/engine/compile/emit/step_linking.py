"""Steps put together: empty ones skipped, those with one way in joined to where they come from, all numbered."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

_LABEL = re.compile(r"@\d+@")
_JUMP = re.compile(r"^(\s*)(?:(.*: ))?return (@\d+@)$")
_DEEPEST = 14


@dataclass(eq=False)
class Linked:
    """Code whose labels have become numbers."""

    steps: list[tuple[str, list[str]]]  # label, lines
    others: dict[str, list[str]]
    numbers: dict[str, str]


def link(code: dict[str, list[str]], others: dict[str, list[str]], kept: set[str]) -> Linked:
    """Join and number steps; `others` is code that jumps to steps, `kept` the labels that are reached from outside."""
    alias = _aliases(code)
    code = {label: _renamed(lines, alias) for label, lines in code.items() if label not in alias}
    others = {name: _renamed(lines, alias) for name, lines in others.items()}
    kept = {_final(label, alias) for label in kept}
    uses = Counter(
        label for lines in [*code.values(), *others.values()] for line in lines for label in _LABEL.findall(line)
    )
    jumps = Counter(
        match.group(3) for lines in [*code.values(), *others.values()] for line in lines if (match := _JUMP.match(line))
    )
    single = {label for label in code if uses[label] == 1 and jumps[label] == 1 and label not in kept}
    joined: set[str] = set()

    def expanded(lines: list[str], depth: int, path: tuple[str, ...]) -> list[str]:
        made: list[str] = []
        for line in lines:
            match = _JUMP.match(line)
            target = match.group(3) if match else ""
            if not match or target not in single or target in path or depth >= _DEEPEST:
                made.append(line)
                continue
            joined.add(target)
            indent, head = match.group(1), match.group(2)
            inner = indent + "    " if head else indent
            if head:
                made.append(f"{indent}{head.rstrip()}")
            level = len(inner) // 4
            made += [f"{inner}{part}" for part in expanded(code[target], level, (*path, target))]
        return made

    whole = {label: expanded(lines, 0, (label,)) for label, lines in code.items() if label not in single}
    others = {name: expanded(lines, 0, ()) for name, lines in others.items()}
    # what was too deep to be joined, or reached only from itself, stays a step of its own
    for label in single - joined:
        whole[label] = expanded(code[label], 0, (label,))
    for label in list(single & joined):
        if any(label in line for lines in [*whole.values(), *others.values()] for line in lines):
            whole.setdefault(label, expanded(code[label], 0, (label,)))
    order = sorted(whole, key=lambda label: int(label.strip("@")))
    numbers = {label: str(number) for number, label in enumerate(order)}
    for label in alias:
        numbers[label] = numbers.get(_final(label, alias), _final(label, alias))
    steps = [(label, _renamed(whole[label], numbers)) for label in order]
    return Linked(steps, {name: _renamed(lines, numbers) for name, lines in others.items()}, numbers)


def _aliases(code: dict[str, list[str]]) -> dict[str, str]:
    """Labels whose step only goes on elsewhere."""
    found: dict[str, str] = {}
    for label, lines in code.items():
        match = re.fullmatch(r"return (@\d+@|\d+)", lines[0]) if len(lines) == 1 else None
        if match and match.group(1) != label:
            found[label] = match.group(1)
    for label in list(found):
        if _final(label, found) == label:
            del found[label]
    return found


def _final(label: str, alias: dict[str, str]) -> str:
    seen = {label}
    while label in alias:
        label = alias[label]
        if label in seen:
            return label
        seen.add(label)
    return label


def _renamed(lines: list[str], names: dict[str, str]) -> list[str]:
    return [_LABEL.sub(lambda match: _final(match.group(0), names), line) for line in lines]
