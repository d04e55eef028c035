"""Grammars: each says every function of the trees, and a covered thing reads as its kind alone."""

import pytest

from crex_dsl.text.grammar.english import English
from crex_dsl.text.grammar.functions import FUNCTIONS, Tree
from crex_dsl.text.grammar.grammar import Grammar
from crex_dsl.text.grammar.languages import PHRASED, grammar_in
from crex_dsl.text.grammar.lexicon import Lexicon, Unsaid
from crex_dsl.text.grammar.patterns import blanks, filled

GRAMMARS: list[type[Grammar]] = [English, *PHRASED.values()]
OTHERS = ("is_not", "there_is_one")  # which only some languages say apart

PLAIN = Lexicon({"town": {0: "Aspen"}, "cart": {0: "Ox"}})
WORDS = {
    "pl": Lexicon(
        PLAIN.names,
        {
            "cart": ("wóz", "wozy", "wozów"),
            "town": ("miasto", "miasta", "miast"),
            "player": ("gracz", "gracze", "graczy"),
        },
        {
            "cart": {"cart": {"this": "ten", "genitive": "wozu", "locative": "wozie"}},
            "town": {"town": {"this": "to", "genitive": "miasta", "locative": "mieście"}},
            "player": {"player": {"this": "ten", "genitive": "gracza", "locative": "graczu", "accusative": "gracza"}},
        },
        {
            "load(c)": "ładunek|ładunku {c:gen}",
            "heavy(c)": "{c} [nie ]ma ładunek|ładunku",
            "drive(c, t)": "jazda[ {c:gen}][ do {t:gen}]",
            "waiting()": "czekające|czekających wozy|wozów",
        },
    ),
    "fr": Lexicon(
        PLAIN.names,
        {"cart": ("charrette", "charrettes"), "town": ("ville", "villes"), "player": ("joueur", "joueurs")},
        {
            "cart": {"cart": {"this": "cette", "named": "la charrette …"}},
            "town": {"town": {"this": "cette"}},
            "player": {"player": {"this": "ce"}},
        },
        {
            "load(c)": "le chargement {c:de}",
            "heavy(c)": "{c} est|n’est~pas en charge",
            "drive(c, t)": "le trajet[ {c:de}][ {t:à}]",
            "waiting()": "les charrettes qui attendent",
        },
    ),
    "ru": Lexicon(
        PLAIN.names,
        {
            "cart": ("воз", "воза", "возов"),
            "town": ("город", "города", "городов"),
            "player": ("игрок", "игрока", "игроков"),
        },
        {
            "cart": {"cart": {"this": "этот", "locative": "возе", "several": "возы"}},
            "town": {"town": {"this": "этот", "locative": "городе", "several": "города"}},
            "player": {"player": {"this": "этот", "locative": "игроке", "accusative": "игрока", "several": "игроки"}},
        },
        {
            "load(c)": "груз|груза {c:gen}",
            "heavy(c)": "{c} [не ]с грузом",
            "drive(c, t)": "поездка[ {c:gen}][ в {t:acc}]",
            "waiting()": "ждущие|ждущих возы|возов",
        },
    ),
}
OX: Tree = ("thing", "cart", "cart", 0, "ox")
ASPEN: Tree = ("thing", "town", "town", 0, "aspen")
CART: Tree = ("local", "cart", 1, "cart", 1, False, False)
WAITING: Tree = ("some", CART, ("among", ("figure", "waiting", "waiting()", (), (), False)), None)
LOAD: Tree = ("figure", "load", "load(c)", ("c",), (OX,), False)

