"""The board as tables: where play stands, who is where, what lies in which pile, what is remembered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.text import Text

from crex_dsl.engine.memory import KIND, NAME, PARAMS, SORT, STAGE, TYPE, Cell, label
from crex_dsl.play.figures import Figure, changing, counted, figure, side_style
from crex_dsl.play.ledger import about_players, accounts, facts, ledgers, notes
from crex_dsl.play.sight import Sight
from crex_dsl.play.tables import plain_table, spaced

_LARGEST = 12


def board(sight: Sight, whole: bool = False) -> RenderableType:
    """The board that somebody sees; `whole` with everything that is remembered."""
    parts: list[RenderableType] = []
    for part in (standing(sight), placed(sight, whole), *piles(sight), *ledgers(sight, whole), notes(sight, whole)):
        if part is not None:
            parts += [Text(), part] if parts else [part]
    return Group(*parts) if parts else Text("There is nothing on the board.")


def standing(sight: Sight) -> Text | None:
    """The stages in which play stands, with what they are about."""
    lines = _stages(sight)
    return Text("\n".join(lines)) if lines else None


def bearings(sight: Sight) -> list[Text]:
    """The same for a question, a fact each: the stages, what is noted of players in them, and what the asked has."""
    parts = [Text(line) for line in _stages(sight)]
    for cell in sight.game.tables["cells"]:
        if cell[STAGE] in sight.open_stages() and cell[PARAMS] and about_players(cell) and cell[SORT] != "set":
            found = list(facts(sight, cell))
            if found:
                parts.append(Text(f"{spaced(label(cell))} ").append_text(Text("; ").join(found)))
    if sight.seat is not None and (own := accounts(sight)):
        told = [f"{spaced(label(cell))} {sight.text(cell[TYPE], sight.value(cell, (sight.seat,)))}" for cell in own]
        parts.append(Text(f"{sight.name('player', sight.seat)}: {', '.join(told)}"))
    return parts


def scenes(sight: Sight) -> list[Text]:
    """Who is where it happens: at the places that the stages are about."""
    parts: list[Text] = []
    for name, figures in _scenes(sight):
        sides = dict.fromkeys(one.side for one in figures)
        listed = (_listed(sight, [one for one in figures if one.side == side]) for side in sides)
        parts.append(Text(f"{name}: ").append_text(Text(" against ").join(listed)))
    return parts


def _stages(sight: Sight) -> list[str]:
    """Each open stage with its fields."""
    lines: list[str] = []
    for stage in sight.open_stages():
        said = [
            spaced(cell[NAME]) + ("" if cell[TYPE][0] == "bool" else f" {sight.text(cell[TYPE], value)}")
            for cell, value in _fields(sight, stage)
            if _said(sight, cell, value)
        ]
        lines.append(f"{stage}: {', '.join(said)}" if said else stage)
    return lines


def _fields(sight: Sight, stage: str) -> list[tuple[Cell, int | None]]:
    fields = [cell for cell in sight.game.tables["cells"] if cell[STAGE] == stage and cell[SORT] == "field"]
    return [(cell, sight.value(cell, ())) for cell in fields]


def _said(sight: Sight, cell: Cell, value: int | None) -> bool:
    """Whether a field holds anything."""
    if cell[TYPE][0] == "bool":
        return value != 0
    return cell[TYPE][0] != "optional" or value != sight.game.namer.nothing(cell[TYPE])


def _scenes(sight: Sight) -> Iterator[tuple[str, list[Figure]]]:
    """The places that the fields of open stages name, with who stands there and what the stage remembers of them."""
    stages = sight.open_stages()
    found = _occupants(sight)
    for depth, stage in enumerate(stages):
        for cell, value in _fields(sight, stage):
            of = cell[TYPE][1] if cell[TYPE][0] == "optional" else cell[TYPE]
            if of[0] == "thing" and value is not None and value in found.get(of[1], {}):
                things = found[of[1]].pop(value)
                yield (
                    sight.name(of[1], value),
                    [figure(sight, *one, _parts_played(sight, *one, stages, depth)) for one in things],
                )


def _parts_played(sight: Sight, kind: str, index: int, stages: list[str], depth: int) -> list[str]:
    """What open stages remember of a known thing: its numbers, and to which sets of the inner stages it belongs."""
    marks: list[str] = []
    for cell in sight.game.tables["cells"] if sight.knows(kind, index) else ():
        if cell[KIND] is not None or cell[STAGE] not in stages:
            continue
        if [of[:2] for of in cell[PARAMS]] == [("thing", kind)] and cell[TYPE][0] == "number":
            value = sight.value(cell, (index,))
            marks += [f"{spaced(cell[NAME])} {value}"] if value else []
        elif not cell[PARAMS] and cell[TYPE][0] == "set" and cell[TYPE][1][:2] == ("thing", kind):
            members = sight.value(cell, ())
            inner = stages.index(cell[STAGE]) >= depth
            marks += [spaced(cell[NAME])] if inner and members and members >> index & 1 else []
    return marks


# ---- who is where ----
def whereabouts(sight: Sight) -> dict[str, dict[int, list[Figure]]]:
    """By kind of place, what stands on each."""
    return {
        kind: {place: [figure(sight, *one) for one in things] for place, things in places.items()}
        for kind, places in _occupants(sight).items()
    }


def _occupants(sight: Sight) -> dict[str, dict[int, list[tuple[str, int]]]]:
    """By kind of place, the things on each: of which kind, and which one."""
    tables = sight.game.tables
    found: dict[str, dict[int, list[tuple[str, int]]]] = {}
    for kind, number in tables["placements"].items():
        cell = tables["cells"][number]
        of = cell[TYPE][1] if cell[TYPE][0] == "optional" else cell[TYPE]
        if of[0] != "thing":
            continue
        root, mask = tables["subkinds"][kind]
        places = found.setdefault(of[1], {})
        for index in range(len(sight.game.namer.kinds[root][0])):
            place = sight.value(cell, (index,)) if mask >> index & 1 else None
            if place is not None and place < len(sight.game.namer.kinds[of[1]][0]):
                places.setdefault(place, []).append((root, index))
    return found


def placed(sight: Sight, whole: bool = True) -> RenderableType | None:
    """A table of the places on which something stands, with a column for each side; heaps by their size."""
    tables: list[RenderableType] = []
    for kind, places in whereabouts(sight).items():
        heaps = {place: here for place, here in places.items() if not whole and _heap(here)}
        rows = {place: here for place, here in places.items() if place not in heaps}
        sides = [s for s in (*sight.game.tables["players"], None) if any(f.side == s for p in rows.values() for f in p)]
        if rows:
            table = plain_table(kind, *("" if side is None else sight.name("player", side) for side in sides))
            for place in sorted(rows):
                cells = [_listed(sight, [one for one in rows[place] if one.side == side]) for side in sides]
                table.add_row(sight.name(kind, place), *cells)
            tables.append(table)
        if heaps:
            sizes = ", ".join(f"{sight.name(kind, place)} {len(heaps[place])}" for place in sorted(heaps))
            tables.append(Text(f"in heaps: {sizes} (`board all` shows more)", "dim"))
        empty = len(sight.game.namer.kinds[kind][0]) - len(places)
        if places and empty:
            tables.append(Text(f"Nothing stands on the other {empty}.", "dim"))
    return Group(*tables) if tables else None


def _heap(figures: Sequence[Figure]) -> bool:
    """Whether nobody's things lie somewhere so that their number is enough: face down, or very many."""
    return all(one.side is None for one in figures) and (
        len(figures) > _LARGEST or not any(one.known for one in figures)
    )


