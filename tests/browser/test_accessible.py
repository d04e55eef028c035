"""Every sort of page passes the rules of axe-core, light and dark, folded and unfolded, and is light before that."""

import time
from importlib.resources import files

import pytest

from tests.browser.looks import UNFOLD
from tests.browser.reader import PHONE, SITE, Reader
from tests.browser.sorts import SORTS

pytestmark = pytest.mark.browser

AXE = files("selenium_axe_python").joinpath("axe-core/axe.min.js").read_text(encoding="utf-8")
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
# What axe cannot judge of our pages, with the reason.
LEFT_OUT = {
    "region": "the theme's own link to the content stands before all regions",
    "aria-allowed-role": "the theme's own",
    "landmark-unique": "the theme's own navigation holds others of the same name",
    "label-title-only": "the theme's own switch of colours",
}
ASKED = """
const [rules, off, done] = arguments;
// The theme's title over a list of pages covers what has been scrolled below it.
const covered = (each, node) =>
  each.id === 'target-size' && document.querySelector(node.target[0])?.closest('.md-sidebar');
axe.run(document, { runOnly: { type: 'tag', values: rules }, rules: off, resultTypes: ['violations'] })
  .then((found) => done(found.violations
    .map((each) => [each.id, each.nodes.filter((node) => !covered(each, node))])
    .filter(([, nodes]) => nodes.length)
    .map(([id, nodes]) => `${id}: ${nodes.slice(0, 3).map((node) => node.target.join(' ')).join(' | ')}`)))
  .catch((error) => done([String(error)]));
"""
HEAVIEST, MOST_NODES = 300_000, 8_000
PATIENT = 90  # seconds that axe may take for a page on a busy machine


def violations(reader: Reader) -> list[str]:
    """What axe finds on the page as it stands."""
    reader.driver.set_script_timeout(PATIENT)
    reader.run(AXE)
    off = {rule: {"enabled": False} for rule in LEFT_OUT}
    return list(reader.driver.execute_async_script(ASKED, RULES, off))


def unfold(reader: Reader) -> None:
    """Open the first parts of a page, and what is in them."""
    some = UNFOLD.replace(
        "document.querySelectorAll('details')", "[...document.querySelectorAll('details')].slice(0, 2)"
    )
    reader.run(some)
    reader.until(lambda: reader.run("return !document.querySelector('.crex-more[open]:not(:has(.crex-part))')"))
    reader.run("for (const each of [...document.querySelectorAll('.crex-part details')].slice(0, 3)) each.open = true")
    time.sleep(0.3)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("sort", SORTS)
def test_axe_finds_nothing(reader: Reader, sort: str, scheme: str) -> None:
    reader.prefer(scheme)
    reader.open(SORTS[sort])
    assert violations(reader) == []
    unfold(reader)
    assert violations(reader) == []


def test_targets_of_the_map_are_large_enough_for_a_finger(reader: Reader) -> None:
    reader.window(PHONE)
    reader.open(SORTS["map and blocks"])
    small = """
    return [...document.querySelectorAll('svg a.crex-draw-place')].filter((each) => {
      const box = each.getBoundingClientRect();
      return Math.min(box.width, box.height) < 24;
    }).length;
    """
    assert reader.run(small) == 0


def test_no_page_is_heavy_before_something_is_opened() -> None:
    sizes = {path.relative_to(SITE).as_posix(): path.stat().st_size for path in SITE.rglob("*.html")}
    assert [(name, size) for name, size in sizes.items() if size > HEAVIEST] == []


def test_no_page_has_too_many_elements(reader: Reader) -> None:
    heaviest = sorted(SITE.rglob("*.html"), key=lambda path: path.stat().st_size)[-8:]
    for path in heaviest:
        page = path.relative_to(SITE).as_posix()
        reader.open(page)
        assert reader.run("return document.querySelectorAll('*').length") <= MOST_NODES, page
