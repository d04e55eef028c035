"""English as phrases need it: names as words, articles, plurals, and sentences around a name that rules invented."""

from __future__ import annotations

from collections.abc import Sequence

HELPING = {"is", "was", "has", "had", "may", "can", "must", "will"}
PREPOSITIONS = {
    *("about", "above", "across", "after", "against", "along", "among", "around", "at", "before", "behind", "below"),
    *("beside", "between", "beyond", "by", "for", "from", "in", "inside", "into", "near", "of", "off", "on", "onto"),
    *("outside", "over", "past", "through", "to", "toward", "under", "upon", "with", "within", "without"),
}
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def words(name: str) -> str:
    """A name of the rules as words."""
    return " ".join(name.replace("_", " ").replace("-", " ").split())


def a(noun: str) -> str:
    """A noun with its indefinite article."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def plural(noun: str) -> str:
    """A noun in the plural."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "z", "ch", "sh")) else f"{noun}s"


def ordinal(number: int) -> str:
    """The first, the second, and so on."""
    return _ORDINALS[number - 1] if 1 <= number <= len(_ORDINALS) else f"{number}th"


def series(items: Sequence[str], word: str = "and") -> str:
    """Items in a row, the last two joined by a word."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {word} {items[-1]}" if items else "none"


def clauses(items: Sequence[str], word: str = "and") -> str:
    """Conditions in a row; set further apart where one of them is long enough to swallow the next."""
    if any(open_ended(item) for item in items):
        return f"; {word} ".join(f"– {item} –" if ";" in item else item for item in items)
    return series(items, word)


def open_ended(condition: str) -> bool:
    """Whether what follows a condition could be taken for a part of it."""
    return any(
        mark in condition for mark in (", ", "; ", " and ", " or ", " for which ", " that ", " whose ", "for every ")
    )


def whose(owner: str, noun: str) -> str:
    """What belongs to somebody: the block's owner, the owner of the block's place."""
    plain = "'s" not in owner and " of " not in owner and not open_ended(owner)
    return f"{owner}'s {noun}" if plain and not owner.endswith("s") else f"the {noun} of {owner}"


def figure(name: str, of: Sequence[str]) -> str:
    """What a name stands for, of the things that it is about: the limit of the road for the player."""
    last = name.rsplit(" ", 1)[-1]
    dangling = last in PREPOSITIONS and (last == "of" or len(of) == 1)
    if last in PREPOSITIONS and last != "of" and len(of) > 1:
        name = f"“{name}”"
    head = name if name.startswith("those ") or name[-1:].isdigit() else f"the {name}"
    if not of:
        return head
    made = f"{head} {of[0]}" if dangling else f"{head} of {of[0]}"
    return f"{made} for {series(of[1:])}" if of[1:] else made


def deed(name: str, of: Sequence[str]) -> str:
    """Something that is done, with the things that it is done to."""
    if not of:
        return name
    return f"{name} {series(of)}" if name.rsplit(" ", 1)[-1] == "of" else f"{name} for {series(of)}"


def agree(subject: str, verb: str, one: bool = False) -> str:
    """A verb of the third person as its subject asks for it: the road is, the roads are; a name can be of `one`."""
    if one or not _several(subject):
        return verb
    if verb in HELPING:
        return {"is": "are", "was": "were", "has": "have"}.get(verb, verb)
    return "do" if verb == "does" else _bare(verb)


def holds(name: str, of: Sequence[str], yes: bool = True, one: bool = False) -> str:
    """That a name holds, or does not, of the things that it is about, the first of them as the subject if it can be."""
    first, _, rest = name.partition(" ")
    if of:
        subject, objects = of[0], series(of[1:]) if of[1:] else ""
        takes = not rest or rest.rsplit(" ", 1)[-1] in PREPOSITIONS
        tail = (f" {rest}" if rest else "") + (f" {'' if takes else 'for '}{objects}" if objects else "")
        if first in HELPING:
            contrary = "need not" if first == "must" else f"{agree(subject, first, one)} not"
            return f"{subject} {agree(subject, first, one) if yes else contrary}{tail}"
        if _acts(first):
            contrary = f"{agree(subject, 'does', one)} not {_bare(first)}"
            return f"{subject} {agree(subject, first, one) if yes else contrary}{tail}"
        be = f"{subject} {agree(subject, 'is', one)} {'' if yes else 'not '}"
        if not rest and first.endswith("ing"):
            return f"{be}{first}{tail}"
        if len(of) == 1 and (not rest or first in PREPOSITIONS or first.endswith("ed")):
            return f"{be}{name}"
    return f"“{name}” {'holds' if yes else 'does not hold'}{f' for {series(of)}' if of else ''}"


def _several(subject: str) -> bool:
    """Whether a subject names several things, by its noun."""
    head = subject
    for word in (" of ", " for ", " among ", " that ", " with ", " in ", " at ", " by "):
        head = head.split(word)[0]
    return head.startswith(("all ", "those ")) or _acts(head.rsplit(" ", 1)[-1])


def _acts(word: str) -> bool:
    """Whether a word ends as what somebody does, or as several things do: attacks, roads."""
    return len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is", "'s", "’s"))


def _bare(verb: str) -> str:
    """A verb without the ending of the third person."""
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "zes")) else verb[:-1]
