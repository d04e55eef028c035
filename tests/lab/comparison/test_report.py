"""Reports: one whole page that asks nothing of the network, and says all that it takes to repeat it."""

import re
import sys
from html.parser import HTMLParser

import pytest

from crex_dsl.lab.comparison.report import ready, report
from crex_dsl.lab.plot_style import NoPlots
from crex_dsl.lab.simulation.summary import Fault
from crex_dsl.text.messages import languages, speaking
from tests.lab.conftest import made_up

COMMAND = "crex compare first longer -g ford --games 12 --seed 0"
VOID = {"meta", "br", "path", "use"}


class Page(HTMLParser):
    """A page read tag by tag: what is open, what was left open, and what is said."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.said: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.said.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", "".join(self.said))


def test_a_whole_page() -> None:
    text = report(made_up("first", "longer"), "1.2.3", COMMAND)
    page = Page(text)
    assert text.startswith("<!DOCTYPE html>")
    assert page.open == []
    assert [tag for tag, _ in page.tags].count("svg") == 3
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_it_needs_nothing_else() -> None:
    text = report(made_up("first", "longer"), "1.2.3", COMMAND)
    assert "http" not in text and "@import" not in text
    for tag, attributes in Page(text).tags:
        assert tag not in {"script", "link", "img", "iframe", "object"}
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith("#")
    assert not re.search(r"url\((?!#)", text)


def test_everything_that_it_takes_to_repeat_it() -> None:
    found = made_up("first", "longer")
    found.rulebooks[1].taken = {"guides": "Local guides", "attack-rounding=one-attacks": "How are attacks rounded?"}
    text = Page(report(found, "1.2.3", COMMAND)).text
    for word in (
        "12 games under each rulebook",
        "seeds, 0 to 11",
        "With crex 1.2.3, in The Ford (ford)",
        COMMAND,
        found.first.does[:16],
        "guides Local guides; attack-rounding=one-attacks How are attacks rounded?",
        "random bots",
    ):
        assert word in text, word


def test_what_cannot_be_repeated() -> None:
    found = made_up("first", "longer")
    assert "cannot be repeated" not in Page(report(found, "1.2.3", COMMAND)).text
    found.by_the_clock = ["planner:5ms"]
    text = Page(report(found, "1.2.3", COMMAND)).text
    assert "planner:5ms thinks by the clock, so these games cannot be repeated" in text
    assert "this plays the same games" not in text
    found.by_the_clock = ["planner:5ms", "planner:9ms"]
    assert "planner:5ms and planner:9ms think by the clock" in Page(report(found, "1.2.3", COMMAND)).text


def test_what_is_significant_and_what_is_not() -> None:
    text = Page(report(made_up("first", "longer", "same"), "1.2.3", COMMAND)).text
    assert "longer held against first: decisions: 10.50 → 11.50, that is +1.00 (+1.00 to +1.00)" in text
    assert "same: nothing, in so many games." in text
    assert "for all 24 effects of this report together" in text


def test_how_games_of_one_seed_correlate_under_each_rulebook() -> None:
    found = made_up("first", "longer", "other")
    for book, correlation in zip(found.others, (1.0, -0.04), strict=True):
        book.correlation = correlation
    first, longer, other = re.findall(
        r"<th scope=\"row\">(?:first|longer|other)</th>.*?</tr>", report(found, "1.2.3", COMMAND), re.DOTALL
    )
    cells = [re.findall(r'<td class="number">(.*?)</td>', row) for row in (first, longer, other)]
    assert cells == [["12", "12", "", "0"], ["12", "12", "1.00", "0"], ["12", "12", "−0.04", "0"]]


def test_tables_can_be_read_aloud() -> None:
    page = Page(report(made_up("first", "longer"), "1.2.3", COMMAND))
    tags = [tag for tag, _ in page.tags]
    assert tags.count("table") == tags.count("caption") == tags.count("thead") == 2
    assert all(attributes.get("scope") in ("row", "col") for tag, attributes in page.tags if tag == "th")


def test_names_are_escaped() -> None:
    text = report(made_up("first", "<b>&co"), "1.2.3", "crex compare 'first' '<b>&co'")
    assert "<b>" not in text
    assert Page(text).open == []


def test_an_interrupted_run_and_games_that_went_wrong() -> None:
    found = made_up("first", "longer")
    found.rulebooks[1].played = 7
    found.rulebooks[1].faults = [Fault(seed=3, what="it broke", decisions=1234, command="crex simulate --seed 3")]
    text = Page(report(found, "1.2.3", COMMAND)).text
    assert "7 of 12 games under each rulebook" in text
    assert "longer, seed 3, after 1,234 decisions: it broke crex simulate --seed 3" in text
    assert "Games that went wrong None." in Page(report(made_up("first", "longer"), "1.2.3", COMMAND)).text


def test_too_few_games() -> None:
    assert "same: too few games to tell." in Page(report(made_up("first", "same", games=1), "1.2.3", COMMAND)).text


@pytest.mark.parametrize("language", languages())
def test_a_page_is_in_the_language_that_it_names(language: str) -> None:
    with speaking(language):
        found = made_up("first", "longer", "plain")
        found.rulebooks[1].faults = [Fault(seed=3, what="x", decisions=1234, command="crex")]
        page = Page(report(found, "1.2.3", COMMAND))
        found.paired = False
        saved = Page(report(found, "1.2.3", COMMAND))
    assert page.tags[0] == ("html", {"lang": language})
    words = set(re.findall(r"[a-z]+", f"{page.text} {saved.text}".replace(COMMAND, "").lower()))
    english = {"rulebook", "of", "with", "what", "every", "pairs", "how", "people", "nothing", "significant"}
    assert words & english == (english if language == "en" else set())


@pytest.mark.parametrize(
    ("module", "what"), [("matplotlib", "plots need matplotlib"), ("jinja2", "reports need Jinja2")]
)
def test_without_the_extra(monkeypatch: pytest.MonkeyPatch, module: str, what: str) -> None:
    ready()
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(NoPlots, match=rf"^{what}: install it with `pip install crex\[lab\]`$"):
        ready()
