"""Pages link to one another as they will stand."""

import pytest

from crex_dsl.site.content.page import link


@pytest.mark.parametrize(
    ("source", "target", "href"),
    [
        ("game/one/moves.md", "game/one/moves.md#5.4", "#5.4"),
        ("game/one/moves.md", "game/one/moves.md", "moves.html"),
        ("game/one/moves.md", "game/one/en/moves.md#5.4", "en/moves.html#5.4"),
        ("game/one/moves.md", "game/two/index.md", "../two/index.html"),
        ("game/one/moves.md", "index.md#top", "../../index.html#top"),
        ("index.md", "game/one/moves.md", "game/one/moves.html"),
        ("index.md", "assets/map.svg", "assets/map.svg"),
    ],
)
def test_a_link_leads_from_page_to_page(source: str, target: str, href: str) -> None:
    assert link(source, target) == href
