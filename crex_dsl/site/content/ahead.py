"""Worked examples played and drawn ahead of the pages, in processes of their own that give their memory back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from crex_dsl.site.content.example_steps import stories, stories_at_hand
from crex_dsl.site.content.game_content import GameContent
from crex_dsl.site.content.ruling_stories import reading_stories, reading_stories_at_hand
from crex_dsl.system.cache import cache_folder
from crex_dsl.system.processes import Task, do_apart, may_start_others

WORDED_AT_ONCE = 2  # what only has to be said in another language takes half the room of what is drawn


def tell_ahead(contents: Iterable[GameContent]) -> None:
    """Tell all stories of some games that are not in the cache; none where there is no cache to put them into."""
    if cache_folder() is not None and may_start_others():
        known = list(contents)
        do_apart([task for content in known for task in _undrawn(content)], 1)
        do_apart([task for content in known for task in _unsaid(content)], WORDED_AT_ONCE)


def _undrawn(content: GameContent) -> Iterator[Task]:
    """What is still to be drawn: every edition as it is, and the readings that it does not take."""
    files, index = content.files, content.index
    for edition in content.editions:
        selection = index.select(edition.id, ())
        if not stories_at_hand(files, selection):
            yield stories, (files, selection)
        if not reading_stories_at_hand(files, edition.id):
            yield reading_stories, (files, index, edition.id)


def _unsaid(content: GameContent) -> Iterator[Task]:
    """What is still to be said in a language that is not its edition's own."""
    for edition, language in product(content.editions, content.languages):
        selection = content.index.select(edition.id, (), language)
        if language != edition.language and not stories_at_hand(content.files, selection):
            yield stories, (content.files, selection)
