"""Weights as a rule file: an option that says how much things count, and above it what that rests on."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence

from crex_dsl.lab.tuning.tuning import Weight
from crex_dsl.language.formatter import format_text
from crex_dsl.language.nodes import Reweighing
from crex_dsl.language.source import Source
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.rulebook.selection.catalogue import parsed
from crex_dsl.rulebook.selection.selection import GameIndex, Selection
from crex_dsl.text.messages import said

WIDTH = 110


def free_name(index: GameIndex, edition: str) -> str:
    """What the option is called: by its edition, with a number where that is taken."""
    taken = {option.id for option in index.options}
    names = (f"tuned-{edition}{'' if number == 1 else f'-{number}'}" for number in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)


def weighing(files: GameFiles, selection: Selection) -> tuple[list[str], list[str]]:
    """The options taken that weigh anew: those that do nothing else, whose place others can take, and the rest."""
    layers = parsed(files, scripts=False).layers
    kinds = {name: {isinstance(top, Reweighing) for top in layers[name].tops} for name in selection.options}
    alone = [name for name, found in kinds.items() if found == {True}]
    return alone, [name for name, found in kinds.items() if found == {True, False}]


def rule_file(
    name: str, layer: str, weights: Iterable[Weight], follows: Sequence[str] = (), story: Iterable[str] = ()
) -> str:
    """The text of a file with one option for an edition or a game, laid out as `crex fmt` does it."""
    lines = [f"# {line}" for paragraph in story for line in textwrap.wrap(paragraph, WIDTH)]
    lines.append(f'option {name} "Tuned weights" for {layer}')
    lines += [f"    follows {', '.join(follows)}"] if follows else []
    lines.append('    says "Bots weigh how they stand as games of self-play suggest; the rules are the same."')
    lines += ["", "worth"]
    for weight in weights:
        side = "against" if weight.new < 0 else "for"
        before = f"{abs(weight.old)}{' against it' if weight.old < 0 else ''}"
        remark = said("{number} before", number=before)
        lines.append(f'    "{weight.title}" counts {abs(weight.new)} {side} it  # {remark}')
    return format_text(Source(f"{name}.crex", "\n".join(lines) + "\n"))
