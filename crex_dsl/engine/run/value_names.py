"""Numbers to names and back: what a position holds as small integers, people and saves call by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from crex_dsl.engine.errors import UnknownName
from crex_dsl.engine.run.chance import faces_of, members_of
from crex_dsl.engine.run.program_rows import Describe
from crex_dsl.text.english import words
from crex_dsl.text.folding import plain
from crex_dsl.text.locale import plural_form
from crex_dsl.text.messages import OWN, Messages, headed, listed_as_said, said
from crex_dsl.text.numerals import signed_number
from crex_dsl.text.spelling import did_you_mean

Hide = Callable[[str, int], bool]  # whether it is secret which thing of a kind that is
Form = str | tuple[str, ...] | None  # a form of a noun by its name, or the forms of another word by gender
NounRow = tuple[str, int | None, dict[str, str]]  # as it is plainly said, its gender, its other forms


class Namer:
    """Names values of one program."""

    def __init__(self, tables: dict[str, Any]) -> None:
        self.kinds: dict[str, tuple[tuple[str, ...], dict[str, int]]] = tables["kinds"]
        self.shown: dict[str, dict[int, str]] = tables["names"]
        self.language: str = tables["language"]
        self.nouns: dict[str, dict[int | str, NounRow]] = tables["nouns"]
        self._terms: dict[str, tuple[str, ...]] = tables["glossary"].get(self.language, {})
        self.say = Messages(self.language)

    # ---- data ----
    def plain(self, of: Describe, value: int) -> Any:
        """A value as plain data: ids, numbers, booleans, lists, None for nothing."""
        match of[0]:
            case "bool":
                return bool(value)
            case "enum":
                return of[1][value] if value < len(of[1]) else None
            case "thing":
                ids = self.kinds[of[1]][0]
                return ids[value] if value < len(ids) else None
            case "optional":
                return self.plain(of[1], value)
            case "set":
                return [self.plain(of[1], member) for member in members_of(value)]
            case "dice":
                return faces_of(value, of[1])
        return int(value)

    def value(self, of: Describe, given: Any) -> int:
        """The number behind plain data; raises UnknownName where there is none."""
        match of[0]:
            case "bool":
                if given in ("yes", "no"):
                    return int(given == "yes")
                if isinstance(given, bool):
                    return int(given)
            case "enum":
                if given in of[1]:
                    index: int = of[1].index(given)
                    return index
                raise UnknownName(said("`{given}` is none of {words}", given=given, words=listed_as_said(of[1], "or")))
            case "thing":
                aliases = self.kinds[of[1]][1]
                if isinstance(given, str) and given in aliases and of[3] >> aliases[given] & 1:
                    return aliases[given]
                hint = did_you_mean(str(given), [name for name, index in aliases.items() if of[3] >> index & 1])
                refused = said("`{given}` is no {kind}", given=given, kind=of[2])
                raise UnknownName(headed(refused, hint) if hint else refused)
            case "optional":
                if given is None or given in ("nothing", "nobody"):
                    return self.nothing(of)
                return self.value(of[1], given)
            case "set":
                if isinstance(given, (list, tuple, set, frozenset)):
                    mask = 0
                    for member in given:
                        mask |= 1 << self.value(of[1], member)
                    return mask
            case "dice":
                if isinstance(given, list) and all(isinstance(face, int) and 1 <= face <= of[1] for face in given):
                    return sum(1 << 8 * k for face in given for k in range(face - 1, of[1]))
            case "number":
                if isinstance(given, str):
                    given = given if (number := signed_number(given)) is None else number
                if isinstance(given, int) and not isinstance(given, bool):
                    if of[1] is not None and of[2] is not None and not of[1] <= given <= of[2]:
                        raise UnknownName(
                            said("{number} is outside {low}..{high}", number=given, low=of[1], high=of[2])
                        )
                    return given
        raise UnknownName(said("`{given}` does not fit here", given=given))

    def known_as(self, of: Describe, said_name: str) -> str | None:
        """The id of the only thing of a kind that goes by a name, or whose words begin so; None where there is none."""
        ids, typed = self.kinds[of[1]][0], _name_words(said_name)
        names = [
            (name, [_name_words(form) for form in (name, *self.forms(of[1], index))])
            for index, name in enumerate(ids)
            if of[3] >> index & 1
        ]
        same = [name for name, forms in names if typed in forms]
        begun = [name for name, forms in names if typed and any(_begin_so(typed, form) for form in forms)]
        found = same or begun
        return found[0] if len(found) == 1 else None

    def nothing(self, of: Describe) -> int:
        """The number that stands for nothing."""
        inner = of[1]
        return len(inner[1]) if inner[0] == "enum" else len(self.kinds[inner[1]][0])

    # ---- texts ----
    def text(self, of: Describe, value: Any, hide: Hide | None = None, form: Form = None) -> str:
        """A value as a reader sees it, things by the edition's names; `hide` tells whose identity is secret.

        Things may be asked for in a form of their nouns; of several forms of another word, the one that agrees is told.
        """
        match of[0]:
            case "bool":
                return self.say["yes" if value else "no"]
            case "enum":
                return self.term(of[1][value]) if value < len(of[1]) else self.say["nothing"]
            case "thing":
                return self._thing(of, value, hide, form)
            case "optional":
                return self.text(of[1], value, hide, form)
            case "set":
                counts = Counter(self.members(of[1], value, hide, form))
                several = (text if count == 1 else f"{count} × {text}" for text, count in counts.items())
                return ", ".join(several) or self.say["nothing"]
            case "list":
                return ", ".join(self.text(of[1], member, hide, form) for member in value) or self.say["nothing"]
            case "dice":
                return ", ".join(str(face) for face in faces_of(value, of[1]))
        return str(value)

    def members(self, of: Describe, value: int, hide: Hide | None = None, form: Form = None) -> list[str]:
        """The members of a set as a reader sees them; those that he does not know come last, wherever they stand."""
        found = list(members_of(value))
        if hide is not None and of[0] == "thing":
            found.sort(key=lambda member: hide(of[1], member))
        return [self.text(of, member, hide, form) for member in found]

    def plural(self, number: int, forms: tuple[str, ...], language: str | None = None) -> str:
        """The form of a word that goes with a number in the edition's language, or in another."""
        return forms[min(plural_form(language or self.language, number), len(forms) - 1)]

    def term(self, word: str) -> str:
        """A word of an attribute, or a name of the rules, as the glossary has it; in English it is its own word."""
        return word if self.language == OWN else self._terms.get(word, (word,))[0]

    def called(self, *names: str) -> str:
        """What a name of the rules is called for people: the first of some that the glossary has, else in words."""
        terms = (self._terms.get(name.replace("_", "-")) for name in names)
        return next((forms[0] for forms in terms if forms), words(names[-1]))

    def covered(self, kind: str) -> str:
        """A thing of which nothing is known but its kind."""
        noun = self.nouns.get(kind, {}).get(kind)
        return self.say("covered", kind=self.term(kind)) if noun is None else noun[0]

    def forms(self, kind: str, index: int) -> set[str]:
        """What a thing of a kind is called, in every form that its name takes."""
        noun = self.nouns.get(kind, {}).get(index)
        name = self.shown.get(kind, {}).get(index) or self.kinds[kind][0][index]
        return {name, *(() if noun is None else (noun[0], *noun[2].values()))}

    def _thing(self, of: Describe, index: int, hide: Hide | None, form: Form) -> str:
        """A thing by its name; one that is covered by the noun of its kind, whose form and gender it then has."""
        root, kind = of[1], of[2]
        ids = self.kinds[root][0]
        nouns = self.nouns.get(root, {})
        if index >= len(ids):
            return form[0] if isinstance(form, tuple) else self.say["nobody" if root == "player" else "nothing"]
        if hide is not None and hide(root, index):
            noun = self.nouns.get(kind, {}).get(kind) or nouns.get(root)
            plain = self.covered(kind) if noun is None else noun[0]
        else:
            noun = nouns.get(index)
            plain = self.shown.get(root, {}).get(index) or ids[index]
        if isinstance(form, tuple):
            return form[(noun and noun[1]) or 0]
        return plain if form is None or noun is None else noun[2].get(form, plain)


def _name_words(name: str) -> list[str]:
    return plain(name).replace("-", " ").split()


def _begin_so(typed: list[str], name: list[str]) -> bool:
    """Whether every word typed begins one of a name."""
    return all(any(word.startswith(each) for word in name) for each in typed)
