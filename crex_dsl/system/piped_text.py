"""What goes into a pipe: text and tables as rich would lay them out there, in a tenth of its time."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence

UNWRAPPED = 100_000  # columns of a pipe
# letters, figures and marks that take one column each, wherever they stand
_SIMPLE = re.compile("[ -~¡-¬®-ɏЀ-ҁ–—‘’‚“”„…→←×±−≤≥\n]*")


def is_piped(stderr: bool = False) -> bool:
    """Whether nobody sees at once what is printed; where the environment or a notebook has a say, rich decides."""
    if "FORCE_COLOR" in os.environ or "TTY_COMPATIBLE" in os.environ or "ipykernel" in sys.modules:
        return False
    try:
        return not (sys.stderr if stderr else sys.stdout).isatty()
    except (AttributeError, ValueError):
        return False


def piped_lines(text: str) -> str | None:
    """Text as it goes into a pipe, without blanks at the ends of its lines; None where it is not that simple."""
    if not _SIMPLE.fullmatch(text) or len(text) > UNWRAPPED:
        return None
    return "".join(f"{line.rstrip()}\n" for line in text.split("\n"))


def piped_table(columns: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[str]) -> str | None:
    """A table as it goes into a pipe, `numbers` to the right; None where it is not that simple."""
    filled = [place for place in range(len(columns)) if any(row[place] for row in rows)]
    lines = [[row[place] for place in filled] for row in (columns, *rows)]
    whole = "".join(cell for line in lines for cell in line)
    if not filled or not _SIMPLE.fullmatch(whole) or "\n" in whole:
        return None
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    if sum(widths) + 2 * len(widths) > UNWRAPPED:
        return None
    right = [columns[place] in numbers for place in filled]
    ways = list(zip(right, widths, strict=True))
    return "".join(
        "  ".join(
            cell.rstrip().rjust(width) if aligned else cell.ljust(width)
            for cell, (aligned, width) in zip(line, ways, strict=True)
        ).rstrip()
        + "\n"
        for line in lines
    )