def _listed(sight: Sight, figures: Sequence[Figure]) -> Text:
    text = Text()
    for one in counted(figures):
        text.append(", " if text else "")
        text.append(one.text, side_style(sight.game, one.side))
    return text


# ---- piles ----
def piles(sight: Sight) -> Iterator[RenderableType]:
    """For each kind that stands nowhere and yet changes: its things by how they are."""
    tables = sight.game.tables
    for kind, (ids, _) in sight.game.namer.kinds.items():
        cells = changing(sight, kind)
        if kind in tables["placements"] or not cells:
            continue
        found: dict[tuple[str, ...], list[int]] = {}
        for index in range(len(ids)):
            values = tuple(sight.text(cell[TYPE], sight.value(cell, (index,))) for cell in cells)
            found.setdefault(values, []).append(index)
        table = plain_table(*(spaced(cell[NAME]) for cell in cells), kind)
        for values, members in found.items():
            table.add_row(*values, _listed(sight, [_member(sight, kind, index, values) for index in members]))
        yield table


def _member(sight: Sight, kind: str, index: int, said: Sequence[str]) -> Figure:
    """A thing in a pile: its name, and its label where that says more than the pile does."""
    if not sight.knows(kind, index):
        return Figure(kind, None, known=False)
    name, label = sight.name(kind, index), sight.drawn(kind, index, "label") or ""
    if name in label:
        return Figure(label, None)
    return Figure(f"{name} {label}" if label and label not in said else name, None)
