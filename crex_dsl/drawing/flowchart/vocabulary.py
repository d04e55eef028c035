"""How a chart names things and puts decisions, in its edition's language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from crex_dsl.drawing.flowchart.flow import Choice, Label
from crex_dsl.engine.compile.texts.phrase_trees import Figures, PhraseTrees, noun
from crex_dsl.lawyer.phrasing.grammars import book_grammar
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import Rulebook
from crex_dsl.rulebook.terms.evaluate import NotConstant, evaluate
from crex_dsl.rulebook.terms.types import Enum, ListOf, Number, Optional, Thing, Type, is_player
from crex_dsl.text.english import words
from crex_dsl.text.grammar.functions import Tree
from crex_dsl.text.grammar.lexicon import Unsaid
from crex_dsl.text.grammar.phrased import PhrasedGrammar
from crex_dsl.text.messages import OWN, Messages, capital
from crex_dsl.text.messages import Messages as SitePhrases


def asked(choice: Choice, language: str) -> str:
    """Who is asked and how, before what there is to choose."""
    say = Messages(language)
    if choice.mode == "together":
        text = say("chart-together")
    else:
        text = say(f"chart-{choice.mode}", who=f", {say('chart-then')} ".join(choice.who))
    return capital(say("chart-offers", asked=text) if choice.offers else text)


PLAYER = "player"
_LONGEST = 64  # a condition longer than this is no label
_SIGN = 2  # a word this short is the same in every language
Known = Mapping[t.Var, t.Term]


class ChartVocabulary:
    """Names what the rules of one rulebook speak of."""

    def __init__(self, book: Rulebook, language: str) -> None:
        self.book, self.language = book, language
        own = language == book.printed_language
        self._site = SitePhrases(language)
        self._terms = book.glossary.get(language, {})
        self._plain = language == book.base_language == OWN
        self._names = book.names if language == book.language else book.world.displays
        self._figures, self._grammar = Figures(), book_grammar(book, self._names)
        self._headings = {clause.id: clause.heading if own else clause.title for clause in book.clauses.values()}
        self._shared = Counter(self._headings.values())

    def word(self, key: str, **values: object) -> str:
        """A word of the charts themselves."""
        return self._site(f"chart-{key}", **values)

    # ---- names ----
    def term(self, name: str) -> str | None:
        """What a name of the rules is called: as the glossary has it, in English else by itself."""
        return self._glossed(name) or (words(name) if self._plain else None)

    def _glossed(self, name: str) -> str | None:
        """A name in the glossary, or one that differs in the plural only."""
        term = name.replace("_", "-")
        forms = self._terms.get(term) or self._terms.get(term.removesuffix("s"))
        return forms[0] if forms else None

    def clause(self, clause: str, name: str = "") -> Label:
        """A clause by the heading and number that the edition prints; otherwise where several share the heading."""
        found = self.book.clauses[clause]
        text = self._headings[clause]
        if self._shared[text] > 1:
            text = found.title if self._plain else self._glossed(name) or self._glossed(clause) or text
        number = next((number for number in found.numbers if number[:1].isdigit()), "")
        return Label(capital(text), number, clause)

    def section(self, clause: str) -> str | None:
        """The part of the book in which a clause stands, where the book has headings in place of numbers."""
        heading = self._headings[clause]
        numbers = self.book.clauses[clause].numbers if self.language == self.book.printed_language else []
        return next((n for n in numbers[:1] if not n[:1].isdigit() and not n.startswith(heading)), None)

    # ---- values ----
    def settled(self, term: t.Term) -> t.Term:
        """A term with everything worked out that the rulebook settles."""
        return self._figures.fold(term)

    def value(self, term: t.Term, known: Known) -> str | None:
        """Somebody or something, in a few words."""
        while isinstance(term, t.Local) and term.var in known:
            term = known[term.var]
        match self.settled(term):
            case t.Const(value=value, type=of):
                return self._constant(value, of)
            case t.Local(var=var):
                return self.kind(var.type)
            case (
                t.Read(state=t.State(name=name), args=())
                | t.Apply(definition=t.Definition(name=name), args=()) as named
            ):
                return self._phrase(named) or self._glossed(name) or self._usual(named, known)
            case t.EnemyOf() as other:
                return self._phrase(other) or self.word("enemy")
            case other:
                return self._phrase(other)

    def _usual(self, term: t.Term, known: Known) -> str | None:
        """What a definition without a word of its own comes to where nothing special holds."""
        match term:
            case t.Apply(definition=t.Definition(cases=[*_, t.CaseTerm(answer=answer, when=None)])):
                return self.value(answer, known)
        return None

    def kind(self, of: Type) -> str | None:
        """What a thing of a type is called."""
        if is_player(of):
            return self._glossed(PLAYER) or self.word("player")
        return self.term(noun(of).replace(" ", "-"))

    def _constant(self, value: object, of: Type) -> str | None:
        match of:
            case Optional(of=inner):
                return self._constant(value, inner)
            case Thing(kind=kind) if isinstance(value, int) and value < len(kind.root.ids):
                return self._names.get(kind.root, {}).get(value) or self._word(kind.root.ids[value])
            case Enum(words=known) if isinstance(value, int) and value < len(known):
                return self._word(known[value])
        return None

    def _word(self, name: str) -> str | None:
        return name if len(name) <= _SIGN else self.term(name)

    def _phrase(self, term: t.Term) -> str | None:
        said = self._said(self._trees().value(term))
        fits = said and len(said) <= _LONGEST and "," not in said  # whose last comma would hang on what follows
        return said if fits else None

    # ---- conditions ----
    def condition(self, term: t.Term) -> str | None:
        """When something is done, with its word for `if` or `unless`."""
        yes = not isinstance(term, t.Not)
        said = self.holds(term.of if isinstance(term, t.Not) else term)
        return self.word("if" if yes else "unless", what=said) if said else None

    def holds(self, term: t.Term) -> str | None:
        """That a condition holds, in a few words; None where it rests on what only the rule files have a name for."""
        said = self._holds(term) if not self._counts(term) else None
        return said if said and len(said) <= _LONGEST else None

    def _counts(self, term: t.Term) -> bool:
        """Whether a condition compares a number for which players have no word."""
        compared = (each for each in term.walk() if isinstance(each, t.Compare))
        sides = (side for each in compared for side in (each.left, each.right) if isinstance(side.type, Number))
        return any(isinstance(side, t.Read | t.Apply) and not self._glossed(_name_of(side)) for side in sides)

    def _holds(self, term: t.Term) -> str | None:
        match term:
            case t.Read(args=()) | t.Apply(args=()) if not self._phrased(term):
                return self.term(_name_of(term))
            case t.Not(of=t.Read(args=()) | t.Apply(args=()) as of) if not self._phrased(of):
                named = self._holds(of)
                return self.word("not", what=named) if named else None
            case t.And(items=items) | t.Or(items=items) if not any(isinstance(each, t.And | t.Or) for each in items):
                parts = [self._holds(item) for item in items]
                word = self.word("and" if isinstance(term, t.And) else "or")
                return f" {word} ".join(part for part in parts if part) if all(parts) else None
            case t.Compare(operator="==", left=left, right=t.Const(value=value, type=of)) if not self._plain or (
                isinstance(left, t.Read)
                and isinstance(of, Thing)
                and not is_player(of)
                and not self._glossed(left.state.name)
            ):
                kind, named = self.kind(of), self._constant(value, of)
                said = f"the {kind} is {named}" if self._plain else f"{kind} {named}"
                return said if kind and named else None
            case t.Quant(where=t.Term()) if not self._plain:
                return None  # what exists, and for which something is so, is no way to speak in a chart
            case t.Quant(word="some", var=var, where=t.Term() as where):
                return self._some(var, where) or self._said(self._trees().holds(term))
        return self._said(self._trees().holds(term))

    def _some(self, var: t.Var, where: t.Term) -> str | None:
        """That something holds of one of its kind, where its kind is all that need be said of it."""
        trees = self._trees()
        with trees.meeting(var) as (one,):
            said = self._grammar.say(trees.holds(where))
        noun = self._grammar.noun(one, "the")
        return said.replace("the ", "some ", 1) if said.startswith(f"{noun} ") else None

    def _phrased(self, term: t.Term) -> bool:
        """Whether the rule files have a phrase for a condition."""
        match self._trees().holds(term):
            case ("holds", _, str(key), *_):
                return key in self.book.phrases
        return False

    def _said(self, tree: Tree) -> str | None:
        """A phrase in the language of the chart; None where it lacks a word."""
        if self._grammar.language != self.language:
            return None
        try:
            return self._grammar.said(tree) if isinstance(self._grammar, PhrasedGrammar) else self._grammar.say(tree)
        except Unsaid:
            return None

    def _trees(self) -> PhraseTrees:
        return PhraseTrees(self._figures)

    # ---- rounds ----
    def each(self, step: t.Each | t.AskTogether, known: Known) -> str | None:
        """For whom something is done, one after another."""
        listed = self._listed(self.settled(step.source), known)
        if listed:
            return f", {self.word('then')} ".join(listed) if is_player(step.var.type) else ", ".join(listed)
        kind = self.kind(step.var.type)
        return self.word("each", what=kind) if kind else None

    def _listed(self, source: t.Term, known: Known) -> list[str]:
        """The members of a short list that the rules write out; none where one of them has no word."""
        match source:
            case t.Items(items=items, type=ListOf()):
                said = [self.value(item, known) for item in items]
            case t.Const(value=tuple(values), type=ListOf(of=inner)):
                said = [self._constant(value, inner) for value in values]
            case _:
                return []
        return [each for each in said if each] if all(said) else []

    def number(self, term: t.Term) -> int | None:
        """A number that the rulebook settles."""
        try:
            found = evaluate(term, {})
        except NotConstant:
            return None
        return found if isinstance(found, int) else None


def _name_of(term: t.Read | t.Apply) -> str:
    return term.state.name if isinstance(term, t.Read) else term.definition.name
