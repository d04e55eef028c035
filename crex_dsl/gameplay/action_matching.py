"""Actions that a person has in mind, legal or not: by spelling, or by a few words of their text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import prod
from operator import itemgetter
from typing import TypeVar

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.explain.legality import explained
from crex_dsl.engine.run.decision import DECLINE
from crex_dsl.engine.run.memory import address
from crex_dsl.engine.run.program_rows import ActionRow
from crex_dsl.engine.run.runtime import FAULTS
from crex_dsl.engine.secrecy.visible_decision import SeenAction
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.answers import Choices, Numbered, counts_so, figure, holds, matching, side_by_side
from crex_dsl.gameplay.counterfactuals import along_links, is_at_hand, missing_place
from crex_dsl.gameplay.order_words import small_words
from crex_dsl.text.folding import plain
from crex_dsl.text.messages import OWN, apart, listed_as_said, said
from crex_dsl.text.stemming import stem, stems_of

Found = TypeVar("Found")

_MOST_INSTANCES = 20_000
_FORMS_TRIED = 6  # numbers from the lowest one, with which a word has all of its forms
_MOST_FOUND = 8
_MOST_TOLD = 6
_SHUT = 2  # how far off an action is whose stage is not open
_SHORT = 3  # letters of words that have no forms
_LONG = 9  # digits of a number that means nothing
_UNSPOKEN = re.compile(r"[^\w\s'’-]")


def offered(visible: VisiblePosition) -> Choices:
    """The legal answers that these eyes may know: none where somebody else is asked."""
    if visible.view is not None:
        return Choices(visible.view.legal)
    decision = visible.position.decision
    if decision is None:
        return Choices(())
    whole = (SeenAction(each.id, each.name, each.text, each.clause, each.args, each.code) for each in decision.legal)
    return Choices(list(whole))


class SeveralMeanings(UnknownName):
    """Words that fit several actions: which those are, the likeliest first, and what else they would be elsewhere."""

    def __init__(self, typed: str, meanings: Sequence[SeenAction | int], texts: list[str], needs: list[str]) -> None:
        super().__init__(said("play-could-be", typed=typed, several=_told([*needs, *texts])))
        self.meanings, self.texts, self.needs = meanings, texts, needs


def chosen_action(visible: VisiblePosition, choices: Choices, wish: str, actor: str | None) -> SeenAction | int:
    """The answer, or the code of another action, that somebody has in mind; raises UnknownName where it is unclear.

    Where words fit several actions, it is a SeveralMeanings.
    """
    exact = choices.exact(wish)
    if exact is not None:
        return exact
    if figure(wish) is not None:
        raise UnknownName(said("play-no-such-answer", typed=wish, count=len(choices.all)))
    like = meant_answers(visible, choices, matching(choices.all, wish), wish)
    if not all(counts_so(row[1].text, wish, visible.game.namer.language) for row in like) and _counted_so(
        visible, wish
    ):
        like = []
    just_so = _just_so(visible, wish) if like else None
    if just_so is not None:
        return just_so
    if len(like) == 1:
        return like[0][1]
    if like:
        raise SeveralMeanings(wish, [action for _, action in like], [action.text for _, action in like], [])
    words = plain(wish).split()
    try:
        codes = candidate_actions(visible, wish)
    except UnknownName as error:
        raise UnknownName(f"{error}{_likest(choices, words)}") from None
    read = DECLINE in codes or any(_is_read(visible, code, words) for code in codes)
    needs = _needs(visible, words) if read and "(" not in wish else []
    if not read:
        needed = missing_place(visible, codes, words)
        if not needed and len(codes) > 1:
            spelled = [visible.game.spelled(code) for code in codes[:_MOST_TOLD]]
            needed = said("play-would-take", actions=listed_as_said(spelled, "or"))
        if needed:
            at_hand = _at_hand(visible, choices, codes)
            raise UnknownName(said("play-reads-nothing", typed=wish, needed=needed) + at_hand)
    nearest = None if needs else _nearest(visible, codes, actor)
    if nearest is not None:
        return nearest
    raise SeveralMeanings(wish, codes, _texts_apart(visible, codes), needs)


def _just_so(visible: VisiblePosition, wish: str) -> int | None:
    """The only action that reads just so: it is meant before answers that have the same words among others."""
    try:
        codes = [code for code in candidate_actions(visible, wish) if _text(visible, code) == plain(wish)]
    except UnknownName:
        return None
    return codes[0] if len(codes) == 1 else None


def _is_read(visible: VisiblePosition, code: int, words: Sequence[str]) -> bool:
    row = visible.game.coding(code)
    return _reads(visible, row, _text(visible, code), _wanted(visible, row, words))


def _texts_apart(visible: VisiblePosition, codes: Sequence[int]) -> list[str]:
    """Actions in words, and by their spelling too where others read the same."""
    texts = [told_text(visible, code) for code in codes]
    return [
        text if texts.count(text) == 1 else f"{text} [{visible.game.spelled(code)}]"
        for code, text in zip(codes, texts, strict=True)
    ]


def told_text(visible: VisiblePosition, code: int) -> str:
    """An action in words, or by its spelling where it has none now."""
    try:
        return visible.at.text(code) or visible.game.spelled(code)
    except (LookupError, *FAULTS):
        return visible.game.spelled(code)


def meant_answers(visible: VisiblePosition, choices: Choices, like: list[Numbered], typed: str) -> list[Numbered]:
    """Of answers that hold what is typed those that are meant: they name what is named in full, and count as it counts.

    Where none of them counts so, it is those that do and have the other words in another form.
    """
    like = named_wholly(visible, like, typed)
    counted = [row for row in like if counts_so(row[1].text, typed, visible.game.namer.language)]
    if not counted and like:
        found = [row for row in choices.all if counts_so(row[1].text, typed, visible.game.namer.language)]
        language, words = visible.game.namer.language, plain(typed).split()
        called = visible.game.namer.called
        counted = [
            row
            for row in found
            if all(_fits(word, plain(f"{row[1].text} {called(row[1].name)}"), language) for word in words)
        ]
    return counted or like


def named_wholly(visible: VisiblePosition, rows: list[Numbered], typed: str) -> list[Numbered]:
    """Those of some answers that name what is named in full: a name of several words is one thing and no other.

    A name of one word is no part of a longer one, if any answer has it by itself. Names count in all their forms.
    """
    return _wholly(visible, rows, typed, lambda row: (row[1].text, {str(each) for each in row[1].args.values()}))


def _wholly(
    visible: VisiblePosition,
    found: list[Found],
    typed: str,
    of: Callable[[Found], tuple[str, set[str]]],
    strictly: bool = False,
) -> list[Found]:
    """Those of some finds, each a text and what it is done with, that name what is named in full."""
    rest = f" {plain(typed)} "
    things = [(form, forms, ids) for forms, ids in _called(visible) for form in forms if f" {form} " in rest]
    for form, forms, ids in sorted(things, key=lambda thing: -len(thing[0])):
        if f" {form} " not in rest:
            continue  # part of a longer name
        rest = rest.replace(f" {form} ", " | ")
        kept = [each for each in found if ids & of(each)[1] or any(_alone(visible, of(each)[0], one) for one in forms)]
        found = kept if strictly or " " in form else kept or found
    return found


def _called(visible: VisiblePosition) -> list[tuple[frozenset[str], frozenset[str]]]:
    """What the things of a game are called, in all forms, and the ids of those that are called so."""
    found: dict[frozenset[str], set[str]] = {}
    for kind, (ids, _) in visible.game.namer.kinds.items():
        for index, name in enumerate(ids):
            forms = frozenset(map(plain, visible.game.namer.forms(kind, index)))
            found.setdefault(forms, set()).add(name)
    return [(forms, frozenset(ids)) for forms, ids in found.items()]


def _alone(visible: VisiblePosition, text: str, name: str) -> bool:
    """Whether a text has a name by itself, and not as part of a longer one."""
    rest = f" {_UNSPOKEN.sub(' ', plain(text))} "
    for forms, _ in _called(visible):
        for longer in forms:
            if longer != name and f" {name} " in f" {longer} ":
                rest = rest.replace(f" {longer} ", "  ")
    return f" {name} " in rest


def also_meant(visible: VisiblePosition, choices: Choices, wish: str, chosen: SeenAction | int) -> list[str]:
    """What else words fit beside what was taken to be meant; nothing where a number or a spelling is given."""
    if choices.exact(wish) is not None or figure(wish) is not None or "(" in wish:
        return []
    taken = chosen if isinstance(chosen, int) else chosen.code
    try:
        codes = [code for code in candidate_actions(visible, wish) if code != taken]
    except UnknownName:
        return []
    return _needs(visible, plain(wish).split()) + _texts_apart(visible, codes)


def _likest(choices: Choices, words: list[str]) -> str:
    """The answers at hand that have most of the words, if any has more than half of them."""
    counts = {number: sum(holds(plain(action.text), [word]) for word in words) for number, action in choices.all}
    most = max(counts.values(), default=0)
    near = [action.text for number, action in choices.all if counts[number] == most]
    return apart(["", said("play-at-hand", answers=_told(near))]) if 2 * most > len(words) else ""


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
        return apart(["", said("play-at-hand", answers=_told(near))])
    called = visible.game.namer.called
    names = list(dict.fromkeys(called(action.name) for _, action in choices.all if action.code != DECLINE))
    return apart(["", said("play-asked-now", actions=listed_as_said(names, "or"))]) if names else ""


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
    """The codes that may be meant, the likeliest first, most likely one; raises UnknownName where nothing fits."""
    try:
        return [_spelled(visible, typed)]
    except UnknownName as error:
        found = _by_words(visible, typed)
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


def _by_words(visible: VisiblePosition, typed: str) -> list[int]:
    """Instances of actions that hold all the words: of those whose stage is open if any does, else of all others.

    Those whose text has them all go before those that have some of them only in their spelling.
    """
    game, words, language = visible.game, plain(typed).split(), visible.game.namer.language
    named = [row for row in game.actions if row.name in words]  # who names an action means that one
    plainly = [row.base for row in named or game.actions if not row.types and _text(visible, row.base) == plain(typed)]
    if plainly:  # it reads just so, however far off, and there is nothing to choose with it
        return plainly
    meant = _meant(visible, words)
    if meant is None:
        return []
    for distance in range(_SHUT + 1):
        readings: list[list[tuple[int, str]]] = []
        spelled: list[int] = []
        for row in named or game.actions:
            if _distance(visible, row) != distance:
                continue
            wanted = _wanted(visible, row, words)
            reading: list[tuple[int, str]] = []
            for code in _instances(visible, row, meant):
                text = _text(visible, code)
                if _reads(visible, row, text, wanted):
                    reading.append((code, text))
                elif holds(f"{text} {plain(game.spelled(code))}", words):
                    spelled.append(code)
            readings.append(reading)
        counted = [[each for each in some if counts_so(each[1], typed, language)] for some in readings]
        readings = counted if any(counted) else readings
        read = [each for some in readings for each in side_by_side(some, words, itemgetter(1))]
        read = _wholly(visible, read, typed, lambda each: (each[1], _done_with(visible, each[0])))
        spelled = _wholly(visible, spelled, typed, lambda code: (_text(visible, code), _done_with(visible, code)))
        if read or spelled:
            whole = [row for row in read if row[1] == " ".join(words)]  # it is meant, whatever else has the words
            alike = [row for row in read if _stems(row[1], language) == _stems(plain(typed), language)]
            found = [code for code, _ in whole or alike or read] or spelled
            return _in_reach(visible, found, words)[: _MOST_FOUND + 1]
    near = [row for row in game.actions if along_links(visible, row.types) and not _distance(visible, row)]
    far = [code for row in named or near for code in _instances(visible, row, meant, anywhere=True)]
    return [code for code in far if holds(f"{_text(visible, code)} {plain(game.spelled(code))}", words)]


def _counted_so(visible: VisiblePosition, typed: str) -> bool:
    """Whether words mean some action that has their figures before the same words."""
    try:
        codes = candidate_actions(visible, typed)
    except UnknownName:
        return False
    return any(counts_so(_text(visible, code), typed, visible.game.namer.language) for code in codes)


def _in_reach(visible: VisiblePosition, codes: list[int], words: Sequence[str]) -> list[int]:
    """Actions without those of an amount that nobody has named and no answer has now; all of them if none is left."""
    game = visible.game
    named = {int(word) for word in words if word.isdecimal() and len(word) < _LONG}
    now: dict[tuple[str, int], set[int]] = {}
    for code in visible.at.answers:
        for place, number in enumerate(game.numbers(code) if code != DECLINE else ()):
            now.setdefault((game.coding(code).name, place), set()).add(number)

    def likely(code: int) -> bool:
        row = game.coding(code)
        return all(
            of[0] != "number" or number in named or number in now.get((row.name, place), (number,))
            for place, (of, number) in enumerate(zip(row.types, game.numbers(code), strict=True))
        )

    return [code for code in codes if code == DECLINE or likely(code)] or codes


def _distance(visible: VisiblePosition, row: ActionRow) -> int:
    """How far off an action is: asked for or of the innermost open stage, of another open one, of one that is shut."""
    asked = visible.at.who is not None and row.name in visible.game.asking(visible.at.state).offered
    slot = visible.game.tables["doors"].get(row.stage)
    if asked or row.stage in visible.open_stages()[-1:]:
        return 0
    return 1 if slot is not None and visible.at.state[slot] else _SHUT


def _wanted(visible: VisiblePosition, row: ActionRow, words: Sequence[str]) -> list[str]:
    """The words that an action must have: of one at hand all but small ones that none of its texts has."""
    if _distance(visible, row) == _SHUT:
        return list(words)
    small = small_words(visible.game.namer.language)
    said_so = {word for code in _samples(row) for word in _text(visible, code).split()}
    return [word for word in words if word not in small or word in said_so]


def _done_with(visible: VisiblePosition, code: int) -> set[str]:
    """The ids of what an action is done with."""
    types, numbers = visible.game.coding(code).types, visible.game.numbers(code)
    return {str(visible.mask.plain(of, number)) for of, number in zip(types, numbers, strict=True)}


def _reads(visible: VisiblePosition, row: ActionRow, text: str, words: Sequence[str]) -> bool:
    """Whether the text of an action, with what that is called, holds some words, in whichever form."""
    called = f"{text} {plain(visible.game.namer.called(row.name))}"
    return bool(text) and all(_fits(word, called, visible.game.namer.language) for word in words)


def _fits(word: str, text: str, language: str) -> bool:
    """Whether a text holds a word, in whichever form."""
    if holds(text, [word]):
        return True
    inflected = language != OWN and len(word) > _SHORT and word.isalpha()
    return inflected and stem(word, language) in _stems(text, language)


@lru_cache(maxsize=4096)
def _stems(text: str, language: str) -> frozenset[str]:
    return frozenset(stems_of(text, language))


def _needs(visible: VisiblePosition, words: Sequence[str]) -> list[str]:
    """What near actions words would be if a piece that they name stood elsewhere, where they are none as it stands."""
    meant = _meant(visible, list(words))
    found = []
    for row in visible.game.actions if meant is not None else ():
        if _distance(visible, row) or not along_links(visible, row.types):
            continue
        assert meant is not None
        codes = list(_instances(visible, row, meant, anywhere=True))
        at_hand = [(code, _text(visible, code)) for code in codes if is_at_hand(visible, code)]
        read = [each for each in at_hand if _reads(visible, row, each[1], _wanted(visible, row, words))]
        if codes and not _wholly(visible, read, " ".join(words), lambda each: (each[1], set()), strictly=True):
            found.append(missing_place(visible, codes, words, visible.game.namer.called(row.name)))
    return [each for each in found if each]


def _meant(visible: VisiblePosition, words: list[str]) -> dict[str, set[int]] | None:
    """By kind, the things to which words point that point to no other kind; None where a word points to nothing."""
    game, language = visible.game, visible.game.namer.language
    things = {
        kind: [plain(f"{visible.name(kind, index)} {name}") for index, name in enumerate(ids)]
        for kind, (ids, _) in game.namer.kinds.items()
    }
    texts = " ".join(
        f"{_text(visible, code)} {plain(game.spelled(code))} {plain(game.namer.called(row.name))}"
        for row in game.actions
        for code in _samples(row)
    )
    words = [word for word in words if word not in small_words(language)]
    meant: dict[str, set[int]] = {}
    line = f" {' '.join(words)} "
    for kind, (ids, _) in game.namer.kinds.items():
        for index in range(len(ids)):
            for name in map(plain, game.namer.forms(kind, index)):
                if " " in name and f" {name} " in line:  # which is one thing and no other
                    meant.setdefault(kind, set()).add(index)
                    words = [word for word in words if word not in name.split()]
    for word in words:
        bare = word.strip("(),")
        kinds = {kind for kind, names in things.items() if any(_fits(bare, name, language) for name in names)}
        if not kinds and not _fits(bare, texts, language) and not any(letter in "0123456789(" for letter in word):
            return None
        if len(kinds) == 1 and bare not in texts:
            kind = kinds.pop()
            found = {index for index, name in enumerate(things[kind]) if _fits(bare, name, language)}
            meant.setdefault(kind, set()).update(found)
    return meant


def _samples(row: ActionRow) -> Iterator[int]:
    """Some codes of an action, among which its texts have every form that words take with a number."""
    for place, (of, low, count) in enumerate(zip(row.types, row.lows, row.counts, strict=True)):
        if of[0] == "number":
            for value in range(low, low + min(count, _FORMS_TRIED)):
                yield address(row, [*row.lows[:place], value, *row.lows[place + 1 :]])
    yield row.base


def _instances(
    visible: VisiblePosition, row: ActionRow, meant: dict[str, set[int]], anywhere: bool = False
) -> Iterator[int]:
    """The codes of an action over everything meant that it could be done with, but for pieces that are not known.

    Pieces go along links that are at hand, unless they may stand anywhere.
    """
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
    codes = (address(row, chosen) for chosen in product(*values))
    bound = not anywhere and along_links(visible, row.types)
    yield from (code for code in codes if not bound or is_at_hand(visible, code))


def _text(visible: VisiblePosition, code: int) -> str:
    """The words of an instance; what makes no sense in a position has no words there."""
    try:
        return plain(visible.at.text(code))
    except (LookupError, *FAULTS):
        return ""
