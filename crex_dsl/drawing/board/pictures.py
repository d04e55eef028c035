"""What is drawn of each thing: the properties that rule files declare, worked out for one state and one viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from crex_dsl.drawing.board.vocabulary import PictureVocabulary
from crex_dsl.engine.game import Game
from crex_dsl.engine.run.chance import members_of
from crex_dsl.engine.run.value_names import Namer
from crex_dsl.engine.secrecy.mask import HIDDEN, Mask, Secrets
from crex_dsl.rulebook.tools.pictures import FIGURES, ICONS, WRITINGS


@dataclass(frozen=True)
class Sort:
    """A value by which things are told apart: of what, its place among the values in use, its word and its term."""

    of: str
    place: int
    word: str
    term: str


@dataclass(frozen=True)
class Icon:
    """An icon, how often it is shown, whether that is a number rather than a yes or no, and what it means."""

    name: str
    count: int
    counted: bool
    term: str


@dataclass(frozen=True)
class ThingPicture:
    """A thing as it is drawn, or several that look alike; its facts say in words what the drawing shows."""

    kind: str
    things: tuple[str, ...]
    label: str
    title: str
    texts: dict[str, str] = field(default_factory=dict)
    at: tuple[int, int] | None = None
    beside: bool = False
    colour: Sort | None = None
    line: Sort | None = None
    shape: str = ""
    pips: int | None = 0
    icons: tuple[Icon, ...] = ()
    ends: tuple[str, str] | None = None
    facts: tuple[tuple[str, str], ...] = ()
    within: bool = False
    covered: bool = False
    root: str = ""

    @property
    def thing(self) -> str:
        """The id of the thing, or of the first of those that look alike."""
        return self.things[0]

    @property
    def told(self) -> str:
        """The drawing in words, on one line."""
        facts = "; ".join(": ".join(part for part in fact if part) for fact in self.facts)
        copies = f" ×{len(self.things)}" if len(self.things) > 1 else ""
        return f"{self.title}{copies} ({facts})" if facts else f"{self.title}{copies}"


@dataclass(frozen=True)
class ThingPictures:
    """All that is drawn of a game under one edition, by the kind of the picture, in the order of its tables."""

    title: str
    language: str
    kinds: dict[str, tuple[ThingPicture, ...]]
    outlines: dict[str, tuple[tuple[int, int], ...]] = field(
        default_factory=dict
    )  # parts of the board that are no things

    def placed(self) -> list[ThingPicture]:
        """What lies on the board or beside it."""
        return [drawn for of in self.kinds.values() for drawn in of if drawn.at is not None]

    def lines(self) -> list[ThingPicture]:
        """What joins two things that lie on the board."""
        there = {drawn.thing for drawn in self.placed()}
        return [drawn for of in self.kinds.values() for drawn in of if drawn.ends and there.issuperset(drawn.ends)]

    def pieces(self) -> dict[str, tuple[ThingPicture, ...]]:
        """What is drawn on its own: the things that have a shape and no place on the board."""
        found = {kind: tuple(one for one in of if one.shape and one.at is None) for kind, of in self.kinds.items()}
        return {kind: of for kind, of in found.items() if of}


_Value = tuple[tuple[Any, ...] | None, Any]  # a type and a value, or no type and a text
_Trait = tuple[str, str, _Value]  # what a property means, its text, its value
_Kept = tuple[str, str, int]  # a picture, one of its properties, and a thing
_MOST_KEPT = 20_000


def drawings(game: Game, namer: Namer | None = None) -> ThingPictures:
    """What the pictures of a game give at its start, as somebody names it or as the edition does.

    There is nothing where its rule files hold no picture.
    """
    namer, state = namer or game.namer, game.start().state
    reader = PictureReader(game, namer, state, Mask(game, state, None))
    ranked = _ranked([drawn for kind in reader.pictures for drawn in reader.all(kind)])
    kinds = {kind: tuple(_once(one for one in ranked if one.kind == kind)) for kind in reader.pictures}
    outlines = game.tables["outlines"]
    return ThingPictures(game.title, namer.language, {kind: of for kind, of in kinds.items() if of}, outlines)


@dataclass(frozen=True)
class KeptPictures:
    """What has been worked out already: properties that never change, and things by all that is seen of them."""

    traits: dict[_Kept, _Trait] = field(default_factory=dict)
    _pictures: dict[Any, ThingPicture] = field(default_factory=dict)

    def picture(self, key: Any, make: Callable[[], ThingPicture]) -> ThingPicture:
        """The picture of a thing with these properties, made once."""
        try:
            found = self._pictures.get(key)
        except TypeError:  # a list is among its properties
            return make()
        if found is None:
            if len(self._pictures) >= _MOST_KEPT:
                self._pictures.clear()
            found = self._pictures[key] = make()
        return found


class PictureReader:
    """What the pictures of a game give in one state, as far as the viewer of a mask may see it."""

    def __init__(
        self,
        game: Game,
        namer: Namer,
        state: list[int],
        mask: Mask,
        kept: KeptPictures | None = None,
        ranks: Ranks | None = None,
    ) -> None:
        """Properties that never change, and whole pictures, are taken from those that were `kept`, or put there."""
        self.game, self.words, self.state, self.mask = game, PictureVocabulary(game, namer), state, mask
        self.kept = KeptPictures() if kept is None else kept
        self.ranks = ranks
        self.pictures: dict[str, dict[str, Callable[..., str]]] = game.program.words["PICTURES"]
        self.meanings: dict[str, dict[str, str]] = game.tables["meanings"]

    @cached_property
    def _ends(self) -> dict[tuple[str, int], Any]:
        """What links join, by their kinds and numbers."""
        return {
            (root, link): self.game.namer.plain(row.type, ends)
            for root, row in self.game.link_ends.items()
            for link, ends in enumerate(row.values)
        }

    def all(self, kind: str) -> Iterator[ThingPicture]:
        """The things whose narrowest picture is that of a kind."""
        root, mask = self.game.tables["subkinds"][kind]
        for index in members_of(mask):
            fitting = self.game.pictures(root, index)
            if fitting[0] == kind:
                yield self.drawn(fitting, root, index)

    def drawn(self, pictures: Sequence[str], root: str, index: int, covered: bool = False) -> ThingPicture:
        """A thing by the pictures that fit it, the narrowest first; of a covered one only what its back shows."""
        found: dict[str, _Trait] = {}
        for name in pictures:
            for trait, picture in self.pictures[name].items():
                if trait in found or (covered and trait not in _OPEN):
                    continue
                given = None if covered else self.kept.traits.get((name, trait, index))
                if given is None:
                    given = self._trait(name, trait, picture, root, index, covered)
                if given is not None:
                    found[trait] = given
        return self.kept.picture(
            (root, index, covered, tuple(found.items())), lambda: self._made(pictures, root, index, covered, found)
        )

    def _made(
        self, pictures: Sequence[str], root: str, index: int, covered: bool, found: dict[str, _Trait]
    ) -> ThingPicture:
        """A thing from its properties."""
        thing = str(self.mask.plain(("thing", root, root, -1), index))
        if covered:
            label = found["back"][1] if "back" in found else self.words.term(root)
        else:
            label = found["label"][1] if "label" in found else ""
            label = label or self.words.shown(("thing", root, root, -1), index, None)
        texts = {trait: found[trait][1] for trait in WRITINGS if trait in found}
        figures = {trait: int(found[trait][2][1]) for trait in FIGURES if trait in found and found[trait][2][0]}
        ends = self._ends.get((root, index))
        beside = _holds(found.get("beside"))
        return ThingPicture(
            pictures[0] if pictures else root,
            (thing,),
            label,
            texts.get("title") or label,
            texts,
            (figures["x"], figures["y"]) if "x" in figures and "y" in figures else None,
            beside,
            None if beside and self.ranks else self._sort(found.get("colour")),
            self._sort(found.get("line")),
            found["shape"][1] if "shape" in found else "",
            figures.get("pips", None if "pips" in found else 0),
            tuple(self._icon(trait, *found[trait]) for trait in ICONS if trait in found and found[trait][2][0]),
            (ends[0], ends[-1]) if ends else None,
            tuple(fact for trait, given in found.items() if (fact := self._fact(trait, *given))),
            _holds(found.get("within")),
            covered,
            root,
        )

    def _trait(
        self, name: str, trait: str, picture: Callable[..., str], root: str, index: int, covered: bool
    ) -> _Trait | None:
        """A property of a thing: what it means, its text, and its value where it is one that may be seen.

        Of a covered thing nothing is told of which a part is hidden. What never changes is kept, unless it names other
        things or rests on them, since whether these are known does change.
        """
        asked: list[tuple[_Value, str]] = []
        term, own = self.meanings[name].get(trait), (root, (index,))
        hidden = False
        lasting = not covered and trait in self.game.tables["unchanging"][name]

        def show(of: tuple[Any, ...], given: Any, secrets: Secrets, form: str | tuple[str, ...] | None = None) -> str:
            nonlocal hidden, lasting
            if not self.mask.sees_all(secrets):
                hidden, lasting = True, False
                asked.append(((None, HIDDEN), HIDDEN))
                return HIDDEN
            value = given() if callable(given) else given
            if any(secret != own for secret in secrets) or self._names_another(of, value, own):
                lasting = False
            asked.append(((of, value), self.words.shown(of, value, term, self.mask.hides, form)))
            return asked[-1][1]

        def plural(number: Any, forms: tuple[str, ...], secrets: Secrets, language: str | None = None) -> str:
            nonlocal lasting
            if any(secret != own for secret in secrets):
                lasting = False
            if not self.mask.sees_all(secrets):
                return forms[-1]
            return self.words.namer.plural(number() if callable(number) else number, forms, language)

        text = picture(self.state, show, plural, index)
        if hidden and covered:
            return None
        whole = len(asked) == 1 and text == asked[0][1]
        made = (self.words.term(term) if term else "", text, asked[0][0] if whole else (None, text))
        if lasting:
            self.kept.traits[name, trait, index] = made
        return made

    def _names_another(self, of: tuple[Any, ...], value: Any, own: tuple[str, tuple[int, ...]]) -> bool:
        """Whether a value names things that may be covered, other than the one that is drawn."""
        if of[0] in ("optional", "set", "list"):
            return self._names_another(of[1], None, own)
        return of[0] == "thing" and of[1] in self.game.program.words["IDENTITIES"] and (of[1], (value,)) != own

    def _sort(self, given: _Trait | None) -> Sort | None:
        """A value by which things are told apart, with its place among those in use, or for now its own number."""
        if given is None or not given[1]:
            return None
        term, text, (of, value) = given
        while of is not None and of[0] == "optional":
            of = of[1]
        made = Sort("", 0, text, term)
        if of is not None and isinstance(value, int):
            made = Sort(str(of[1]) if of[0] in ("thing", "enum") else of[0], value, text, term)
        return made if self.ranks is None else self.ranks.placed(made)

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


_OPEN = ("back", "colour", "shape", "within")  # what may be drawn of a thing that is covered


def _holds(given: _Trait | None) -> bool:
    """Whether a property asks for yes or no and is seen to be yes."""
    return given is not None and given[2][0] is not None and bool(given[2][1])


class Ranks:
    """The places of values among those in use at the start, by which later ones get the same colours and lines."""

    def __init__(self, drawn: Iterable[ThingPicture]) -> None:
        sorts = [sort for one in drawn for sort in (one.colour, one.line) if sort]
        self._places = {(sort.of, sort.word): sort.place for sort in sorts}

    def placed(self, sort: Sort) -> Sort:
        """A value with its place; one that was not in use at the start keeps its own number."""
        place = self._places.get((sort.of, sort.word), sort.place)
        return sort if place == sort.place else Sort(sort.of, place, sort.word, sort.term)


def _ranked(drawn: list[ThingPicture]) -> list[ThingPicture]:
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


def _once(drawn: Iterable[ThingPicture]) -> Iterator[ThingPicture]:
    """Things with a title that differ in nothing but their label, once."""
    alike: dict[str, ThingPicture] = {}
    for one in drawn:
        if "title" not in one.texts:
            key = one.thing
        else:
            bare = {trait: text for trait, text in one.texts.items() if trait != "label"}
            key = repr(replace(one, things=(), label="", texts=bare))
        same = alike.get(key)
        alike[key] = one if same is None else replace(same, things=(*same.things, *one.things))
    yield from alike.values()
