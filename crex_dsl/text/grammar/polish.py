"""Polish: cases, genders and the patterns of its phrases."""

from __future__ import annotations

from collections.abc import Mapping

from crex_dsl.text.grammar.phrased import TERM
from crex_dsl.text.grammar.slavic import FORMS, SlavicGrammar

PATTERNS: Mapping[str, str] = {
    "and": "i",
    "or": "lub",
    "either": "zachodzi jedno z tych: {}",
    "none": "nic",
    "then": ", a potem ",
    "number": "{n}",
    "quoted": "„{words}”",
    "nothing": "nic|niczego",
    "nobody": "nikt|nikogo|nikim|nikogo",
    "yes": "tak",
    "no": "nie",
    "all_of": "{kind:all=}",
    "a": "{noun:=}",
    "each": "{noun:each=}",
    "every": "{kind:each=}",
    "between": "{noun:=} od {low:gen} do {high:gen}",
    "whether": "to|tego|tym|to, czy {s},",
    "plus": "{one:=} plus {two}",
    "minus": "{one:=} minus {two}",
    "times": "{one} razy {two}",
    "greater": "większa|większej|większej|większą z liczb: {one} i {two}",
    "smaller": "mniejsza|mniejszej|mniejszej|mniejszą z liczb: {one} i {two}",
    "half_down": "połowa|połowy|połowie|połowę {one:gen} w zaokrągleniu w dół",
    "half_up": "połowa|połowy|połowie|połowę {one:gen} w zaokrągleniu w górę",
    "share_down": "wynik|wyniku|wyniku|wynik dzielenia {one:gen} przez {two:acc} w zaokrągleniu w dół",
    "share_up": "wynik|wyniku|wyniku|wynik dzielenia {one:gen} przez {two:acc} w zaokrągleniu w górę",
    "sum": "suma|sumy|sumie|sumę {one:gen} i {two:gen}",
    "difference": "różnica|różnicy|różnicy|różnicę {one:gen} i {two:gen}",
    "product": "iloczyn|iloczynu|iloczynie {one:gen} i {two:gen}",
    "union": "{one:=} wraz z innymi: {two}",
    "without": "{one:=} z wyjątkiem {two:gen}",
    "as_figure": "wartość|wartości|wartości|wartość {one:gen}",
    "choice": "{then:=}, jeśli {test}, a w przeciwnym razie {otherwise:=}",
    "failing": "{one:=}, a w razie braku {instead:=}",
    "count_all": "liczba|liczby|liczbie|liczbę {kind:plgen}{among}",
    "all": "{kind:all=}{among}",
    "the_one": "{noun:this=}{among}{which}",
    "count": "liczba|liczby|liczbie|liczbę {noun:plgen}{among}{which}",
    "total_over": "suma|sumy|sumie|sumę wartości „{of}” dla {noun:allgen}{among}{which}",
    "best": "{noun:these=}{among}{which}, według zasady: {keys:then}",
    "ranked": "{noun:pl=}{among}{which} w kolejności: {keys:then}",
    "those": "{noun:all=}{among}{which}",
    "highest": "jak najwięcej: {one}",
    "lowest": "jak najmniej: {one}",
    "rising": "{one}, rosnąco",
    "falling": "{one}, malejąco",
    "reached": "{kind:these=} w zasięgu najwyżej {within:gen} od {start:gen}, do których prowadzą {link:pl}{by} "
    "przez {place:pl}{through}",
    "nth": "pozycja|pozycji|pozycji|pozycję {n} na liście {of:gen}",
    "entry": "pozycja|pozycji|pozycji|pozycję o numerze „{place}” na liście {of:gen}",
    "first": "pierwsze|pierwszych {n} z listy {of:gen}",
    "last": "ostatnie|ostatnich {n} z listy {of:gen}",
    "first_many": "początek|początku listy {of:gen}, tyle pozycji, ile wynosi {n}",
    "last_many": "koniec|końca listy {of:gen}, tyle pozycji, ile wynosi {n}",
    "size": "liczba|liczby|liczbie|liczbę {of:gen}",
    "total": "suma|sumy|sumie|sumę {of:gen}",
    "dice_exactly": "liczba|liczby|liczbie|liczbę kości, na których wypadło dokładnie {pips},",
    "dice_at_most": "liczba|liczby|liczbie|liczbę kości, na których wypadło najwyżej {pips},",
    "dice_at_least": "liczba|liczby|liczbie|liczbę kości, na których wypadło co najmniej {pips},",
    "enemy": "przeciwnik|przeciwnika|przeciwniku|przeciwnika {of:gen}",
    "seats": "liczba|liczby|liczbie|liczbę miejsc przy stole od {start:gen} do {of:gen}",
    "other_end": "miejsce|miejsca|miejscu|miejsce na drugim końcu {link:gen}",
    "covered": "{kind:=}",
    "hidden": "?",
    "more_of_them": "{n} {n:inny | inne | innych}",
    "among": " spośród {of:gen}",
    "which": ", {noun:rel} {s},",
    "which_all": ", dla których {s},",
    # ---- what is so ----
    "is": "{one} to [nie ]{items:or}",
    "is_else": "{one} to {value}, a nie {items:or}",
    "equals": "{one} [nie ]wynosi {two}",
    "at": "{one} [nie ]znajduje się w {items:or loc}",
    "elsewhere": "{one} znajduje się w {value:loc}, a nie w {items:or loc}",
    "at_kind": "{one} [nie ]znajduje się w {kind:loc}",
    "is_kind": "{one} to [nie ]{kind}",
    "in": "{one} [nie ]należy do {two:gen}",
    "less": "{one} to mniej niż {two}",
    "at_most": "{one} to najwyżej {two}",
    "more": "{one} to więcej niż {two}",
    "at_least": "{one} to co najmniej {two}",
    "exactly_if": "{one} wtedy i tylko wtedy, gdy {two}",
    "there_is_none": "nie ma {one:gen}",
    "there_is_one": "jest {one}",
    "some": "jest {noun}{among}{which}",
    "no_one": "nie ma {noun:gen}{among}{which}",
    "there_are": "są|nie~ma {them}",
    "each_is": "dla {noun:eachgen}{among} prawdą jest, że {s}",
    "legal": "można|nie~można wykonać: {deed}{by}",
    "belongs": "to należy do {whose:gen}, a decyduje {who}",
    "hidden_whether": "ukryte jest, czy {s}",
    "if": "jeśli {test}, to {then}, a w przeciwnym razie {otherwise}",
    "always": "zawsze|nigdy",
    "true": "zachodzi|nie~zachodzi {one}",
    # ---- what clauses do ----
    "table": "spis: {kind:pl}",
    "exempt": " mimo zasady „{title}”",
    "when": "{what}, gdy {s}",
    "never": "{what} – w tej edycji nigdy",
    "given": "{what}, o ile {s}",
    "otherwise": "w pozostałych przypadkach {what}",
    "figure_is": "{what} to {value}",
    "becomes": "{what}: odtąd {value}",
    "from_now_on": "odtąd {s}",
    "holds_when": "{what} dokładnie wtedy, gdy {s}",
    "exactly_when": "dokładnie wtedy, gdy {s}",
    "asked": "czy {s}",
    "kept": "{what}{holding}, do końca {stage:gen}",
    "kept_game": "{what}{holding}, do końca gry",
    "holding": " ({what})",
    "ranges": "od {low} do {high}",
    "if_any": "jeśli jest",
    "several": "{kind:pl}",
    "or_nothing": "{what} albo nic",
    "or_nobody": "{what} albo nikt",
    "offered": "{what}{by}{during}",
    "by": ", decyduje {who}",
    "by_whom": " (wykonuje {who})",
    "during": ", w trakcie {stage:gen}",
    "moment": "{what}: chwila dla innych zasad",
    "before": "przed czynnością „{what}”",
    "after": "po czynności „{what}”",
    "instead": "zamiast czynności „{what}”",
    "begins": "na początku {stage:gen}",
    "ends": "na końcu {stage:gen}",
    # ---- steps ----
    "nothing_happens": "nic się nie dzieje",
    "as_long_as": "dopóki {s}:",
    "goes_on": "dopóki to trwa:",
    "n_times": "{n} {n:raz | razy | razy}:",
    "as_many_times": "tyle razy, ile wynosi {n}:",
    "stage_begins": "zaczyna się {stage}{given}:",
    "with": ", gdzie {items}",
    "as": "{state} to {value}",
    "if_nothing": "jeśli nie ma czego wybrać:",
    "together": "{noun:each}{among}{which} wybiera, wszyscy naraz i w tajemnicy: {offers:or}",
    "if_so": "jeśli {s}:",
    "else_if": "w przeciwnym razie, jeśli {s}:",
    "else": "w przeciwnym razie:",
    "for_each": "po kolei dla {noun:eachgen}{among}{which}{counter}:",
    "counting": " (liczonych od 1: {noun})",
    "for_numbers": "po kolei dla {noun:eachgen} od {low:gen} do {high:gen}:",
    "must": "{who} musi wybrać: {offers:or}",
    "may": "{who} może wybrać: {offers:or}",
    "keep": "{who} może wybierać raz po raz: {offers:or}",
    "let": "przyjmij, że {noun} to {value}",
    "move": "przenieś {one:acc} do {to:gen}",
    "grows": "{what} rośnie o {value:acc}",
    "shrinks": "{what} maleje o {value:acc}",
    "add": "dodaj {value:acc} do {to:gen}",
    "remove": "usuń {value:acc} z {to:gen}",
    "clear": "wyczyść {what:acc}",
    "do": "wykonaj: {deed}",
    "roll": "rzuć {n} {n:kością | kośćmi | kośćmi}{sides}{noun}",
    "roll_many": "rzuć kośćmi{sides}, tyloma, ile wynosi {n}{noun}",
    "sides": " o {n} ściankach",
    "called": " ({noun})",
    "draw": "wylosuj {noun:acc} z {source:gen}",
    "shuffle": "losowo ponumeruj {source:acc} ({state})",
    "stage_ends": "{stage} kończy się",
    "drawn_game": "gra kończy się remisem",
    "won_by": "gra kończy się, a zwycięża {who}",
    "leave": "na tym koniec",
}