SAID: list[tuple[Tree, str, str, str]] = [
    (
        ("more", ("known", LOAD, ("number", 3)), ("number", 2)),
        "ładunek wozu Ox (3) to więcej niż 2",
        "le chargement de la charrette Ox (3) dépasse 2",
        "груз воза Ox (3) больше, чем 2",
    ),
    (
        ("not", ("at", OX, (ASPEN,))),
        "wóz Ox nie znajduje się w mieście Aspen",
        "la charrette Ox ne se trouve pas à Aspen",
        "воз Ox не находится в городе Aspen",
    ),
    (
        ("not", ("holds", "heavy", "heavy(c)", ("c",), (OX,))),
        "wóz Ox nie ma ładunku",
        "la charrette Ox n’est pas en charge",
        "воз Ox не с грузом",
    ),
    (("deed", "drive", "drive(c, t)", (), (), False), "jazda", "le trajet", "поездка"),
    (
        ("deed", "drive", "drive(c, t)", ("t",), (ASPEN,), False),
        "jazda do miasta Aspen",
        "le trajet à Aspen",
        "поездка в город Aspen",
    ),
    (("covered", ("kind", "cart")), "wóz", "la charrette", "воз"),
    (
        ("size", ("all_of", ("kind", "player"))),
        "liczba wszystkich graczy",
        "le nombre de tous les joueurs",
        "число всех игроков",
    ),
    (("all_of", ("kind", "player")), "wszyscy gracze", "tous les joueurs", "все игроки"),
    (
        (
            "when",
            ("deed", "drive", "drive(c, t)", ("c",), (("a", CART),), False),
            ("some", CART, None, ("which", CART, ("at", ("the", CART), (ASPEN,)))),
        ),
        "jazda wozu, gdy jest wóz, dla którego wóz znajduje się w mieście Aspen",
        "le trajet d’une charrette, lorsqu’il existe une charrette pour laquelle la charrette se trouve à Aspen",
        "поездка воза, если есть воз, для которого верно, что воз находится в городе Aspen",
    ),
    (WAITING, "są czekające wozy", "il y a des charrettes qui attendent", "есть ждущие возы"),
    (("not", WAITING), "nie ma czekających wozów", "il n’y a pas de charrettes qui attendent", "нет ждущих возов"),
    (("more_of_them", 5), "5 innych", "5 autres", "ещё 5"),
]


@pytest.mark.parametrize("grammar", GRAMMARS, ids=lambda grammar: grammar.language)
def test_every_function_is_said(grammar: type[Grammar]) -> None:
    for name, parts in FUNCTIONS.items():
        methods = [getattr(grammar, f"{sort}_{name}", None) for sort in ("np", "s")]
        pattern = grammar.patterns.get(name)
        if name in ("kind", "local") or (name in OTHERS and pattern is None):
            continue
        assert pattern is not None or any(methods), f"{grammar.language} has no way to say {name}"
        assert pattern is None or blanks(pattern) <= set(parts), (grammar.language, name)


@pytest.mark.parametrize("grammar", GRAMMARS, ids=lambda grammar: grammar.language)
def test_no_pattern_is_for_nothing(grammar: type[Grammar]) -> None:
    assert set(grammar.patterns) <= {"none", "then", "and", "or", "either", *FUNCTIONS}


@pytest.mark.parametrize(("tree", "polish", "french", "russian"), SAID)
def test_a_phrase_in_three_languages(tree: Tree, polish: str, french: str, russian: str) -> None:
    said = [grammar_in(language, WORDS[language], PLAIN).say(tree) for language in ("pl", "fr", "ru")]
    assert said == [polish, french, russian]


def test_french_says_its_conjunction_before_each_condition() -> None:
    both: Tree = ("both", (("at", OX, (ASPEN,)), ("holds", "heavy", "heavy(c)", ("c",), (OX,))))
    drive: Tree = ("deed", "drive", "drive(c, t)", (), (), False)
    said = [grammar_in("fr", WORDS["fr"], PLAIN).say(tree) for tree in (("when", drive, both), ("if_so", both))]
    assert said == [
        "le trajet, lorsque la charrette Ox se trouve à Aspen et que la charrette Ox est en charge",
        "si la charrette Ox se trouve à Aspen et si la charrette Ox est en charge :",
    ]


