"""Worked examples played and drawn ahead of the pages, in processes of their own that give their memory back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from crex_dsl.site.content.example_steps import stories, stories_at_hand
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.ruling_stories import reading_stories, reading_stories_at_hand
from crex_dsl.system.cache import cache_folder
from crex_dsl.system.processes import Task, do_apart, may_start_others

AT_ONCE = 2  # each takes about as much room as drawing up the pages does


def tell_ahead(contents: Iterable[GameContent]) -> None:
    """Tell all stories of some games that are not in the cache; none where there is no cache to put them into."""
    if cache_folder() is not None and may_start_others():
        do_apart([task for content in contents for task in _untold(content)], AT_ONCE)


def _untold(content: GameContent) -> Iterator[Task]:
    """What is not in the cache, the longest first."""
    files, index = content.files, content.index
    for edition in content.editions:
        if not reading_stories_at_hand(files, edition.id):
            yield reading_stories, (files, index, edition.id)
    languages = (None, *content.languages)
    for language, edition in product(languages, content.editions):
        selection = index.select(edition.id, (), language)
        if language != edition.language and not stories_at_hand(files, selection):
            yield stories, (files, selection)