_EACH = {
    "ten": ("każdy", "każdego", "każdym", "każdy"),
    "ta": ("każda", "każdej", "każdej", "każdą"),
    "to": ("każde", "każdego", "każdym", "każde"),
}
_THIS = {"ten": ("ten", "tego", "tym", "ten"), "ta": ("ta", "tej", "tej", "tę"), "to": ("to", "tego", "tym", "to")}
_RELATIVE = {"ten": "dla którego", "ta": "dla której", "to": "dla którego"}
_OWN_NOUNS = {
    "number": ("liczba", "liczby", "liczbie", "liczbę", "liczby", "liczb"),
    "dice": ("kości", "kości", "kościach", "kości", "kości", "kości"),
    "answer": ("odpowiedź", "odpowiedzi", "odpowiedzi", "odpowiedź", "odpowiedzi", "odpowiedzi"),
    "word": ("słowo", "słowa", "słowie", "słowo", "słowa", "słów"),
    "actor": ("decydujący", "decydującego", "decydującym", "decydującego", "decydujący", "decydujących"),
    "figure-so-far": (
        *("dotychczasowa wartość", "dotychczasowej wartości", "dotychczasowej wartości", "dotychczasową wartość"),
        *("dotychczasowe wartości", "dotychczasowych wartości"),
    ),
}


