"""What crex itself says around the rules, in the language of each page or of whoever sits at the prompt.

A message is named by its English text, as gettext names it, or by a key in small letters where templates and scripts
ask for it too, or where the code chooses among several; `po/messages.pot` has the English of the keys.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Literal

from crex_dsl.text.locale import figure_in, listed_in, number_in, plural_form
from crex_dsl.text.po_file import CATALOGUES, forms_by_name
from crex_dsl.text.truncation import MAX_LISTED

OWN = "en"
KEY = re.compile(r"[a-z]+(?:-[a-z]+)*")

_MINUS = re.compile(r"(?<!\w)-")
_spoken: ContextVar[str] = ContextVar("language", default=OWN)


class Messages:
    """Our messages in one language; where it has none, in English."""

    def __init__(self, language: str) -> None:
        self.language = language

    def __call__(self, message: str, plural: str = "", /, **values: object) -> str:
        """A message, its blanks filled in; where it has several forms, the one that goes with `count`."""
        language, forms = self._forms(message, plural)
        number = values.get("count")
        text = forms[min(plural_form(language, number), len(forms) - 1)] if isinstance(number, int) else forms[0]
        return text.format(**values) if values else text

    __getitem__ = __call__

    def headed(self, head: object, text: object) -> str:
        """A text after what it is about, with the colon of the language: `who: what`."""
        return self("log-line", who=head, text=text)

    def apart(self, texts: Iterable[str]) -> str:
        """Texts in a row, each of which stands alone, with the semicolons of the language."""
        return self(marked("{one}; {other}"), one="", other="").join(texts)

    def beginning(self, prefix: str) -> dict[str, str]:
        """The messages whose keys begin so, their blanks left open."""
        keys = (key for key in _catalogue(OWN) if key.startswith(prefix) and KEY.fullmatch(key))
        return {key: self._forms(key)[1][0] for key in keys}

    def _forms(self, message: str, plural: str = "") -> tuple[str, tuple[str, ...]]:
        """A message in every form that it has, and the language that it is in."""
        if self.language != OWN:
            forms = _catalogue(self.language).get(message)
            if forms is not None:
                return self.language, forms
        if KEY.fullmatch(message):
            return OWN, _catalogue(OWN)[message]
        return OWN, (message, plural) if plural else (message,)


def spoken() -> str:
    """The language that is spoken now."""
    return _spoken.get()


def said(message: str, plural: str = "", /, **values: object) -> str:
    """A message in the language that is spoken now, its blanks filled in; see Messages."""
    return Messages(_spoken.get())(message, plural, **values)


def headed(head: object, text: object) -> str:
    """A text after what it is about, with the colon of the language that is spoken now."""
    return Messages(_spoken.get()).headed(head, text)


def apart(texts: Iterable[str]) -> str:
    """Texts in a row, each of which stands alone, with the semicolons of the language that is spoken now."""
    return Messages(_spoken.get()).apart(texts)


def marked(message: str) -> str:
    """A message that is named here and said elsewhere, so that it comes into the catalogues."""
    return message


def listed_as_said(words: Iterable[str], last: Literal["and", "or"] = "and") -> str:
    """Words as they are listed in the language that is spoken now; of very many, the first and how many more."""
    items = list(words)
    if len(items) > MAX_LISTED:
        more = number_as_said(len(items) - MAX_LISTED)
        return said("play-and-more", some=", ".join(items[:MAX_LISTED]), count=more)
    return listed_in(_spoken.get(), items, last)


def number_as_said(number: int) -> str:
    """A number as it is written in the language that is spoken now, its thousands set apart."""
    return number_in(_spoken.get(), number)


def figure_as_said(figure: str) -> str:
    """A figure with its minus, point, thousands and percent sign as the language writes them that is spoken now."""
    return figure_in(_spoken.get(), _MINUS.sub("−", figure))


def speak(language: str) -> None:
    """Let everything that is said from now on be said in a language: for processes that somebody started."""
    _spoken.set(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Let what is said meanwhile be said in a language; other threads and requests keep their own."""
    before = _spoken.set(language)
    try:
        yield
    finally:
        _spoken.reset(before)


@cache
def _catalogue(language: str) -> dict[str, tuple[str, ...]]:
    file = CATALOGUES / ("messages.pot" if language == OWN else f"{language}.po")
    return forms_by_name(file.read_text(encoding="utf-8")) if language in languages() else {}


@cache
def languages() -> tuple[str, ...]:
    """The languages in which we speak."""
    return (OWN, *sorted(file.stem for file in CATALOGUES.glob("*.po")))


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
