"""Orders in words: some of one's pieces, `to`, and a place, perhaps `by` another; `all` for as many as can go there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.orders import Order, Way, place_kind, placement, things_named
from crex_dsl.gameplay.piece_sides import side_of
from crex_dsl.text.folding import plain
from crex_dsl.text.messages import OWN, Messages, listed_as_said, said, spoken
from crex_dsl.text.stemming import stems_of

_MOST_TOLD = 6

Named = list[tuple[str, int]]  # what things may be called, and which they are


class _Words:
    """The words of orders, in some languages."""

    def __init__(self, languages: Sequence[str]) -> None:
        self.all, self.between, self.to, self.by = (
            {plain(word) for language in languages for word in Messages(language)(key).split()}
            for key in ("order-words-all", "order-words-between", "order-words-to", "order-words-by")
        )
        goes, over = (rf"\s+(?:{'|'.join(sorted(map(re.escape, words)))})\s+" for words in (self.to, self.by))
        self._line = re.compile(rf"^(.+)(?:{goes}|\s*(?:->|→)\s*)(.+?)(?:{over}(.+))?$")

    def parts(self, typed: str) -> tuple[str, str, str | None] | None:
        """Who goes, where, and by which place, if anything is said so."""
        found = self._line.match(plain(typed).strip())
        return None if found is None else (found[1], found[2], found[3])


_known_words = cache(_Words)


def _words_of(language: str) -> _Words:
    """The words of orders in the language of whoever plays, in that of the rules, and in English."""
    return _known_words((spoken(), language, OWN))


def small_words(language: str) -> set[str]:
    """The words that stand between names in orders, in any language in which those are given here."""
    words = _words_of(language)
    return words.to | words.by | words.between


def order_said(visible: VisiblePosition, typed: str) -> Order | None:
    """The order that a line gives, or None where it gives none; raises UnknownName where a name fits several pieces."""
    words = _words_of(visible.game.namer.language)
    found = words.parts(typed)
    if found is None or visible.seat is None:
        return None
    who, there, over = found
    for kind in visible.game.tables["placements"]:
        places = _places(visible, kind)
        goal, by = (
            None if name is None else _place_meant(name, places, visible.game.namer.language) for name in (there, over)
        )
        if goal is None or (over is not None and by is None):
            continue
        own = _own(visible, kind)
        order = _pieces(visible, kind, own, places, who.replace(",", " ").split(), words)
        if order is not None:
            pieces, every = order
            if not pieces:
                raise UnknownName(said("play-nothing-to-go", place=_names(visible, kind)[goal]))
            return Order(kind, tuple(pieces), goal, every, by)
    return None


def names_in_orders(visible: VisiblePosition) -> list[str]:
    """What can be named in orders: the viewer's own pieces, and the places where such pieces can be."""
    found: list[str] = []
    for kind in visible.game.tables["placements"] if visible.seat is not None else ():
        root = visible.game.tables["subkinds"][kind][0]
        found += [visible.name(root, piece) for piece in _own(visible, kind)] + _names(visible, kind)
    return list(dict.fromkeys(found))


def _place_meant(name: str, places: Named, language: str) -> int | None:
    """The only place that words name as a whole, or None."""
    found = _meant(name.split(), places, language)
    return found[0][0] if found is not None and found[1] == len(name.split()) and len(found[0]) == 1 else None


def _pieces(
    visible: VisiblePosition, kind: str, own: Sequence[int], places: Named, words: list[str], known: _Words
) -> tuple[list[int], bool] | None:
    """The pieces that words name, and whether every one of them is meant to go; None where a word names nothing."""
    root = visible.game.tables["subkinds"][kind][0]
    names = [(name, piece) for piece in own for name in _called(visible, root, piece)]
    cell = placement(visible.game, kind)
    pieces: list[int] = []
    every = True
    while words:
        piece, place = (_meant(words, named, visible.game.namer.language) for named in (names, places))
        if piece is not None and place is not None and _only_place(words[: place[1]], names, places):
            piece = piece if piece[1] > place[1] else None
        if piece is not None and (place is None or piece[1] >= place[1]):
            if len(piece[0]) > 1:
                several = [visible.name(root, one) for one in piece[0]][:_MOST_TOLD]
                typed, told = " ".join(words[: piece[1]]), listed_as_said(several, "or")
                raise UnknownName(said("play-could-be", typed=typed, several=told))
            pieces += piece[0]
            words = words[piece[1] :]
        elif place is not None and len(place[0]) == 1:
            pieces += [one for one in own if visible.value(cell, (one,)) == place[0][0]]
            every, words = False, words[place[1] :]
        elif words[0] in known.all:
            every, words = False, words[1:]
            if not words:
                pieces += _concerned(visible, kind, own)
        elif words[0] in known.between:
            words = words[1:]
        else:
            return None
    return list(dict.fromkeys(pieces)), every


