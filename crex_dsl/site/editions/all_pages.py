"""All pages across the editions of a game."""

from __future__ import annotations

from collections.abc import Iterator

from crex_dsl.site.content.across import Across
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.page import Page
from crex_dsl.site.editions.assumptions import assumptions_page
from crex_dsl.site.editions.concordance import concordance_page
from crex_dsl.site.editions.contrast import contrast_pages
from crex_dsl.site.editions.differences import differences_page, pair_pages
from crex_dsl.site.editions.front import front_page
from crex_dsl.site.editions.options import options_page
from crex_dsl.site.editions.rulings import rulings_page


def across_pages(content: GameContent) -> Iterator[Page]:
    """The front page of a game and those that belong to no edition, in every language of its books."""
    for language in content.languages:
        yield from _pages_in(Across(content, language))


def _pages_in(across: Across) -> Iterator[Page]:
    """These pages in one language; comparisons only where there are several editions."""
    comparing = [concordance_page, differences_page] if len(across.content.editions) > 1 else []
    made = [make(across) for make in (*comparing, options_page, rulings_page, assumptions_page)]
    pages = [page for page in made if page is not None]
    yield front_page(across, pages)
    yield from pages
    yield from contrast_pages(across)
    if comparing:
        yield from pair_pages(across)
