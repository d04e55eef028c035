"""Things sit for their pictures: the properties that rule files declare, worked out at the start of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from crex_dsl.engine.chance import members_of
from crex_dsl.engine.game import Game
from crex_dsl.engine.names import Namer
from crex_dsl.rulebook.pictures import FIGURES, ICONS, WRITINGS
from crex_dsl.site.drawing.drawn import Drawings, Drawn, Icon, Sort
from crex_dsl.site.drawing.words import Words

_Value = tuple[tuple[Any, ...] | None, Any]  # a type and a value, or no type and a text


def drawings(game: Game, namer: Namer | None = None) -> Drawings:
    """What the pictures of a game give at its start, as somebody names it or as the edition does.

    There is nothing where its rule files hold no picture.
    """
    namer = namer or game.namer
    sitting = _Sitting(game, namer)
    ranked = _ranked([drawn for kind in sitting.pictures for drawn in sitting.all(kind)])
    kinds = {kind: tuple(_once(one for one in ranked if one.kind == kind)) for kind in sitting.pictures}
    return Drawings(game.title, namer.language, {kind: drawn for kind, drawn in kinds.items() if drawn})


class _Sitting:
    """One game at its start."""

    def __init__(self, game: Game, namer: Namer) -> None:
        self.game, self.words, self.state = game, Words(game, namer), game.start().state
        self.pictures: dict[str, dict[str, Callable[..., str]]] = game.program.words["PICTURES"]
        self.parts: dict[str, tuple[str, int]] = game.tables["subkinds"]
        self.meanings: dict[str, dict[str, str]] = game.tables["meanings"]
        self.ends = {
            (root, link): tuple(game.namer.kinds[self.parts[game.tables["links"][root]][0]][0][end] for end in both)
            for root, name, _, values, _ in game.tables["fixed"]
            if name == "ends" and root in game.tables["links"]
            for link, both in ((link, list(members_of(ends))) for link, ends in enumerate(values))
        }

    def all(self, kind: str) -> Iterator[Drawn]:
        """The things whose narrowest picture is that of a kind."""
        root, mask = self.parts[kind]
        for index in members_of(mask):
            if self._pictures(root, index)[0] == kind:
                yield self._drawn(kind, root, index)

    def _pictures(self, root: str, index: int) -> list[str]:
        """The pictures of a thing, those of its narrowest kind first."""
        fitting = [name for name in self.pictures if self.parts[name][0] == root and self.parts[name][1] >> index & 1]
        return sorted(fitting, key=lambda name: self.parts[name][1].bit_count())

    def _drawn(self, kind: str, root: str, index: int) -> Drawn:
        found: dict[str, tuple[str, str, _Value]] = {}  # by property: what it means, its text, its value
        for name in self._pictures(root, index):
            for trait, picture in self.pictures[name].items():
                found.setdefault(trait, self._trait(picture, self.meanings[name].get(trait), index))
        ids = self.game.namer.kinds[root][0]
        name = self.words.shown(("thing", root, root, -1), index, None)
        texts = {trait: found[trait][1] for trait in WRITINGS if trait in found}
        label = texts.get("label") or name
        figures = {trait: int(found[trait][2][1]) for trait in FIGURES if trait in found}
        ends = self.ends.get((root, index))
        return Drawn(
            kind,
            (ids[index],),
            label,
            texts.get("title") or label,
            texts,
            (figures["x"], figures["y"]) if "x" in figures and "y" in figures else None,
            bool("beside" in found and found["beside"][2][1]),
            self._sort(found.get("colour")),
            self._sort(found.get("line")),
            found["shape"][1] if "shape" in found else "",
            figures.get("pips", 0),
            tuple(self._icon(trait, *found[trait]) for trait in ICONS if trait in found),
            (ends[0], ends[-1]) if ends else None,
            tuple(fact for trait, given in found.items() if (fact := self._fact(trait, *given))),
        )

    def _trait(self, picture: Callable[..., str], term: str | None, index: int) -> tuple[str, str, _Value]:
        """A property of a thing: what it means, its text, and its value where it is one."""
        asked: list[tuple[_Value, str]] = []

        def show(of: tuple[Any, ...], given: Any, _: object) -> str:
            value = given() if callable(given) else given
            asked.append(((of, value), self.words.shown(of, value, term)))
            return asked[-1][1]

        def plural(number: Any, forms: tuple[str, ...], _: object) -> str:
            return self.words.namer.plural(number() if callable(number) else number, forms)

        text = picture(self.state, show, plural, index)
        whole = len(asked) == 1 and text == asked[0][1]
        return (self.words.term(term) if term else "", text, asked[0][0] if whole else (None, text))

    def _sort(self, given: tuple[str, str, _Value] | None) -> Sort | None:
        """A value by which things are told apart, for the time being with its own number as its place."""
        if given is None or not given[1]:
            return None
        term, text, (of, value) = given
        while of is not None and of[0] == "optional":
            of = of[1]
        if of is None or not isinstance(value, int):
            return Sort("", 0, text, term)
        return Sort(str(of[1]) if of[0] in ("thing", "enum") else of[0], value, text, term)

    def _icon(self, name: str, term: str, text: str, value: _Value) -> Icon:
        of, count = value
        return Icon(name, int(count), of is not None and of[0] != "bool", term)

    def _fact(self, trait: str, term: str, text: str, value: _Value) -> tuple[str, str] | None:
        """What a property tells, where it means something: of a yes only what it means, of a no nothing."""
        of, given = value
        if not term or not text:
            return None
        if of is not None and of[0] == "bool":
            return (term, "") if given else None
        return term, text


def _ranked(drawn: list[Drawn]) -> list[Drawn]:
    """The same things, each value that tells them apart by its place among those in use; beside the board none does."""
    drawn = [replace(one, colour=None) if one.beside else one for one in drawn]
    places = _places(sort for one in drawn for sort in (one.colour, one.line) if sort)
    return [replace(one, colour=one.colour and places[one.colour], line=one.line and places[one.line]) for one in drawn]


def _places(sorts: Iterable[Sort]) -> dict[Sort, Sort]:
    ranks: dict[str, dict[Sort, None]] = {}
    for sort in sorts:
        ranks.setdefault(sort.of, {})[sort] = None
    found: dict[Sort, Sort] = {}
    for of in ranks.values():
        values = list(dict.fromkeys((sort.place, sort.word) for sort in sorted(of, key=lambda sort: sort.place)))
        found.update({sort: replace(sort, place=values.index((sort.place, sort.word))) for sort in of})
    return found


def _once(drawn: Iterable[Drawn]) -> Iterator[Drawn]:
    """Things with a title that differ in nothing but their label, once."""
    alike: dict[str, Drawn] = {}
    for one in drawn:
        if "title" not in one.texts:
            key = one.thing
        else:
            bare = {trait: text for trait, text in one.texts.items() if trait != "label"}
            key = repr(replace(one, things=(), label="", texts=bare))
        same = alike.get(key)
        alike[key] = one if same is None else replace(same, things=(*same.things, *one.things))
    yield from alike.values()
