"""A worked example on a page: its steps in words, and a file of its own with its pictures and its script."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field

from crex_dsl.site.content.example_steps import Check, Step, Story
from crex_dsl.site.content.side_files import told
from crex_dsl.text.messages import Messages


@dataclass(frozen=True)
class Citation:
    """A clause that a page cites: its address, and what it is called there, in full and by its number."""

    href: str
    label: str
    brief: str
    language: str


@dataclass(frozen=True)
class ShownStep:
    """One line of an example: a step, or something that follows, with its sign, its dice and its clauses."""

    sort: str
    sign: str
    word: str
    text: str
    dice: str = ""
    dice_told: str = ""
    changes: list[str] = field(default_factory=list)
    citing: list[tuple[str, str, str]] = field(default_factory=list)  # addresses, labels and their languages
    frame: int | None = None
    then: int | None = None


@dataclass(frozen=True)
class ShownStory:
    """An example as a page shows it.

    `href` leads to the file with its pictures and its script, and is empty where it has no pictures; `last` is the
    number of the picture of what follows, 0 where nothing on it has changed. Pictures are in their edition's language.
    """

    key: str
    href: str
    drawn_in: str
    steps: list[ShownStep]
    last: int
    walk: bool
    refusing: frozenset[str] = frozenset()  # the clauses that refuse something that is drawn


Cite = Callable[[str], Citation | None]
_MOST_CHANGES = 8  # of one step, in words: more are seen on the board
_SIGNS = {"step": "", "holds": "✓", "legal": "✓", "refused": "✗", "next": "→", "won": "★", "drawn": "★"}


def story_key(place: str) -> str:
    """The name of an example's pictures, from its place in the rule files."""
    return re.sub(r"[^a-z0-9]+", "-", place.removesuffix(".crex").lower().replace(".crex:", "-")).strip("-")


def story_file(key: str, story: Story, script: str) -> str:
    """The pictures of an example and its script as HTML, told to the page which has asked for them."""
    content = {"ground": story.ground, "frames": story.frames, "script": script}
    return f"crexStory({json.dumps(key)}, {told(content)});\n"


def shown_story(key: str, href: str, story: Story, drawn_in: str, say: Messages, cite: Cite) -> ShownStory:
    """An example in the language of a page, its pictures in another perhaps."""
    steps = [
        _step(entry, say, cite) if isinstance(entry, Step) else _check(entry, say, cite)
        for entry in story.entries()
        if entry.text
    ]
    return ShownStory(key, href if story.drawn else "", drawn_in, steps, story.last, story.walk, story.refusing)


def _step(step: Step, say: Messages, cite: Cite) -> ShownStep:
    faces = "".join(chr(0x2680 + face - 1) if 1 <= face <= 6 else f" {face} " for face in step.dice)
    read = say("story-dice", faces=", ".join(str(face) for face in step.dice)) if step.dice else ""
    found = cite(step.clause)
    citing = [(found.href, "§" if found.brief == step.text else found.brief, found.language)] if found else []
    changes = step.changes if len(step.changes) <= _MOST_CHANGES else []
    return ShownStep("step", "", "", step.text, faces, read, changes, citing, step.frame)


def _check(check: Check, say: Messages, cite: Cite) -> ShownStep:
    words = {"legal": "story-legal", "refused": "story-refused", "next": "story-next"}
    word = say(words[check.sort]) if check.sort in words else say("story-over") if check.sort != "holds" else ""
    citing = [(found.href, found.label, found.language) for clause in check.citing if (found := cite(clause))]
    return ShownStep(
        check.sort, _SIGNS[check.sort], word, check.text, citing=citing, frame=check.frame, then=check.then
    )
