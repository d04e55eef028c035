"""The board as tables: where play stands, who is where, what lies in which pile, what is remembered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from crex_dsl.engine.run.memory import memory_word
from crex_dsl.engine.run.program_rows import Cell
from crex_dsl.engine.secrecy.visible_position import VisiblePosition
from crex_dsl.gameplay.progress.stage_status import holds_anything, stage_fields, stage_texts, status_texts
from crex_dsl.play.memory_tables import about_players, accounts, facts, ledgers, notes
from crex_dsl.play.piece_labels import Figure, counted, figure, side_style
from crex_dsl.system.console import plain_table
from crex_dsl.text.messages import headed, said

_LARGEST = 12


def board(visible: VisiblePosition, whole: bool = False) -> RenderableType:
    """The board that somebody sees; `whole` with everything that is remembered."""
    parts: list[RenderableType] = []
    for part in (
        standing(visible),
        placed(visible, whole),
        *piles(visible),
        _players(visible) if visible.says_status else None,
        *(ledgers(visible, whole) if whole or not visible.says_status else ()),
        notes(visible, whole) if whole or not visible.says_status else None,
    ):
        if part is not None:
            parts += [Text(), part] if parts else [part]
    return Group(*parts) if parts else Text(said("play-empty-board"))


def _players(visible: VisiblePosition) -> RenderableType | None:
    """What the rule files say of every player, as far as these eyes may know it."""
    lines = []
    for seat in visible.game.seats:
        if told := visible.status("player", seat):
            name = visible.name("player", seat)
            line = Text(headed(name, " · ".join(told)))
            line.stylize(side_style(visible.game, seat), 0, len(name))
            lines.append(line)
    return Group(*lines) if lines else None


def standing(visible: VisiblePosition) -> Text | None:
    """The stages in which play stands, with what they are about."""
    lines = status_texts(visible, alone=False)
    between = " · " if visible.says_status else "\n"
    return Text(between.join(lines)) if any(lines) else None


def public_status(eyes: Sequence[VisiblePosition]) -> list[str]:
    """Where play stands in the words of the rule files, as far as it reads the same to several."""
    told = [[text for stage in (*visible.open_stages(), "game") for text in visible.status(stage)] for visible in eyes]
    return [text for text in told[0] if all(text in others for others in told)] if told else []


def bearings(visible: VisiblePosition) -> list[Text]:
    """The same for a question, a fact each: the stages, what is noted of players in them, and what the asked has."""
    if visible.says_status:
        both = status_texts(visible, alone=False), visible.status("player")
        return [Text(" · ".join(texts)) for texts in both if texts]
    parts = [Text(line) for line in stage_texts(visible)]
    for cell in visible.game.cells:
        if cell.stage in visible.open_stages() and cell.params and about_players(cell) and cell.sort != "set":
            found = list(facts(visible, cell))
            if found:
                between = Text(visible.game.namer.say.apart(("", "")))
                parts.append(Text(f"{memory_word(visible.game, cell)} ").append_text(between.join(found)))
    if visible.seat is not None and (own := accounts(visible)):
        told = [
            f"{memory_word(visible.game, cell)} {visible.text(cell.type, visible.value(cell, (visible.seat,)))}"
            for cell in own
        ]
        parts.append(Text(visible.game.namer.say.headed(visible.name("player", visible.seat), ", ".join(told))))
    return parts


def scenes(visible: VisiblePosition) -> list[Text]:
    """Who is where it happens: at the places that the stages are about."""
    parts: list[Text] = []
    for name, figures in _scenes(visible):
        sides = dict.fromkeys(one.side for one in figures)
        listed = (_listed(visible, [one for one in figures if one.side == side]) for side in sides)
        parts.append(Text(headed(name, "")).append_text(Text(f" {said('play-against')} ").join(listed)))
    return parts


def _scenes(visible: VisiblePosition) -> Iterator[tuple[str, list[Figure]]]:
    """The places that the fields of open stages name, with who stands there and what the stage remembers of them."""
    stages = visible.open_stages()
    found = _occupants(visible)
    for depth, stage in enumerate(stages):
        for cell, value in stage_fields(visible, stage):
            of = cell.type[1] if cell.type[0] == "optional" else cell.type
            if of[0] == "thing" and value is not None and value in found.get(of[1], {}):
                things = found[of[1]].pop(value)
                yield (
                    visible.name(of[1], value),
                    [figure(visible, *one, _parts_played(visible, *one, stages, depth)) for one in things],
                )


def _parts_played(visible: VisiblePosition, kind: str, index: int, stages: list[str], depth: int) -> list[str]:
    """What open stages remember of a known thing: its numbers, and to which sets of the inner stages it belongs."""
    marks: list[str] = []
    if visible.says_status:  # what nobody gave words for is not for people
        return marks
    for cell in visible.game.cells if visible.knows(kind, index) else ():
        if cell.kind is not None or cell.stage not in stages:
            continue
        if [of[:2] for of in cell.params] == [("thing", kind)] and cell.type[0] == "number":
            value = visible.value(cell, (index,))
            marks += [f"{memory_word(visible.game, cell)} {value}"] if value else []
        elif not cell.params and cell.type[0] == "set" and cell.type[1][:2] == ("thing", kind):
            members = visible.value(cell, ())
            inner = stages.index(cell.stage) >= depth
            marks += [memory_word(visible.game, cell)] if inner and members and members >> index & 1 else []
    return marks


# ---- who is where ----
def whereabouts(visible: VisiblePosition) -> dict[str, dict[int, list[Figure]]]:
    """By kind of place, what stands on each."""
    return {
        kind: {place: [figure(visible, *one) for one in things] for place, things in places.items()}
        for kind, places in _occupants(visible).items()
    }


def _occupants(visible: VisiblePosition) -> dict[str, dict[int, list[tuple[str, int]]]]:
    """By kind of place, the things on each: of which kind, and which one."""
    tables = visible.game.tables
    found: dict[str, dict[int, list[tuple[str, int]]]] = {}
    for kind, number in tables["placements"].items():
        cell = visible.game.cells[number]
        of = cell.type[1] if cell.type[0] == "optional" else cell.type
        if of[0] != "thing":
            continue
        root, mask = tables["subkinds"][kind]
        places = found.setdefault(of[1], {})
        for index in range(len(visible.game.namer.kinds[root][0])):
            place = visible.value(cell, (index,)) if mask >> index & 1 else None
            if place is not None and place < len(visible.game.namer.kinds[of[1]][0]):
                places.setdefault(place, []).append((root, index))
    return found


def placed(visible: VisiblePosition, whole: bool = True) -> RenderableType | None:
    """A table of the places on which something stands, with a column for each side; heaps by their size."""
    tables: list[RenderableType] = []
    for kind, places in whereabouts(visible).items():
        heaps = {place: here for place, here in places.items() if not whole and _heap(here)}
        rows = {place: here for place, here in places.items() if place not in heaps}
        sides = [s for s in (*visible.game.seats, None) if any(f.side == s for p in rows.values() for f in p)]
        if rows:
            table = plain_table(
                visible.game.namer.called(kind),
                *("" if side is None else visible.name("player", side) for side in sides),
            )
            for place in sorted(rows):
                cells = [_listed(visible, [one for one in rows[place] if one.side == side]) for side in sides]
                table.add_row(visible.name(kind, place), *cells)
            tables.append(table)
        if heaps:
            sizes = ", ".join(f"{visible.name(kind, place)} {len(heaps[place])}" for place in sorted(heaps))
            tables.append(Text(said("play-heaps", sizes=sizes), "dim"))
        empty = len(visible.game.namer.kinds[kind][0]) - len(places)
        if places and empty:
            tables.append(Text(said("play-nothing-else", count=empty), "dim"))
    return Group(*tables) if tables else None


def _heap(figures: Sequence[Figure]) -> bool:
    """Whether nobody's things lie somewhere so that their number is enough: face down, or very many."""
    return all(one.side is None for one in figures) and (
        len(figures) > _LARGEST or not any(one.known for one in figures)
    )


