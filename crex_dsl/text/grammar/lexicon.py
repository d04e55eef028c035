"""What the rules call their things in one language, and how they say what their names stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from crex_dsl.text.english import words

BESIDE = "beside"  # the form of a name that stands beside the noun of its kind
Forms = Mapping[str, str]


class Unsaid(LookupError):
    """A language has no words for something; a whole phrase is then told in the language of the rules."""


@dataclass(frozen=True)
class Lexicon:
    """The words of one rulebook in one language: names of things by kind, terms, forms of nouns, and phrases."""

    names: Mapping[str, Mapping[int, str]] = field(default_factory=dict)
    terms: Mapping[str, Sequence[str]] = field(default_factory=dict)
    nouns: Mapping[str, Mapping[int | str, Forms]] = field(default_factory=dict)  # by number; of a kind, by its name
    phrases: Mapping[str, str] = field(default_factory=dict)

    def thing(self, root: str, index: int, name: str) -> str:
        """A thing by its name, or by the words of its id."""
        return self.names.get(root, {}).get(index) or words(name)

    def thing_in(self, root: str, index: int, name: str, form: str) -> str:
        """A thing's name in a form, or as it stands beside the noun of its kind."""
        forms = self.nouns.get(root, {}).get(index, {})
        return forms.get(form) or forms.get(BESIDE) or self.thing(root, index, name)

    def term(self, name: str) -> Sequence[str]:
        """A name of the rules as a noun, in the forms that go with numbers."""
        if name not in self.terms:
            raise Unsaid(name)
        return self.terms[name]

    def noun(self, kind: str) -> Forms:
        """The further forms of the noun of a kind."""
        return self.nouns.get(kind, {}).get(kind, {})

    def phrase(self, key: str) -> str:
        """What a name of the rules stands for, with blanks for what it is about."""
        if key not in self.phrases:
            raise Unsaid(key)
        return self.phrases[key]
