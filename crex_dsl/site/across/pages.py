"""All pages across the editions of a game."""

from __future__ import annotations

from collections.abc import Iterator

from crex_dsl.site.across.assumptions import assumptions_page
from crex_dsl.site.across.concordance import concordance_page
from crex_dsl.site.across.contrast import contrast_pages
from crex_dsl.site.across.front import front_page
from crex_dsl.site.across.options import options_page
from crex_dsl.site.across.pairs import differences_page
from crex_dsl.site.across.rulings import rulings_page
from crex_dsl.site.compendium import Compendium
from crex_dsl.site.page import Page


def across_pages(compendium: Compendium) -> Iterator[Page]:
    """The front page of a game and those that belong to no edition; comparisons only where there are several."""
    comparing = [concordance_page, differences_page] if len(compendium.editions) > 1 else []
    made = [make(compendium) for make in (*comparing, options_page, rulings_page, assumptions_page)]
    pages = [page for page in made if page is not None]
    yield front_page(compendium, pages)
    yield from pages
    yield from contrast_pages(compendium)
