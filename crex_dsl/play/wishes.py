"""Actions that a person has in mind, legal or not: by spelling, or by a few words of their text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod
from operator import itemgetter
from typing import Any

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.explain import explained
from crex_dsl.engine.runtime import FAULTS
from crex_dsl.engine.seen import SeenAction
from crex_dsl.language.diagnostics import listed
from crex_dsl.play.choices import Choices, figure, holds, matching, plain, side_by_side
from crex_dsl.play.sight import Sight

_MOST_INSTANCES = 20_000
_MOST_FOUND = 8


def offered(sight: Sight) -> Choices:
    """The legal answers that these eyes may know: none where somebody else is asked."""
    if sight.view is not None:
        return Choices(sight.view.legal)
    decision = sight.position.decision
    if decision is None:
        return Choices(())
    whole = (SeenAction(each.id, each.name, each.text, each.clause, each.args, each.code) for each in decision.legal)
    return Choices(list(whole))


def meant(sight: Sight, choices: Choices, wish: str, actor: str | None) -> SeenAction | int:
    """The answer, or the code of another action, that somebody has in mind; raises UnknownName where it is unclear."""
    exact = choices.exact(wish)
    if exact is not None:
        return exact
    if figure(wish) is not None:
        raise UnknownName(f"there is no answer {wish}: there are {len(choices.all)}")
    like = matching(choices.all, wish)
    if len(like) == 1:
        return like[0][1]
    texts = [action.text for _, action in like]
    if not like:
        codes = wished(sight, wish)
        if len(codes) > 1 and not any(holds(_text(sight, code), plain(wish).split()) for code in codes):
            needed = listed([sight.game.spelled(code) for code in codes[:6]], "or")
            raise UnknownName(f"nothing that can be done as things stand reads `{wish}`: it would take {needed}")
        nearest = _nearest(sight, codes, actor)
        if nearest is not None:
            return nearest
        texts = [sight.game.spelled(code) for code in codes]
    raise UnknownName(f"`{wish}` could be {', '.join(texts[:6])}{' and others' if len(texts) > 6 else ''}: say more")


def _nearest(sight: Sight, codes: list[int], actor: str | None) -> int | None:
    """Which of several to explain: the only one that a permission covers, or any where the same is against all."""
    seat = None if actor is None else sight.game.seat(actor)
    answers = {code: explained(sight.at, code, seat) for code in codes}
    covered = [code for code in codes if answers[code].covered]
    if len(covered) == 1:
        return covered[0]
    return codes[0] if len({answer.clauses for answer in answers.values()}) == 1 else None


def wished(sight: Sight, typed: str) -> list[int]:
    """The codes that may be meant, most likely one; raises UnknownName where nothing fits."""
    try:
        return [_spelled(sight, typed)]
    except UnknownName as error:
        found = _by_words(sight, plain(typed).split())
        if not found:
            raise UnknownName(_hint(sight, typed, str(error))) from None
        return found


def _spelled(sight: Sight, typed: str) -> int:
    """The code of a spelling, with or without its brackets and commas."""
    name, *words = typed.split()
    if "(" not in typed and words and any(row[0] == name for row in sight.game.tables["actions"]):
        typed = f"{name}({', '.join(word.strip(',') for word in words)})"
    return sight.game.spelled_code(typed)


def _hint(sight: Sight, typed: str, error: str) -> str:
    names = {row[0]: row[6] for row in sight.game.tables["actions"]}
    name = typed.partition("(")[0].strip()
    if name in names:
        return error
    for word in plain(typed).split():
        for kind, (_, aliases) in sight.game.namer.kinds.items():
            if word in aliases and not sight.knows(kind, aliases[word]):
                return f"{sight.game.player_name(sight.player or 0)} cannot tell which {kind} `{word}` is"
    example = next(iter(names.items()))
    spelled = f"{example[0]}({', '.join(example[1])})" if example[1] else example[0]
    return f"nothing like `{typed}` can be done in this game; write it as in `{spelled}`, or with words of its text"


def _by_words(sight: Sight, words: list[str]) -> list[int]:
    """Instances of actions that hold all the words: of those offered now if any does, else of all others.

    Those whose text has them all go before those that have some of them only in their spelling.
    """
    game = sight.game
    offered = game.asking(sight.at.state)[2] if sight.at.who is not None else ()
    named = [row for row in game.tables["actions"] if row[0] in words]  # who names an action means that one
    meant = _meant(sight, words)
    if meant is None:
        return []
    for turn in (True, False):
        read: list[tuple[int, str]] = []
        spelled: list[int] = []
        for row in named or game.tables["actions"]:
            if (row[0] in offered) is not turn:
                continue
            for code in _instances(sight, row, meant):
                text = _text(sight, code)
                if holds(text, words):
                    read.append((code, text))
                elif holds(f"{text} {plain(game.spelled(code))}", words):
                    spelled.append(code)
        if read or spelled:
            found = [code for code, _ in side_by_side(read, words, itemgetter(1))] or spelled
            return found[: _MOST_FOUND + 1]
    return []


def _meant(sight: Sight, words: list[str]) -> dict[str, set[int]] | None:
    """By kind, the things to which words point that point to no other kind; None where a word points to nothing."""
    game = sight.game
    things = {
        kind: [plain(f"{sight.name(kind, index)} {name}") for index, name in enumerate(ids)]
        for kind, (ids, _) in game.namer.kinds.items()
    }
    said = " ".join(f"{_text(sight, row[1])} {plain(game.spelled(row[1]))}" for row in game.tables["actions"])
    meant: dict[str, set[int]] = {}
    for word in words:
        bare = word.strip("(),")
        kinds = {kind for kind, names in things.items() if any(bare in name for name in names)}
        if not kinds and bare not in said and not any(letter in "0123456789(" for letter in word):
            return None
        if len(kinds) == 1 and bare not in said:
            kind = kinds.pop()
            found = {index for index, name in enumerate(things[kind]) if bare in name}
            meant.setdefault(kind, set()).update(found)
    return meant


def _instances(sight: Sight, row: tuple[Any, ...], meant: dict[str, set[int]]) -> Iterator[int]:
    """The codes of an action over everything meant that it could be done with, but for pieces that are not known."""
    base, strides, lows, counts, kinds = row[1], row[3], row[4], row[5], row[7]
    values: list[list[int]] = []
    for of, low, count in zip(kinds, lows, counts, strict=True):
        inner = of[1] if of[0] == "optional" else of
        fitting: Iterable[int] = range(low, low + count)
        if inner[0] == "thing":
            known = (value for value in fitting if inner[3] >> value & 1 and sight.knows(inner[1], value))
            fitting = (value for value in known if value in meant.get(inner[1], (value,)))
        values.append(list(fitting))
    if prod(map(len, values)) > _MOST_INSTANCES:
        return
    for chosen in product(*values):
        yield base + sum((value - low) * stride for value, low, stride in zip(chosen, lows, strides, strict=True))


def _text(sight: Sight, code: int) -> str:
    """The words of an instance; what makes no sense in a position has no words there."""
    try:
        return plain(sight.at.text(code))
    except (LookupError, *FAULTS):
        return ""
