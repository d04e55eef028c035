"""What an option changes is said in the language that is asked for, whatever edition it is taken in."""

from collections.abc import Iterator

import pytest

from crex_dsl.language import nodes as n
from crex_dsl.language.diagnostics import Report
from crex_dsl.lawyer.records.store import record_of
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.layers.draft import ClauseDraft, Draft
from crex_dsl.rulebook.layers.overlay import overlay
from crex_dsl.rulebook.selection.catalogue import index_of, parsed
from crex_dsl.rulebook.translation.coverage import written_language


def drafts(game: str) -> Iterator[tuple[Draft, str, str]]:
    """Every edition with every option that it takes, in every language of the game but that of the base."""
    files = Library.at_hand().files(game)
    index, text = index_of(files), parsed(files, scripts=False)
    for edition in index.editions:
        for option in index.options_for(edition):
            for language in index.languages():
                if language != written_language(text):
                    chosen = index.select(edition.id, index.with_needs([option.id]), language)
                    yield overlay(text, index, chosen, Report()), option.id, language


def unsaid(draft: Draft, clause: ClauseDraft, option: str) -> Iterator[str]:
    """What a clause that an option changes is still told as it is written."""
    citation = draft.citations.get(clause.id)
    if citation is None or citation.says is None or draft.printed != draft.language:
        says = [part.item.text for part in clause.items if isinstance(part.item, n.Says)]
        yield from (str(word) for text in says for word in text if word.language != draft.language)
    if any(layer == option and did in ("filled", "amended") for layer, did, _ in clause.history):
        header, line = draft.text.layers[option].header, draft.text.layers[option].setting(n.Says)
        assert isinstance(header, n.Option)
        assert isinstance(line, n.Says)
        yield from (str(word) for word in (header.title, *line.text) if word.language != draft.language)


@pytest.mark.parametrize("game", ["crusader-rex", "na-grunwald"])
def test_clauses_are_said_in_the_language_asked_for(game: str) -> None:
    found = [
        (draft.selection.edition, option, language, clause.id, words)
        for draft, option, language in drafts(game)
        for clause in draft.active()
        if any(layer == option for layer, _, _ in clause.history)
        for words in unsaid(draft, clause, option)
    ]
    assert found == []


@pytest.mark.parametrize("language", ["pl", *(pytest.param(each, marks=pytest.mark.soak) for each in ("fr", "ru"))])
def test_they_change_with_the_option(language: str) -> None:
    files = Library.at_hand().files("crusader-rex")
    index = index_of(files)
    edition = next(each for each in index.editions if each.language == language)
    offered = [each.id for each in index.options_for(edition)]
    option = next(each for each in ("three-round-battles", "four-round-battles") if each in offered)
    plain, changed = (
        {clause.id: clause for clause in record_of(files, index, index.select(edition.id, chosen)).clauses}
        for chosen in ((), (option,))
    )
    for clause in ("combat-rounds", "attacker-must-retreat"):
        assert plain[clause].wording != changed[clause].wording
        assert changed[clause].language == language
        assert changed[clause].says not in changed[clause].wording  # which is in the language of the base