@pytest.mark.parametrize("language", PHRASED)
def test_what_lacks_a_word_is_told_in_english_as_a_whole(language: str) -> None:
    grammar = grammar_in(language, WORDS[language], PLAIN)
    tree = ("at_least", LOAD, ("figure", "price", "price()", (), (), False))
    assert grammar.say(tree) == "the load of Ox is at least the price"
    with pytest.raises(Unsaid):
        WORDS[language].phrase("price()")


def test_a_language_without_phrases_is_told_in_english() -> None:
    assert isinstance(grammar_in("de", PLAIN, PLAIN), English)
    assert isinstance(grammar_in("pl", PLAIN, PLAIN), English)


def test_forms_and_brackets_of_a_pattern() -> None:
    def told(pattern: str, case: int, known: dict[str, str]) -> str:
        return filled(pattern, lambda forms: forms[case], known.keys().__ge__, lambda blank, form: known[blank] + form)

    assert told("droga|drogi, którą[ {b:!}]", 0, {}) == "droga, którą"
    assert told("droga|drogi, którą[ {b:!}]", 1, {"b": "x"}) == "drogi, którą x!"
    assert told("est|n’est~pas là", 1, {}) == "n’est pas là"
    assert blanks("a|b {c}[ {d}]") == {"c", "d"}


def test_english_takes_a_phrase_where_a_name_reads_badly() -> None:
    phrases = {"late()": "it is[ not] late", "load(cart)": "what {cart} carries"}
    grammar = grammar_in("en", Lexicon(phrases=phrases), PLAIN)
    assert grammar.say(("holds", "late", "late()", (), ())) == "it is late"
    assert grammar.say(("not", ("holds", "late", "late()", (), ()))) == "it is not late"
    assert grammar.say(("holds", "tired", "tired()", (), ())) == "“tired” holds"
    ox = ("thing", "ox", "cart", 0, "ox")
    assert grammar.say(("figure", "load", "load(cart)", ("cart",), (ox,), False)) == "what Ox carries"


def test_english_takes_a_phrase_for_an_attribute_too() -> None:
    grammar = grammar_in("en", Lexicon(phrases={"cart.held": "the holder of {it}"}), PLAIN)
    ox = ("thing", "ox", "cart", 0, "ox")
    assert grammar.say(("attribute", "held", "cart.held", ox)) == "the holder of Ox"
    assert grammar.say(("attribute", "load", "cart.load", ox)) == "Ox's load"


@pytest.mark.parametrize(
    ("language", "phrase", "so", "not_so", "now"),
    [
        ("en", "{it} is[ not] ajar", "Ox is ajar", "Ox is not ajar", "from now on Ox is ajar"),
        ("pl", "{it} [nie ]stoi otworem", "Ox stoi otworem", "Ox nie stoi otworem", "odtąd Ox stoi otworem"),
        ("fr", "{it} baye", "Ox baye", "Ox baye", "désormais, Ox baye"),
        ("ru", "{it} [не ]открыта", "Ox открыта", "Ox не открыта", "отныне Ox открыта"),
    ],
)
def test_that_an_attribute_has_a_word_is_a_sentence_of_its_own(
    language: str, phrase: str, so: str, not_so: str, now: str
) -> None:
    lexicon = Lexicon(names={"cart": {0: "Ox"}}, phrases={"cart.gate is open": phrase, "cart.gate": "gate of {it}"})
    grammar = grammar_in(language, lexicon, PLAIN)
    gate = ("attribute", "gate", "cart.gate", ("text", "Ox"))
    opened, shut = ("word", "open"), ("word", "shut")
    assert grammar.say(("is", gate, (opened,))) == so
    assert grammar.say(("not", ("is", gate, (opened,)))) == not_so
    assert grammar.say(("not", ("is_known", gate, (shut,), opened))) == so
    assert grammar.say(("becomes", gate, opened)) == now
    assert "gate" in grammar.say(("is", gate, (opened, shut)))
