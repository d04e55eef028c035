"""A flow as SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

import crex_dsl.site
from crex_dsl.drawing.flowchart.flow import Box, Choice, Flow, Frame, Label
from crex_dsl.drawing.flowchart.outline import described
from crex_dsl.drawing.flowchart.procedure_flow import flow_of
from crex_dsl.drawing.flowchart.svg import drawn
from tests.drawing.flowchart.conftest import books, flows, nodes
from tests.drawing.flowchart.test_outline import FLOW

SVG = "{http://www.w3.org/2000/svg}"
CSS = Path(crex_dsl.site.__file__).parent / "theme" / "assets" / "charts.css"


def clauses(flow: Flow) -> Iterator[str]:
    """The clauses that a flow leads to."""
    for node in nodes(flow.root):
        labels: tuple[Label | None, ...] = ()
        match node:
            case Box(label=label):
                labels = (label,)
            case Frame(title=title, subtitle=subtitle):
                labels = (title, subtitle)
            case Choice(offers=offers):
                labels = offers
        yield from (label.clause for label in labels if label is not None and label.clause is not None)


def address(clause: str) -> str:
    """An address that must be escaped."""
    return f"rules.html?edition=a&b#{clause}"


def test_a_picture_has_a_name_and_is_described_in_words() -> None:
    root = ET.fromstring(drawn(FLOW, address, "c1"))
    assert (root.get("role"), root.get("aria-label"), root.get("lang")) == ("group", "Whole", "en")
    title, desc = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and title.text == "Whole"
    assert desc is not None and desc.text == described(FLOW)
    assert (desc.get("id"), root.get("aria-describedby")) == ("c1-desc", "c1-desc")


def test_the_same_flow_is_drawn_the_same() -> None:
    assert drawn(FLOW, address, "c1") == drawn(FLOW, address, "c1")


def test_what_has_no_address_is_no_link() -> None:
    root = ET.fromstring(drawn(FLOW, lambda clause: None, "c1"))
    assert not list(root.iter(f"{SVG}a"))


def test_every_chart_at_hand_is_drawn_and_leads_to_all_its_clauses() -> None:
    for name, flow in flows():
        root = ET.fromstring(drawn(flow, address, "c1"))
        links = {link.get("href") for link in root.iter(f"{SVG}a")}
        assert links == {address(clause) for clause in clauses(flow)}, name


def test_every_chart_that_our_games_declare_reads_on_a_telephone() -> None:
    declared = [(name, flow_of(book, chart)) for name, book in books() for chart in book.charts]
    assert declared
    for name, flow in declared:
        assert 'viewBox="0 0 360 ' in drawn(flow, address, "c1"), name


def test_everything_drawn_is_coloured_by_the_page_and_big_enough_to_read() -> None:
    css = CSS.read_text(encoding="utf-8")
    used = set(re.findall(r"crex-chart[\w-]*", " ".join(drawn(flow, address, "c1") for _, flow in flows())))
    assert {name for name in used if f".{name}" not in css} <= {"crex-chart-text"}
    assert min(int(size) for size in re.findall(r"font-size: (\d+)px", css)) >= 13
    light, dark = (set(re.findall(r"(--crex-chart-[\w-]+):", part)) for part in _schemes(css))
    assert light == dark
    assert set(re.findall(r"var\((--crex-chart-[\w-]+)\)", css)) == light


def _schemes(css: str) -> tuple[str, str]:
    light = re.search(r":root \{(.*?)\}", css, re.S)
    dark = re.search(r'\[data-md-color-scheme="slate"\] \{(.*?)\}', css, re.S)
    assert light is not None and dark is not None
    return light.group(1), dark.group(1)
