"""Every form of a word has one stem, and another word has another."""

import pytest

from crex_dsl.text.folding import folded
from crex_dsl.text.stemming import stem, stems_of

FORMS = [
    ("en", "supply supplies supplied supplying"),
    ("en", "charge charges charged charging"),
    ("en", "army armies"),
    ("en", "loss losses"),
    ("en", "defence defense defences"),
    ("en", "colour color colours"),
    ("en", "speed speeds"),
    ("en", "use uses used"),
    ("fr", "château châteaux"),
    ("fr", "cheval chevaux"),
    ("fr", "hivernal hivernaux hivernale"),
    ("fr", "assiégé assiégés assiégée assiéger"),
    ("fr", "chevalier chevaliers"),
    ("fr", "harcèlement harcèlements"),
    ("pl", "droga drogi drogą drodze dróg drogami"),
    ("pl", "zamek zamku zamki zamków zamkiem"),
    ("pl", "bitwa bitwy bitwie bitew"),
    ("pl", "miasto miasta miast mieście miastem"),
    ("pl", "oblężenie oblężenia oblężeniu oblężeń"),
    ("pl", "rycerz rycerze rycerzy rycerzom"),
    ("pl", "Krzyżak Krzyżacy Krzyżaków"),
    ("pl", "tura tury turze tur"),
    ("pl", "teren terenu terenie"),
    ("pl", "karta karty kartą karcie kart"),
    ("pl", "odrzucić odrzuca odrzucają odrzucony odrzuconych"),
    ("pl", "strona strony stronie stron"),
    ("pl", "koniec końca końcu końcem"),
    ("pl", "dręczyć dręczą dręczenie dręczenia"),
    ("pl", "szturmować szturmowanie szturmowania szturm"),
    ("ru", "штурм штурма штурмовать"),
    ("ru", "снабжать снабжает снабжение снабжения"),
    ("ru", "отход отхода отходит"),
    ("fr", "assiégeant assiégeants assiéger"),
    ("ru", "набег набега набегов набеги"),
    ("ru", "замок замка замков"),
    ("ru", "осада осады осаде осадой осад"),
    ("ru", "зимний зимних зимнего"),
    ("ru", "отступление отступления отступлений"),
    ("ru", "солдат солдата солдаты"),
    ("ru", "осаждённый осаждённого осаждённые"),
]
FORMS += [
    ("en", "deploy deployed deployment"),
    ("en", "eliminate eliminated elimination"),
    ("fr", "débarquer débarquent débarquement"),
    ("fr", "harceler harcèle harcèlement"),
    ("pl", "oblega oblegają obleganie obleganym"),
    ("ru", "двигают двигается двигаться"),
    ("ru", "остаются остаться осталось"),
]
FORMS += [
    ("fr", "dégât dégâts"),
    ("fr", "combat combats combattre combattent"),
    ("pl", "Pielgrzymi Pielgrzymów pielgrzymom"),
    ("pl", "pomocnik pomocnicy pomocników pomocnikiem"),
    ("pl", "poziom poziomu poziomów poziomy"),
    ("pl", "podwojenie podwojona podwójna"),
    ("pl", "plansza planszy planszę plansz"),
    ("pl", "kampania kampanii kampanię"),
    ("pl", "trafić trafia trafienie trafień"),
    ("pl", "zdobyć zdobywa zdobył zdobycie zdobyte"),
    ("pl", "wycofać wycofuje wycofywać wycofanie"),
    ("pl", "rozstawić rozstawienie rozstawia"),
    ("pl", "zatrudnić zatrudnienie zatrudnia"),
    ("pl", "Krzyżak Krzyżacy krzyżacki"),
    ("pl", "trzeci trzecia trzeciej"),
    ("pl", "zwycięzca zwycięstwo zwyciężyć"),
    ("ru", "лимит лимита лимитов"),
    ("ru", "пилигрим пилигрима пилигримы"),
    ("ru", "выставить выставляет выставление"),
    ("ru", "показывать показывает показывают"),
    ("ru", "расстановка расстановки расстановок"),
    ("ru", "перегруппировка перегруппироваться перегруппировок"),
    ("ru", "сарацин сарацины сарацинские"),
]
OTHERS = [
    ("en", "battle", "battery"),
    ("en", "army", "arm"),
    ("en", "attacker", "attack"),
    ("fr", "cheval", "chevalier"),
    ("pl", "zima", "zamek"),
    ("pl", "atakujący", "atak"),
    ("ru", "атакующий", "атака"),
]


@pytest.mark.parametrize(("language", "forms"), FORMS, ids=lambda value: value.split()[0])
def test_forms_of_a_word_share_its_stem(language: str, forms: str) -> None:
    assert len({stem(form, language) for form in forms.split()}) == 1


@pytest.mark.parametrize(("language", "forms"), FORMS, ids=lambda value: value.split()[0])
def test_whoever_types_without_marks_finds_every_form(language: str, forms: str) -> None:
    for typed in forms.split():
        bare = stem(folded(typed), language)
        lost = [form for form in forms.split() if bare not in {stem(form, language), stem(folded(form), language)}]
        assert not lost, typed


@pytest.mark.parametrize(("language", "one", "other"), OTHERS)
def test_other_words_have_other_stems(language: str, one: str, other: str) -> None:
    assert stem(one, language) != stem(other, language)


def test_what_we_do_not_know_stays_as_it_is() -> None:
    assert stem("wegen", "de") == "wegen"
    assert stem("6.42", "pl") == "6.42"
    assert stem("as", "en") == "as"


def test_the_stems_of_a_text_are_those_of_its_words_as_they_are_written() -> None:
    assert stems_of("W bitwie: 6.42!", "pl") == [stem("w", "pl"), stem("bitwie", "pl"), "6.42"]
