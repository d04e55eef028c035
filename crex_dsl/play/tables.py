"""How tables look: without lines, as wide as they need to be, with names as words."""

from __future__ import annotations

from rich.table import Table

_WIDEST = 60


def plain_table(*columns: str) -> Table:
    """A table without lines, as wide as it needs to be; without headings where there are none."""
    headed = any(columns)
    table = Table(show_header=headed, box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in columns:
        table.add_column(name, overflow="fold", max_width=_WIDEST)
    return table


def spaced(name: str) -> str:
    """A name of the rule files as words."""
    return name.replace("_", " ")
