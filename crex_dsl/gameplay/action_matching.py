"""Actions that a person has in mind, legal or not: by spelling, or by a few words of their text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod
from operator import itemgetter

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.explain.legality import explained
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.memory import address
from crex_dsl.engine.run.program_rows import ActionRow
from crex_dsl.engine.run.runtime import FAULTS
from crex_dsl.engine.secrecy.visible_decision import SeenAction
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.answers import Choices, Numbered, figure, holds, matching, side_by_side
from crex_dsl.gameplay.counterfactuals import missing_place
from crex_dsl.text.folding import plain
from crex_dsl.text.messages import listed_as_said, said

_MOST_INSTANCES = 20_000
_FORMS_TRIED = 6  # numbers from the lowest one, with which a word has all of its forms
_MOST_FOUND = 8
_MOST_TOLD = 6


def offered(visible: VisiblePosition) -> Choices:
    """The legal answers that these eyes may know: none where somebody else is asked."""
    if visible.view is not None:
        return Choices(visible.view.legal)
    decision = visible.position.decision
    if decision is None:
        return Choices(())
    whole = (SeenAction(each.id, each.name, each.text, each.clause, each.args, each.code) for each in decision.legal)
    return Choices(list(whole))


def chosen_action(visible: VisiblePosition, choices: Choices, wish: str, actor: str | None) -> SeenAction | int:
    """The answer, or the code of another action, that somebody has in mind; raises UnknownName where it is unclear."""
    exact = choices.exact(wish)
    if exact is not None:
        return exact
    if figure(wish) is not None:
        raise UnknownName(said("play-no-such-answer", typed=wish, count=len(choices.all)))
    like = named_wholly(visible, matching(choices.all, wish), wish)
    if len(like) == 1:
        return like[0][1]
    texts = [action.text for _, action in like]
    if not like:
        words = plain(wish).split()
        try:
            codes = candidate_actions(visible, wish)
        except UnknownName as error:
            raise UnknownName(f"{error}{_likest(choices, words)}") from None
        if DECLINE not in codes and not any(holds(_text(visible, code), words) for code in codes):
            needed = missing_place(visible, codes, words)
            if not needed and len(codes) > 1:
                spelled = [visible.game.spelled(code) for code in codes[:_MOST_TOLD]]
                needed = said("play-would-take", actions=listed_as_said(spelled, "or"))
            if needed:
                at_hand = _at_hand(visible, choices, codes)
                raise UnknownName(said("play-reads-nothing", typed=wish, needed=needed) + at_hand)
        nearest = _nearest(visible, codes, actor)
        if nearest is not None:
            return nearest
        texts = [visible.game.spelled(code) for code in codes]
    raise UnknownName(said("play-could-be", typed=wish, several=_told(texts)))


def named_wholly(visible: VisiblePosition, rows: list[Numbered], typed: str) -> list[Numbered]:
    """Those of some answers that name what is named in full: a name of several words is one thing and no other.

    A name of one word is no part of a longer one, if any answer has it by itself.
    """
    line = f" {plain(typed)} "
    names = _names(visible)
    wholes = [name for name in names if " " in name and f" {name} " in line]
    found = [row for row in rows if all(f" {name} " in f" {plain(row[1].text)} " for name in wholes)]
    if plain(typed) in names:
        alone = [
            row for row in found if f" {plain(typed)} " in f" {_without_longer(row[1].text, plain(typed), names)} "
        ]
        return alone or found
    return found


def _names(visible: VisiblePosition) -> list[str]:
    """What the things of a game are called."""
    return [
        plain(visible.name(kind, index))
        for kind, (ids, _) in visible.game.namer.kinds.items()
        for index in range(len(ids))
    ]


def _without_longer(text: str, name: str, names: Iterable[str]) -> str:
    """A text without the longer names of which a name is a part."""
    rest = f" {plain(text)} "
    for longer in names:
        if longer != name and f" {name} " in f" {longer} ":
            rest = rest.replace(f" {longer} ", "  ")
    return rest


def also_meant(visible: VisiblePosition, choices: Choices, wish: str, chosen: SeenAction | int) -> list[str]:
    """What else words fit beside what was taken to be meant; nothing where a number or a spelling is given."""
    if choices.exact(wish) is not None or figure(wish) is not None or "(" in wish or isinstance(chosen, SeenAction):
        return []
    try:
        codes = candidate_actions(visible, wish)
    except UnknownName:
        return []
    return [visible.game.spelled(code) for code in codes if code != chosen]


def _likest(choices: Choices, words: list[str]) -> str:
    """The answers at hand that have most of the words, if any has more than half of them."""
    counts = {number: sum(holds(plain(action.text), [word]) for word in words) for number, action in choices.all}
    most = max(counts.values(), default=0)
    near = [action.text for number, action in choices.all if counts[number] == most]
    return f"; {said('play-at-hand', answers=_told(near))}" if 2 * most > len(words) else ""


def _at_hand(visible: VisiblePosition, choices: Choices, codes: list[int]) -> str:
    """What can be done now that shares most with what was meant: its action and as many of its things as any has."""
    game = visible.game
    meant = [
        (
            game.coding(code).name,
            {str(each) for each in map(visible.mask.plain, game.coding(code).types, game.numbers(code))},
        )
        for code in codes
    ]

    def shared(action: SeenAction) -> int:
        given = {str(each) for each in action.args.values()}
        return max((1 + len(given & things) for name, things in meant if name == action.name), default=0)

    most = max((shared(action) for _, action in choices.all), default=0)
    near = [action.text for _, action in choices.all if most and shared(action) == most]
    if near:
        return f"; {said('play-at-hand', answers=_told(near))}"
    called = visible.game.namer.called
    names = list(dict.fromkeys(called(action.name) for _, action in choices.all if action.code != DECLINE))
    return f"; {said('play-asked-now', actions=listed_as_said(names, 'or'))}" if names else ""


def _told(texts: list[str]) -> str:
    """Some texts in a row, and that there are others."""
    some = ", ".join(texts[:_MOST_TOLD])
    return said("play-and-others", some=some) if len(texts) > _MOST_TOLD else some


def _nearest(visible: VisiblePosition, codes: list[int], actor: str | None) -> int | None:
    """Which of several to explain: the only one that a permission covers, or any where the same is against all."""
    seat = None if actor is None else visible.game.seat(actor)
    answers = {code: explained(visible.at, code, seat) for code in codes}
    covered = [code for code in codes if answers[code].covered]
    if len(covered) == 1:
        return covered[0]
    return codes[0] if len({answer.clauses for answer in answers.values()}) == 1 else None


def candidate_actions(visible: VisiblePosition, typed: str) -> list[int]:
    """The codes that may be meant, most likely one; raises UnknownName where nothing fits."""
    try:
        return [_spelled(visible, typed)]
    except UnknownName as error:
        found = _by_words(visible, plain(typed).split())
        wholes = [name for name in _names(visible) if " " in name and f" {name} " in f" {plain(typed)} "]
        found = [code for code in found if all(f" {name} " in f" {_text(visible, code)} " for name in wholes)] or found
        if not found:
            raise UnknownName(_hint(visible, typed, str(error))) from None
        return found


def _spelled(visible: VisiblePosition, typed: str) -> int:
    """The code of a spelling, with or without its brackets and commas."""
    name, *words = typed.split()
    if "(" not in typed and words and any(row.name == name for row in visible.game.actions):
        typed = f"{name}({', '.join(word.strip(',') for word in words)})"
    return visible.game.spelled_code(typed)


def _hint(visible: VisiblePosition, typed: str, error: str) -> str:
    names = {row.name: row.params for row in visible.game.actions}
    name = typed.partition("(")[0].strip()
    if name in names:
        return error
    line = f" {plain(typed)} "
    for kind, (_, aliases) in visible.game.namer.kinds.items():
        for alias, index in aliases.items():
            spoken = next((each for each in _spoken(visible, kind, index, alias) if f" {each} " in line), None)
            if spoken is not None and not visible.knows(kind, index):
                side, called = visible.game.player_name(visible.player or 0), visible.game.namer.term(kind)
                return said("play-cannot-tell", side=side, kind=called, name=spoken)
    example = next(iter(names.items()))
    spelled = f"{example[0]}({', '.join(example[1])})" if example[1] else example[0]
    return said("play-nothing-like", typed=typed, example=spelled)


def _spoken(visible: VisiblePosition, kind: str, index: int, alias: str) -> tuple[str, ...]:
    """What a thing may be called: by its id, by the words of that, by its name."""
    return plain(alias), plain(alias.replace("-", " ")), plain(visible.name(kind, index))


def _by_words(visible: VisiblePosition, words: list[str]) -> list[int]:
    """Instances of actions that hold all the words: of those offered now if any does, else of all others.

    Those whose text has them all go before those that have some of them only in their spelling.
    """
    game = visible.game
    offered = game.asking(visible.at.state).offered if visible.at.who is not None else ()
    named = [row for row in game.actions if row.name in words]  # who names an action means that one
    meant = _meant(visible, words)
    if meant is None:
        return []
    for turn in (True, False):
        read: list[tuple[int, str]] = []
        spelled: list[int] = []
        for row in named or game.actions:
            if (row.name in offered) is not turn:
                continue
            for code in _instances(visible, row, meant):
                text = _text(visible, code)
                if holds(text, words):
                    read.append((code, text))
                elif holds(f"{text} {plain(game.spelled(code))}", words):
                    spelled.append(code)
        if read or spelled:
            whole = [
                row for row in read if row[1] == " ".join(words)
            ]  # what reads just so is meant, whatever else does
            found = [code for code, _ in side_by_side(whole or read, words, itemgetter(1))] or spelled
            return found[: _MOST_FOUND + 1]
    return []


def _meant(visible: VisiblePosition, words: list[str]) -> dict[str, set[int]] | None:
    """By kind, the things to which words point that point to no other kind; None where a word points to nothing."""
    game = visible.game
    things = {
        kind: [plain(f"{visible.name(kind, index)} {name}") for index, name in enumerate(ids)]
        for kind, (ids, _) in game.namer.kinds.items()
    }
    texts = " ".join(
        f"{_text(visible, code)} {plain(game.spelled(code))}" for row in game.actions for code in _samples(row)
    )
    meant: dict[str, set[int]] = {}
    for word in words:
        bare = word.strip("(),")
        kinds = {kind for kind, names in things.items() if any(bare in name for name in names)}
        if not kinds and bare not in texts and not any(letter in "0123456789(" for letter in word):
            return None
        if len(kinds) == 1 and bare not in texts:
            kind = kinds.pop()
            found = {index for index, name in enumerate(things[kind]) if bare in name}
            meant.setdefault(kind, set()).update(found)
    return meant


def _samples(row: ActionRow) -> Iterator[int]:
    """Some codes of an action, among which its texts have every form that words take with a number."""
    for place, (of, low, count) in enumerate(zip(row.types, row.lows, row.counts, strict=True)):
        if of[0] == "number":
            for value in range(low, low + min(count, _FORMS_TRIED)):
                yield address(row, [*row.lows[:place], value, *row.lows[place + 1 :]])
    yield row.base


def _instances(visible: VisiblePosition, row: ActionRow, meant: dict[str, set[int]]) -> Iterator[int]:
    """The codes of an action over everything meant that it could be done with, but for pieces that are not known."""
    values: list[list[int]] = []
    for of, low, count in zip(row.types, row.lows, row.counts, strict=True):
        inner = of[1] if of[0] == "optional" else of
        fitting: Iterable[int] = range(low, low + count)
        if inner[0] == "thing":
            known = (value for value in fitting if inner[3] >> value & 1 and visible.knows(inner[1], value))
            fitting = (value for value in known if value in meant.get(inner[1], (value,)))
        values.append(list(fitting))
    if prod(map(len, values)) > _MOST_INSTANCES:
        return
    yield from (address(row, chosen) for chosen in product(*values))


def _text(visible: VisiblePosition, code: int) -> str:
    """The words of an instance; what makes no sense in a position has no words there."""
    try:
        return plain(visible.at.text(code))
    except (LookupError, *FAULTS):
        return ""