class Polish(SlavicGrammar):
    """Says trees in Polish."""

    language = "pl"
    patterns = PATTERNS
    each, this = _EACH, _THIS
    all = ("wszystkie", "wszyscy", "wszystkich")
    these = ("te", "ci", "tych")
    relative = _RELATIVE
    numbered = "nr"
    own_nouns = _OWN_NOUNS

    def gender(self, kind: str) -> str:
        return "ta" if kind in ("number", "answer", "figure-so-far") else super().gender(kind)

    def np_thing(self, case: str, kind: str, root: str, index: int, id: str) -> str:
        """A name of common words stands in quotes beside its noun, unless it is declined with it."""
        told = super().np_thing(case, kind, root, index, id)
        name = self.lexicon.thing_in(root, index, id, FORMS.get(case, ""))
        declined = name != self.lexicon.thing_in(root, index, id, "")
        if declined or not name.split(maxsplit=1)[0].islower() or not told.endswith(f" {name}"):
            return told
        return f"{told.removesuffix(name)}„{name}”"

    def forms_of(self, kind: str) -> Mapping[str, str | None]:
        one, *more = self.lexicon.term(kind)
        forms = self.lexicon.noun(kind)
        return {
            TERM: one,
            "genitive": forms.get("genitive"),
            "locative": forms.get("locative"),
            "accusative": forms.get("accusative", one),
            "several": more[0] if more else forms.get("several"),
            "of-several": more[1] if len(more) > 1 else forms.get("of-several"),
        }
