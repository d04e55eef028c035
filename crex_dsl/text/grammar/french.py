"""French: articles that agree and contract, and the patterns of its phrases."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from crex_dsl.text.grammar.functions import Tree
from crex_dsl.text.grammar.phrased import TERM, PhrasedGrammar

PATTERNS: Mapping[str, str] = {
    "and": "et",
    "or": "ou",
    "either": "l’un de ces cas se présente : {}",
    "none": "rien",
    "then": ", puis ",
    "number": "{n}",
    "quoted": "« {words} »",
    "nothing": "rien",
    "nobody": "personne",
    "yes": "oui",
    "no": "non",
    "all_of": "{kind:all}",
    "a": "{noun:a}",
    "each": "{noun:each}",
    "every": "{kind:each}",
    "between": "{noun} de {low} à {high}",
    "whether": "la question de savoir si {s}",
    "plus": "{one} plus {two}",
    "minus": "{one} moins {two}",
    "times": "{one} fois {two}",
    "greater": "la plus grande des deux valeurs {one} et {two}",
    "smaller": "la plus petite des deux valeurs {one} et {two}",
    "half_down": "la moitié {one:de}, arrondie à l’inférieur",
    "half_up": "la moitié {one:de}, arrondie au supérieur",
    "share_down": "le quotient {one:de} par {two}, arrondi à l’inférieur",
    "share_up": "le quotient {one:de} par {two}, arrondi au supérieur",
    "sum": "la somme {one:de} et {two:de}",
    "difference": "la différence {one:de} et {two:de}",
    "product": "le produit {one:de} et {two:de}",
    "union": "{one} avec {two}",
    "without": "{one} sans {two}",
    "as_figure": "la valeur {one:de}",
    "choice": "{then} si {test:si}, sinon {otherwise}",
    "failing": "{one} ou, à défaut, {instead}",
    "count_all": "le nombre {kind:plde}{among}",
    "all": "{kind:all}{among}",
    "the_one": "{noun:the}{among}{which}",
    "count": "le nombre {noun:plde}{among}{which}",
    "total_over": "la somme des valeurs « {of} » pour {noun:all}{among}{which}",
    "best": "{noun:those}{among}{which} qu’on retient ainsi : {keys:then}",
    "ranked": "{noun:thepl}{among}{which} dans l’ordre suivant : {keys:then}",
    "those": "{noun:all}{among}{which}",
    "highest": "{one} au plus haut",
    "lowest": "{one} au plus bas",
    "rising": "{one}, du plus petit au plus grand",
    "falling": "{one}, du plus grand au plus petit",
    "reached": "{kind:thepl} à une distance d’au plus {within} {start:de} par {link:pldes}{by}, "
    "à travers {place:pldes}{through}",
    "nth": "l’élément {n} de la liste : {of}",
    "entry": "l’élément de rang « {place} » de la liste : {of}",
    "first": "les {n} premiers éléments de la liste : {of}",
    "last": "les {n} derniers éléments de la liste : {of}",
    "first_many": "le début de la liste : {of}, autant d’éléments que l’indique {n}",
    "last_many": "la fin de la liste : {of}, autant d’éléments que l’indique {n}",
    "size": "le nombre {of:count}",
    "total": "le total {of:de}",
    "dice_exactly": "le nombre de dés qui montrent exactement {pips}",
    "dice_at_most": "le nombre de dés qui montrent au plus {pips}",
    "dice_at_least": "le nombre de dés qui montrent au moins {pips}",
    "enemy": "l’adversaire {of:de}",
    "seats": "le nombre de places à table {start:de} {of:à}",
    "other_end": "le lieu à l’autre bout {link:de}",
    "covered": "{kind:the}",
    "hidden": "?",
    "more_of_them": "{n} {n:autre | autres}",
    "among": " parmi {of}",
    "which": " {noun:rel} {s}",
    "which_all": " {noun:rels} {s}",
    # ---- what is so ----
    "is": "{one} {one:be} {items:or}",
    "is_not": "{one} {one:not} {items:or}",
    "is_else": "{one} {one:be} {value}, et non {items:or}",
    "equals": "{one} vaut|ne~vaut~pas {two}",
    "at": "{one} se~trouve|ne~se~trouve~pas {items:or dans}",
    "elsewhere": "{one} se trouve {value:dans}, et non {items:or dans}",
    "at_kind": "{one} se~trouve|ne~se~trouve~pas dans {kind:a}",
    "is_kind": "{one} est|n’est~pas {kind:a}",
    "in": "{one} compte|ne~compte~pas parmi {two}",
    "less": "{one} n’atteint pas {two}",
    "at_most": "{one} ne dépasse pas {two}",
    "more": "{one} dépasse {two}",
    "at_least": "{one} atteint au moins {two}",
    "exactly_if": "{one} si et seulement si {two}",
    "there_is_none": "il n’y a pas {one:bare}",
    "there_is_one": "{one} existe",
    "some": "il existe {noun:a}{among}{which}",
    "no_one": "il n’existe {noun:no}{among}{which}",
    "there_are": "il y|n’y a [pas ]{them}",
    "each_is": "pour {noun:each}{among}, {s}",
    "legal": "ceci est permis|interdit : {deed}{by}",
    "belongs": "cela revient {whose:à}, et c’est {who} qui décide",
    "hidden_whether": "il est caché si {s}",
    "if": "si {test:si}, {then}, sinon {otherwise}",
    "always": "toujours|jamais",
    "true": "il~est~vrai|il~est~faux pour {one}",
    # ---- what clauses do ----
    "table": "la liste {kind:plde}",
    "exempt": " malgré la règle « {title} »",
    "when": "{what}, lorsque {s:que}",
    "never": "{what}, jamais dans cette édition",
    "given": "{what}, pourvu que ceci soit vrai : {s}",
    "otherwise": "dans les autres cas, {what}",
    "figure_is": "{what} {what:be} {value}",
    "becomes": "désormais, {what} {what:be} {value}",
    "from_now_on": "désormais, {s}",
    "holds_when": "{what} exactement lorsque {s:que}",
    "exactly_when": "exactement lorsque {s:que}",
    "asked": "si {s:si}",
    "kept": "{what}{holding}, jusqu’à la fin {stage:de}",
    "kept_game": "{what}{holding}, jusqu’à la fin de la partie",
    "holding": " ({what})",
    "ranges": "de {low} à {high}",
    "if_any": "s’il y en a",
    "several": "{kind:pldes}",
    "or_nothing": "{what} ou rien",
    "or_nobody": "{what} ou personne",
    "offered": "{what}{by}{during}",
    "by": ", au choix {who:de}",
    "by_whom": " (par {who})",
    "during": ", pendant {stage:the}",
    "moment": "{what} : un moment pour d’autres règles",
    "before": "avant {what}",
    "after": "après {what}",
    "instead": "à la place {what:de}",
    "begins": "au début {stage:de}",
    "ends": "à la fin {stage:de}",
    # ---- steps ----
    "nothing_happens": "il ne se passe rien",
    "as_long_as": "tant que {s:que} :",
    "goes_on": "tant que cela dure :",
    "n_times": "{n} fois :",
    "as_many_times": "autant de fois que l’indique {n} :",
    "stage_begins": "début {stage:de}{given} :",
    "with": ", avec {items}",
    "as": "{state} : {value}",
    "if_nothing": "si rien ne peut être choisi :",
    "together": "{noun:each}{among}{which} choisit, tous à la fois et en secret : {offers:or}",
    "if_so": "si {s:si} :",
    "else_if": "sinon, si {s:si} :",
    "else": "sinon :",
    "for_each": "tour à tour pour {noun:each}{among}{which}{counter} :",
    "counting": " (en comptant à partir de 1 : {noun})",
    "for_numbers": "tour à tour pour {noun:each} de {low} à {high} :",
    "must": "{who} doit choisir : {offers:or}",
    "may": "{who} peut choisir : {offers:or}",
    "keep": "{who} peut choisir plusieurs fois de suite : {offers:or}",
    "let": "soit {noun:the} : {value}",
    "move": "déplacer {one} vers {to}",
    "grows": "{what} augmente {value:de}",
    "shrinks": "{what} diminue {value:de}",
    "add": "ajouter {value} {to:à}",
    "remove": "retirer {value} {to:de}",
    "clear": "effacer {what}",
    "do": "exécuter : {deed}",
    "roll": "lancer {n} {n:dé | dés}{sides}{noun}",
    "roll_many": "lancer des dés{sides}, autant que l’indique {n}{noun}",
    "sides": " à {n} faces",
    "called": " ({noun})",
    "draw": "tirer {noun:a} au hasard parmi {source}",
    "shuffle": "numéroter au hasard {source} ({state})",
    "stage_ends": "fin {stage:de}",
    "drawn_game": "la partie finit sans vainqueur",
    "won_by": "la partie finit, gagnée par {who}",
    "leave": "rien de plus",
}

_VOWEL = re.compile(r"[aeiouyhàâéèêëîïôûœAEIOUYHÉÈÊÎÔŒ]")
_DETERMINER = re.compile(r"(?:les?|la|une?|des|ce|cet|cette|ces|chaque) |l’")
_SEVERAL = ("les ", "des ", "ces ", "ceux ", "celles ", "tous ", "toutes ")
_SMOOTH = (
    (re.compile(r"\b([sS])i (ils?)\b"), r"\1’\2"),
    (re.compile(r"(?<=[\w»)])([:;]) "), r" \1 "),
    (re.compile(r"\b(lorsqu|[qQ]u)e (?=[aeiouàâéèêîôAEIOUÉÈÊÎÔ])"), r"\1’"),
)
_OWN_NOUNS = {
    "number": ("nombre", "nombres", "ce"),
    "dice": ("dés", "dés", "ce"),
    "answer": ("réponse", "réponses", "cette"),
    "word": ("mot", "mots", "ce"),
    "actor": ("décideur", "décideurs", "ce"),
    "figure-so-far": ("valeur jusque-là", "valeurs jusque-là", "cette"),
}


def with_de(phrase: str) -> str:
    """A noun phrase after `de`, which contracts with the article."""
    for article, contracted in (("le ", "du "), ("les ", "des "), ("des ", "de ")):
        if phrase.startswith(article):
            return contracted + phrase.removeprefix(article)
    return f"d’{phrase}" if _VOWEL.match(phrase) else f"de {phrase}"


def with_a(phrase: str) -> str:
    """A noun phrase after `à`, which contracts with the article."""
    for article, contracted in (("le ", "au "), ("les ", "aux ")):
        if phrase.startswith(article):
            return contracted + phrase.removeprefix(article)
    return f"à {phrase}"


def with_dans(phrase: str) -> str:
    """Where something is: `à` a name, `dans` anything that has an article."""
    return f"dans {phrase}" if _DETERMINER.match(phrase) else f"à {phrase}"


_AGAIN = ("que", "si")  # said before each condition of a row, after `lorsque`, `tant que` and `si`
_AFTER = {"de": with_de, "à": with_a, "dans": with_dans}
_NOTHING: tuple[Tree, ...] = (("nothing",), ("nobody",))
_ANSWERS: tuple[Tree, ...] = (("yes",), ("no",))


class French(PhrasedGrammar):
    """Says trees in French."""

    language = "fr"
    article = "les"
    patterns = PATTERNS
    own_nouns = _OWN_NOUNS
    blank_forms = tuple(_AFTER)

    def said(self, tree: Tree) -> str:
        told = super().said(tree)
        for rough, smooth in _SMOOTH:
            told = rough.sub(smooth, told)
        return told

    def part(self, part: Any, form: str) -> str:
        if form not in _AGAIN or not isinstance(part, tuple) or not part:
            return super().part(part, form)
        conjunct = part[0] == "both"
        told = [self.s(item) for item in part[1]] if conjunct else [self.s(part)]
        return self.conditions([told[0], *(f"{form} {each}" for each in told[1:])])

    # ---- nouns ----
    def forms_of(self, kind: str) -> Mapping[str, str | None]:
        one, *more = self.lexicon.term(kind)
        return {TERM: one, "several": more[0] if more else one, "this": self.lexicon.noun(kind).get("this")}

    def noun(self, tree: Tree, form: str) -> str:
        kind, number = (tree[1], 1) if tree[0] == "kind" else (tree[3], tree[4])
        return self.noun_in(kind, form, number, tree[0] == "local" and tree[5])

    def noun_in(self, kind: str, form: str, number: int, several: bool) -> str:
        one, many, this = self.own_nouns.get(kind) or self.noun_of(kind)
        lady = this == "cette"
        one = f"{one} n° {number}" if number > 1 else one
        the = f"les {many}" if several else f"l’{one}" if _VOWEL.match(one) else f"{'la' if lady else 'le'} {one}"
        match form:
            case "the":
                return the
            case "de" | "thede":
                return with_de(the)
            case "à" | "theà":
                return with_a(the)
            case "dans":
                return with_dans(the)
            case "a":
                return f"des {many}" if several else f"{'une' if lady else 'un'} {one}"
            case "no":
                return f"{'aucune' if lady else 'aucun'} {one}"
            case "pl":
                return many
            case "pldes":
                return f"des {many}"
            case "plde":
                return with_de(many)
            case "thepl":
                return f"les {many}"
            case "each":
                return f"chaque {one}"
            case "all":
                return f"{'toutes' if lady else 'tous'} les {many}"
            case "those":
                return f"{'celles' if lady else 'ceux'} des {many}"
            case "rel":
                return f"pour {'laquelle' if lady else 'lequel'}"
            case "rels":
                return f"pour {'lesquelles' if lady else 'lesquels'}"
        return one

    # ---- noun phrases ----
    def np_the(self, case: str, noun: Tree) -> str:
        return self.noun(noun, "the")

    def inflected(self, tree: Tree, form: str) -> str:
        made = self.np(tree)
        several = made.startswith(_SEVERAL)
        match form:
            case "be":
                return "sont" if several else "est"
            case "not":
                return "ne sont pas" if several else "n’est pas"
            case "bare":
                return with_de(re.sub(r"^(?:les? |la |l’)", "", made))
            case "count":
                return with_de(made.removeprefix("les ")) if several else with_de(made)
        return self.np(tree, form)

    def np(self, tree: Tree, case: str = "") -> str:
        made = super().np(tree)
        return _AFTER[case](made) if case in _AFTER else made

    def np_thing(self, case: str, kind: str, root: str, index: int, id: str) -> str:
        """A thing by its name, with the words that its kind puts before it."""
        name = self.lexicon.thing_in(root, index, id, "")
        named = self.lexicon.noun(kind).get("named") or self.lexicon.noun(root).get("named") or "…"
        return named.replace("…", name)

    def indefinite(self, those: Tree, yes: bool) -> str:
        told = self.np(those).removeprefix("les ")
        return f"des {told}" if yes else with_de(told)

    def np_figure_is(self, case: str, what: Tree, value: Tree) -> str:
        """What something is, or that there is no such thing."""
        if value in _NOTHING:
            return self.s(("there_is_none", what, False))
        return self.by_pattern("figure_is", (what, value))

    def np_becomes(self, case: str, what: Tree, value: Tree) -> str:
        """What something is from now on; of what is so or not, the sentence itself."""
        if value in _NOTHING:
            now = f"il n’y a plus {self.inflected(what, 'bare')}"
        elif what[0] == "switch" and value in _ANSWERS:
            now = self.s(("holds", *what[1:]), value == ("yes",))
        elif what[0] == "switch" and value[0] == "whether":
            now = self.s(("exactly_if", ("holds", *what[1:]), value[1]))
        else:
            return super().np_becomes(case, what, value)
        return f"désormais, {now}"

    def is_one_of(self, yes: bool, one: Tree, items: Sequence[Tree]) -> str:
        return self.by_pattern("is" if yes else "is_not", (one, items))

    # ---- rows ----
    def conditions(self, items: Sequence[str], last: str = "and") -> str:
        """Conditions in a row, kept apart where one of them opens a list with a colon."""
        word = self.patterns[last]
        if any(mark in item for item in items for mark in (", ", "; ", ": ", f" {word} ")) and len(items) > 1:
            return f" ; {word} ".join(f"– {item} –" if ";" in item else item for item in items)
        return self.row(items, last)

    def alternatives(self, rules: Sequence[str]) -> str:
        return f" ; {self.patterns['or']} ".join(rules)
