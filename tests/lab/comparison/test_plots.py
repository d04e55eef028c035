"""Plots: whole files, the same each time, with everything that they should tell."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from crex_dsl.lab.comparison import plots
from crex_dsl.lab.comparison.compare import Comparison
from crex_dsl.lab.comparison.plots import Courses, Forest, Winners, inline, saved
from crex_dsl.lab.plot_style import COLOURS, INK, NoPlots
from tests.lab.conftest import made_up


def texts(svg: str) -> str:
    return " ".join(part for element in ElementTree.fromstring(svg).iter() if (part := (element.text or "").strip()))


def drawn(found: Comparison, file: Path) -> str:
    saved(found, file)
    return texts(file.read_text(encoding="utf-8"))


def rows(forest: Forest) -> list[str]:
    return [row if isinstance(row, str) else row.title for row in forest.rows()]


def test_png_and_svg(tmp_path: Path) -> None:
    found = made_up("first", "longer")
    saved(found, tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG\r\n")
    told = drawn(found, tmp_path / "a.svg")
    for word in ("Effects, held against first", "decisions", "Who wins", "north", "The course of games", "longer"):
        assert word in told


@pytest.mark.parametrize("suffix", [".png", ".svg"])
def test_the_same_comparison_the_same_file(tmp_path: Path, suffix: str) -> None:
    for name in ("a", "b"):
        saved(made_up("first", "longer"), tmp_path / f"{name}{suffix}")
    assert (tmp_path / f"a{suffix}").read_bytes() == (tmp_path / f"b{suffix}").read_bytes()


def test_what_a_user_set_up_changes_nothing(tmp_path: Path) -> None:
    import matplotlib as mpl

    found = made_up("first", "longer")
    saved(found, tmp_path / "a.svg")
    with mpl.rc_context({"font.size": 30, "axes.grid": True}):
        saved(found, tmp_path / "b.svg")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_names_are_no_formulas(tmp_path: Path) -> None:
    assert "a$b$" in drawn(made_up("first", "a$b$"), tmp_path / "a.svg")


def test_of_several_rulebooks_only_what_is_significant() -> None:
    two, several = made_up("first", "longer"), made_up("first", "longer", "same")
    forest = Forest(several)
    assert forest.title == "Significant effects, held against first"
    assert rows(forest) == ["longer", "decisions"]
    assert rows(Forest(two))[:3] == ["longer", "won by north", "won by south"]


def test_too_many_effects(monkeypatch: pytest.MonkeyPatch) -> None:
    found = made_up("first", "longer")
    monkeypatch.setattr(plots, "MOST_EFFECTS", 1)
    assert Forest(found).title == "The 1 largest effects, held against first"
    assert rows(Forest(found)) == ["longer", "decisions"]


def test_what_cannot_be_shown_is_left_out(tmp_path: Path) -> None:
    nothing = made_up("first", "same", games=0)
    assert (Forest(nothing).high, Winners(nothing).high, Courses(nothing).high) == (0, 0, 0)
    assert list(inline(nothing)) == []
    saved(nothing, tmp_path / "a.svg")
    assert "no games" in texts((tmp_path / "a.svg").read_text(encoding="utf-8"))


def test_more_rulebooks_than_lines_that_can_be_told_apart(tmp_path: Path) -> None:
    names = [f"book-{number}" for number in range(len(COLOURS) + 2)]
    found = made_up(*names)
    assert Courses(found).title.endswith(f", the first {len(COLOURS)} rulebooks")
    assert names[-1] in drawn(found, tmp_path / "a.svg")


@pytest.mark.parametrize("panels", [1, 2, 3])
def test_no_panel_is_empty(panels: int) -> None:
    from matplotlib.figure import Figure

    found = made_up("first", "longer")
    course = found.first.courses[0]
    for book in found.rulebooks:
        book.courses = [course.model_copy(update={"title": f"Course {number}"}) for number in range(panels)]
    figure = Figure()
    Courses(found).draw(figure)
    assert [axes.has_data() for axes in figure.axes if axes.get_visible()] == [True] * panels


def test_inline_plots_do_not_meet() -> None:
    found = dict(inline(made_up("first", 'a "longer" <one>')))
    assert len(found) == 3
    ids: list[str] = []
    for title, svg in found.items():
        root = ElementTree.fromstring(svg)
        assert (root.tag, root.get("role"), root.get("aria-label")) == ("svg", "img", title)
        ids += [name for element in root.iter() if (name := element.get("id"))]
        uses = [element.get("href") for element in root.iter("use")]
        assert uses and all(str(use).removeprefix("#") in ids for use in uses)
        assert "http" not in svg
        assert INK not in svg
    assert len(ids) == len(set(ids))


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(NoPlots, match=r"^plots need matplotlib: install it with `pip install crex\[lab\]`$"):
        saved(made_up("first", "longer"), tmp_path / "a.svg")
    assert not (tmp_path / "a.svg").exists()
