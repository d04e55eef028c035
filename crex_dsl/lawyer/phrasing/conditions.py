"""Facts in sentences: the one place where a condition of the rules, with its values, is put into words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from crex_dsl.engine.compile.texts.phrase_trees import GIVEN
from crex_dsl.engine.explain.verdict import Reason
from crex_dsl.engine.game import Game
from crex_dsl.lawyer.phrasing.grammars import game_grammar
from crex_dsl.text.grammar.functions import Tree
from crex_dsl.text.grammar.phrased import PhrasedGrammar


class Facts:
    """What conditions of one rulebook come to, in the words of its language."""

    def __init__(self, game: Game) -> None:
        self.grammar = game_grammar(game)
        self._memory: dict[str, Tree] = game.tables["memory_phrases"]
        self._events: dict[str, Tree] = game.tables["event_phrases"]

    def all(self, reasons: Iterable[Reason]) -> list[str]:
        """What several reasons come to, each told once; a bare yes or no has been told by what it is a case of."""
        told = (self.fact(reason) for reason in reasons if reason.written not in ("yes", "no"))
        return list(dict.fromkeys(told))

    def fact(self, reason: Reason) -> str:
        """What is so, whether the reason says it or the opposite, or what is hidden."""
        if reason.holds is None:
            return self.grammar.say(("hidden_whether", reason.phrase))
        return self.grammar.say(reason.phrase if reason.holds else ("not", reason.phrase))

    def memory(self, label: str, of: Sequence[Tree]) -> str:
        """A piece of memory by what it is kept of."""
        return self.grammar.say(_given(self._memory[label], of))

    def event(self, name: str, when: str = "") -> str:
        """An action or procedure as such, or what comes before it, after it or instead of it; others by their names."""
        event = self._events.get(name)
        stage, _, edge = name.rpartition(" ")
        if edge in ("begins", "ends"):
            return self.grammar.say((edge, ("kind", stage)))
        if event is None:
            return name if not when else f"{when} {name}"
        if not isinstance(self.grammar, PhrasedGrammar):  # a name says enough by itself
            event = (*event[:3], (), (), False)
        return self.grammar.say((when, event) if when else event)


def _given(tree: Any, values: Sequence[Tree]) -> Any:
    """A phrase with values in the places that are left for them."""
    match tree:
        case (str(sort), int(place)) if sort == GIVEN:
            return values[place]
        case tuple():
            return tuple(_given(part, values) for part in tree)
    return tree