def _concerned(visible: VisiblePosition, kind: str, own: Sequence[int]) -> list[int]:
    """One's own pieces that the answers at hand name, or that stand where one of them is about."""
    game, cell = visible.game, placement(visible.game, kind)
    codes = [action.code for action in visible.view.legal] if visible.view is not None else []
    named, places = (
        {thing for code in codes for thing in things_named(game, code, of)}
        for of in (game.tables["subkinds"][kind][0], place_kind(game, kind))
    )
    return [piece for piece in own if piece in named or visible.value(cell, (piece,)) in places]


def _own(visible: VisiblePosition, kind: str) -> list[int]:
    """The pieces of a kind that are the viewer's own and stand somewhere."""
    root, members = visible.game.tables["subkinds"][kind]
    cell = placement(visible.game, kind)
    count, places = len(visible.game.namer.kinds[root][0]), len(_names(visible, kind))
    return [
        piece
        for piece in range(count)
        if members >> piece & 1
        and visible.knows(root, piece)
        and (visible.value(cell, (piece,)) or 0) < places
        and side_of(visible, root, piece) == visible.seat
    ]


def _meant(words: Sequence[str], names: Named, language: str) -> tuple[list[int], int] | None:
    """The things that the most of the first words name, and how many words they are; a whole name is meant first.

    Words in another form than names have mean the same, where they mean nothing as they are.
    """
    for length in range(len(words), 0, -1):
        typed = " ".join(words[:length])
        whole = [thing for name, thing in names if name == typed]
        part = [thing for name, thing in names if f" {typed} " in f" {name} "]
        begun = [thing for name, thing in names if f" {typed}" in f" {name}"] if len(typed) > 2 else []
        found = list(dict.fromkeys(whole or part or begun or _inflected(typed, names, language)))
        if found:
            return found, length
    return None


def _inflected(typed: str, names: Named, language: str) -> list[int]:
    """The things in whose names the words stand in another form."""
    stems = f" {' '.join(stems_of(typed, language))} "
    return [thing for name, thing in names if len(typed) > 3 and stems in f" {' '.join(stems_of(name, language))} "]


def _only_place(words: Sequence[str], names: Named, places: Named) -> bool:
    """Whether words are a place's name in full and of no piece more than a part."""
    whole = [" ".join(words) in (name for name, _ in named) for named in (places, names)]
    return whole == [True, False]


def _places(visible: VisiblePosition, kind: str) -> Named:
    places = place_kind(visible.game, kind)
    count = len(visible.game.namer.kinds[places][0])
    return [(name, place) for place in range(count) for name in _called(visible, places, place)]


def _called(visible: VisiblePosition, kind: str, index: int) -> Iterable[str]:
    """What a thing may be called: its name in all its forms, and its id as it is written or in words."""
    written = plain(visible.game.namer.kinds[kind][0][index])
    forms = sorted(map(plain, visible.game.namer.forms(kind, index)))
    return dict.fromkeys((plain(visible.name(kind, index)), *forms, written, written.replace("-", " ")))


def _names(visible: VisiblePosition, kind: str) -> list[str]:
    places = place_kind(visible.game, kind)
    return [visible.name(places, place) for place in range(len(visible.game.namer.kinds[places][0]))]


def way_said(visible: VisiblePosition, way: Way) -> str:
    """A way in one line: what is decided for it, and who goes where by which places."""
    root = way.order.root(visible.game)
    places = place_kind(visible.game, way.order.kind)
    told = [*way.texts]
    if not told or len(way.deeds) > 1:
        told.append(", ".join(sorted(map(visible.game.namer.called, way.deeds))))
    for route, pieces in way.routes.items():
        who = ", ".join(visible.name(root, piece) for piece in pieces)
        told.append(visible.game.namer.say.headed(who, " – ".join(visible.name(places, place) for place in route)))
    return visible.game.namer.say.apart(told)


def stuck_said(visible: VisiblePosition, order: Order, stuck: Sequence[int]) -> str:
    """Why no way is found for an order: which of its pieces cannot go even alone, and where they stand."""
    root, places, cell = (
        order.root(visible.game),
        place_kind(visible.game, order.kind),
        placement(visible.game, order.kind),
    )
    goal = visible.name(places, order.place)
    if not stuck:
        return said("play-not-together", place=goal)
    told = listed_as_said(
        f"{visible.name(root, one)} ({visible.text(cell.type, visible.value(cell, (one,)))})" for one in stuck
    )
    return said("play-no-way", who=told, place=goal)


def left_behind(visible: VisiblePosition, way: Way) -> str:
    """The pieces of an order that do not get there, if any."""
    arrived, root = way.arrived, way.order.root(visible.game)
    names = [visible.name(root, piece) for piece in way.order.pieces if piece not in arrived]
    if len(names) <= _MOST_TOLD:
        return listed_as_said(names)
    return said("play-and-more", some=", ".join(names[:_MOST_TOLD]), count=len(names) - _MOST_TOLD)
