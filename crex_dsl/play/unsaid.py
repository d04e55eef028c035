"""What moved without a word: the log tells decisions and chance, not what the rules did with a piece after them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crex_dsl.engine.log import LogLine
from crex_dsl.engine.mask import Mask
from crex_dsl.engine.memory import TYPE, address
from crex_dsl.engine.position import Position
from crex_dsl.play.sight import Sight


def unsaid(before: Position, after: Position, viewer: str, lines: Sequence[LogLine]) -> list[LogLine]:
    """Pieces that a viewer sees elsewhere now, where no line names both the piece and the place."""
    game, cells = after.game, after.game.tables["cells"]
    mask = Mask(game, after.state, game.seat(viewer))
    moved: list[tuple[str, int, int, str]] = []
    for kind, index, number in _moved(before, after):
        name = game.namer.text(("thing", kind, kind, -1), index)
        place = game.namer.text(cells[number][TYPE], after.state[address(cells[number], (index,))])
        said = any(name in line.text and place in line.text for line in lines)
        if not said and mask.knows(kind, index):
            moved.append((kind, index, number, name))
    if not moved:
        return []
    found: list[LogLine] = []
    then, now = Sight(before, viewer), Sight(after, viewer)
    for kind, index, number, name in moved:
        of, place_now = cells[number][TYPE], now.value(cells[number], (index,))
        if place_now is not None:
            left = then.value(cells[number], (index,)) if then.knows(kind, index) else None
            origin = "" if left is None else f"from {then.text(of, left)} "
            found.append(LogLine(None, f"{name}: {origin}to {now.text(of, place_now)}", ""))
    return found


def _moved(before: Position, after: Position) -> Iterator[tuple[str, int, int]]:
    """Every piece that stands elsewhere: its kind, which it is, and the cell that says where."""
    tables = after.game.tables
    for kind, number in tables["placements"].items():
        root, mask = tables["subkinds"][kind]
        for index in range(len(after.game.namer.kinds[root][0])):
            if mask >> index & 1:
                slot = address(tables["cells"][number], (index,))
                if before.state[slot] != after.state[slot]:
                    yield root, index, number
