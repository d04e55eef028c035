"""The ladder: how bots did against each other, as a table beside the rule files keeps it.

`ladder.tsv` in the folder of a game has a line for each seating of a match: the edition, two bots, where the first sat,
how many games they played so, and how many of them the first won.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from crex_dsl.lab.statistics.intervals import Share, mean_share, share
from crex_dsl.rulebook.files.games import GameFiles
from crex_dsl.system.input_files import MAX_RULE_BYTES, read_bytes

FILE = "ladder.tsv"
COLUMNS = 6


class Rung(Share):
    """A match between two bots: how many games, and how many the first won, in the mean of all seatings."""

    edition: str
    first: str
    second: str
    of: int


def ladder(files: GameFiles, edition: str, bots: Iterable[str]) -> list[Rung]:
    """The matches of an edition in which some bots played; none where nobody has kept any."""
    named = set(bots)
    found: dict[tuple[str, str], list[tuple[Share, int]]] = {}
    for folder in dict.fromkeys(path.parent for _, path in files.files):
        if not (folder / FILE).is_file():
            continue
        for line in read_bytes(folder / FILE, MAX_RULE_BYTES).decode("utf-8").splitlines():
            cells = line.split("\t")
            if len(cells) == COLUMNS and cells[0] == edition and named.intersection(cells[1:3]):
                with suppress(ValueError):  # the heading, which has no numbers
                    of, won = int(cells[4]), int(cells[5])
                    found.setdefault((cells[1], cells[2]), []).append((share(won, of), of))
    return [
        Rung(
            edition=edition,
            first=first,
            second=second,
            of=sum(of for _, of in parts),
            **mean_share([part for part, _ in parts]).model_dump(),
        )
        for (first, second), parts in found.items()
    ]
