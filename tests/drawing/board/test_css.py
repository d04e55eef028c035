"""The colours of drawings: every text can be read, in light and dark."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crex_dsl.drawing.board.markers import TINTS
from crex_dsl.drawing.svg.elements import PATHS
from crex_dsl.rulebook.tools.pictures import ICONS

CSS = (Path(__file__).parents[3] / "crex_dsl/drawing/style/assets/drawing.css").read_text(encoding="utf-8")


def colours(scheme: str) -> dict[str, str]:
    """The custom properties of a scheme, over those of the light one."""
    found: dict[str, str] = {}
    for selector in (":root", '[data-md-color-scheme="slate"]') if scheme == "dark" else (":root",):
        body = CSS.partition(f"\n{selector} {{")[2].partition("}")[0]
        found.update(re.findall(r"--crex-draw-([\w-]+): (#\w{6}|\d+%);", body))
    return found


def rgb(colour: str) -> tuple[float, ...]:
    return tuple(int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5))


def light(colour: tuple[float, ...]) -> float:
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def mixed(tint: str, sheet: str, share: str) -> tuple[float, ...]:
    part = int(share.rstrip("%")) / 100
    return tuple(part * a + (1 - part) * b for a, b in zip(rgb(tint), rgb(sheet), strict=True))


TINTED = [f"{sort}-{n}" for sort in ("tint", "side") for n in range(TINTS)] + ["tint-none"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("tint", TINTED)
def test_texts_can_be_read_on_and_around_every_tint(scheme: str, tint: str) -> None:
    of = colours(scheme)
    assert contrast(rgb(of["on-tint"]), rgb(of[tint])) >= 4.5
    ground = mixed(of[tint], of["sheet"], of["ground-share"])
    assert contrast(rgb(of["text"]), ground) >= 4.5
    assert contrast(rgb(of["line"]), ground) >= 3


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_can_be_read_on_every_plain_ground(scheme: str) -> None:
    of = colours(scheme)
    for ground in ("sheet", "paper", "box"):
        assert contrast(rgb(of["text"]), rgb(of[ground])) >= 4.5
    assert contrast(rgb(of["on-gold"]), rgb(of["gold"])) >= 4.5
    assert contrast(rgb(of["on-tint"]), rgb(of["sea"])) >= 4.5
    assert contrast(rgb(of["focus"]), rgb(of["sheet"])) >= 3


def test_there_are_as_many_tints_as_the_drawings_use() -> None:
    assert set(
        re.findall(
            r"^\.crex-draw-((?:tint|side)-\w+) \{ --crex-draw-tint: var\(--crex-draw-\1\); \}", CSS, re.MULTILINE
        )
    ) == set(TINTED)


def test_every_class_with_a_colour_of_its_own_knows_it() -> None:
    used = set(re.findall(r"var\(--crex-draw-([\w-]+)\)", CSS))
    assert used - {"tint"} <= set(colours("light"))


def test_every_icon_that_rule_files_may_name_can_be_drawn() -> None:
    assert set(PATHS) == set(ICONS)
