"""What is wrong with rule files, and under which selections."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from crex_dsl.system.json_document import Document


# ---- crex check ----
class Finding(BaseModel):
    """A mistake or warning, in which game, and under which selections (none: whatever is selected)."""

    game: str | None
    severity: str
    message: str
    clause: str | None
    hint: str | None
    file: str | None
    line: int | None
    column: int | None
    end_line: int | None
    end_column: int | None
    also: list[dict[str, Any]]
    example: str | None = None
    rendered: str
    selections: list[str]


class EditionCount(BaseModel):
    """How far one edition is done; nothing is counted where it does not build."""

    game: str
    edition: str
    clauses: int | None
    cited: int | None
    unprinted: int | None
    absent: int | None
    missing_citations: list[str]
    missing_wordings: list[str]
    missing_forms: list[str]
    examples_passed: int
    examples_failed: int
    examples_changed: int  # those of the books that come out otherwise in a house edition
    selections: int


class LanguageCount(BaseModel):
    """How much of a game is said in a language: the texts that its readers meet, and what it lacks of each sort."""

    game: str
    language: str
    texts: int
    lacking: dict[str, int]


class CheckDocument(Document):
    """What `crex check --json` answers."""

    ok: bool
    editions: list[EditionCount]
    languages: list[LanguageCount]
    findings: list[Finding]