def _listed(visible: VisiblePosition, figures: Sequence[Figure]) -> Text:
    text = Text()
    for one in counted(figures):
        text.append(", " if text else "")
        text.append(one.text, side_style(visible.game, one.side))
    return text


# ---- piles ----
def piles(visible: VisiblePosition) -> Iterator[RenderableType]:
    """For each kind that stands nowhere and yet changes: its things by how they are."""
    tables = visible.game.tables
    for kind, (ids, _) in visible.game.namer.kinds.items():
        cells = visible.game.changing(kind)
        if kind in tables["placements"] or not cells:
            continue
        found: dict[tuple[str, ...], list[int]] = {}
        for index in range(len(ids)):
            values = tuple(visible.text(cell.type, visible.value(cell, (index,))) for cell in cells)
            found.setdefault(values, []).append(index)
        table = plain_table("", visible.game.namer.called(kind))
        for values, members in found.items():
            how = ", ".join(filter(None, (_told(visible, cell, members[0]) for cell in cells)))
            table.add_row(
                how or ", ".join(values), _listed(visible, [_member(visible, kind, index, values) for index in members])
            )
        yield table


def _told(visible: VisiblePosition, cell: Cell, index: int) -> str:
    """How a thing stands in one respect, in a word; nothing where it stands in none."""
    value = visible.value(cell, (index,))
    if cell.type[0] == "bool":
        return memory_word(visible.game, cell) if value else ""
    return visible.text(cell.type, value) if holds_anything(visible, cell, value) else ""


def _member(visible: VisiblePosition, kind: str, index: int, told: Sequence[str]) -> Figure:
    """A thing in a pile: its name, and its label where that says more than the pile does."""
    if not visible.knows(kind, index):
        return Figure(visible.game.namer.called(kind), None, known=False)
    name, label = visible.name(kind, index), visible.drawn(kind, index, "label") or ""
    if name in label:
        return Figure(label, None)
    return Figure(f"{name} {label}" if label and label not in told else name, None)
