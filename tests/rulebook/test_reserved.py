"""Every word of the language as a name in every form of declaration: refused where it is declared, or of use."""

import re
from collections.abc import Callable

import pytest

from crex_dsl.language.diagnostics import Report, RuleError
from crex_dsl.language.keywords import CONTINUING, MEANT
from crex_dsl.language.parser import GRAMMAR, grammar, parse_text
from crex_dsl.language.reserved_names import declared, report_unread
from crex_dsl.language.source import Source
from crex_dsl.rulebook.files.games import data_root
from tests.rulebook.small import HEAD, Small

SPECIAL = {"done", "a", "id", "ends", "name", "standard", "game", "from", "to"}
WORDS = sorted({*re.findall(r'"([a-z]+)"', GRAMMAR.read_text(encoding="utf-8")), *MEANT, *SPECIAL})
REFUSAL = re.compile(r":(\d+):(\d+): error: `([\w-]+)` is a word of the language and cannot be a name here")
EXAMPLE = 'example "E" on playing\n    when\n        begin play\n    then\n'


def clause(*lines: str) -> str:
    return 'clause c "C"\n' + "".join(f"    {line}\n" for line in lines)


def checks(*lines: str) -> str:
    return EXAMPLE + "".join(f"        {line}\n" for line in lines)


ROAD = "kind spot\n    gain : 0..3\n    changing lent : 0..3\n"
SPOTS = "table spot\n    | id | gain |\n    | s1 | 1 |\n"


def steps(before: str, *lines: str, margin: str = "", head: str = "procedure p") -> str:
    return margin + clause("state n: 0..99", head, f"    {before}", *(f"    {line}" for line in lines))


FORMS: dict[str, Callable[[str], str]] = {
    # ---- named in expressions ----
    "state": lambda w: (
        clause(
            f"state <{w}>: 0..9",
            f"define d: yes or no is {w} = 3 or 3 = {w}",
            "procedure p",
            f"    {w} becomes {w} + 1",
        )
        + checks(f"{w} = 0")
    ),
    "state with a parameter": lambda w: (
        clause(f"state <{w}>(player): 0..9", "procedure p", f"    {w}(red) += 1", f"    clear {w}")
        + checks(f"{w}(red) = 0")
    ),
    "tally": lambda w: clause(f"tally <{w}>", "procedure p", f"    {w} += 1", f"    if {w} = 2", "        return"),
    "set": lambda w: clause(
        f"set <{w}> of player", "procedure p", f"    add red to {w}", f"    for each x in {w}", f"        clear {w}"
    ),
    "value": lambda w: clause(f"open value <{w}>: number", f"{w} is 3", f"adjust {w} to it + 1") + checks(f"{w} = 4"),
    "definition": lambda w: (
        clause(f"define <{w}>(player): yes or no is player is red", f"define d: yes or no is {w}(red)")
        + checks(f"{w}(red)")
    ),
    "stage field": lambda w: (
        f"stage turn in game with n: 0..9, <{w}>: 0..9\n"
        + clause("procedure p", f"    open turn with {w} is 3", f"        {w} += 1", f"        n becomes {w}")
    ),
    "player": lambda w: (
        HEAD.replace("blue", f"<{w}>")
        + clause(
            "state lead: player, starts at red",
            "action go in game",
            '    text "go"',
            "    do",
            f"        lead becomes {w}",
            "permit go",
            "procedure p",
            f"    {w} chooses go",
            f"    for each x in [{w}, red]",
            "        lead becomes x",
        )
        + f'example "E" on c\n    when\n        begin p\n        {w}: go\n'
        f"    then\n        {w} is lead\n        lead is {w}\n"
    ),
    "thing in a table": lambda w: (
        ROAD
        + f"table spot\n    | id | gain |\n    | <{w}> | 1 |\n    | s1 | 2 |\n"
        + clause(f"define d: number is {w}.gain", "procedure p", f"    {w}.lent becomes 3", f"    {w}.lent += {w}.gain")
        + checks(f"{w}.lent = 0")
    ),
    "thing in a list": lambda w: (
        f"kind sky is <{w}>, grey\n"
        + clause(
            "state now: sky, starts at grey",
            "procedure p",
            f"    now becomes {w}",
            f"    if {w} is now",
            "        return",
        )
        + checks(f"{w} is not now")
    ),
    "word of an attribute": lambda w: (
        f"kind spot\n    sort : plain | <{w}>\n"
        + f"table spot\n    | id | sort |\n    | s1 | {w} |\n"
        + clause(f"define d: yes or no is s1.sort is {w}", f"define e: spot.sort is {w}")
        + checks(f"s1.sort is {w}")
    ),
    "first word of an attribute": lambda w: (
        f"kind spot\n    sort : <{w}> | plain\n"
        + f"table spot\n    | id | sort |\n    | s1 | {w} |\n"
        + clause(f"define d: yes or no is some s: spot where {w} is s.sort")
    ),
    "kind": lambda w: (
        f"kind <{w}>\n    gain : 0..3\n    changing lent : {w} or nothing\n"
        f"kind z is a {w} where {w}.gain > 0\ntable {w}\n    | id | gain |\n    | s1 | 1 |\n"
        + clause(
            f"define d(<{w}>): number is {w}.gain",
            f"define e: set of {w} is all <{w}> where {w}.gain > 0",
            f"state now: {w}, starts at s1",
            f"set lot(x: {w}) of {w}",
            f"define f: yes or no is now is a z and some x: {w} where x is a {w}",
        )
    ),
    "parameter of a definition": lambda w: clause(
        f"define d(<{w}>: player): yes or no is {w} is red and red is {w}",
        f"define e(<{w}>: number): number is {w} + 1",
    ),
    "parameter of an action": lambda w: clause(
        "state gain(player): 0..9",
        f"action go(<{w}>: player, m: from 1 to 3) by {w} in game",
        f'    text "{{{w}}} goes"',
        "    do",
        f"        gain({w}) += 1",
        f'        {w} may choose stop or "no"',
        f"permit go(<{w}>, m) when {w} is red",
        f"before go(<{w}>, m)",
        f'    {w} may choose stop or "no"',
        "action stop in game",
        '    text "stop"',
        "    do",
        "        return",
        "permit stop",
    ),
    "number of an action": lambda w: clause(
        "state gain: 0..9",
        f"action go(<{w}>: from 1 to 3) in game",
        f'    text "{{{w}}}"',
        "    do",
        f"        gain += {w}",
        f"permit go(<{w}>) when {w} > 1",
    ),
    "parameter of a procedure": lambda w: (
        ROAD
        + SPOTS
        + clause(
            f"procedure p(<{w}>: spot)",
            f"    {w}.lent becomes 1",
            f"    if {w}.lent = 1",
            f"        {w}.lent += {w}.gain",
        )
    ),
    "parameter said anew": lambda w: clause(
        "open value v(player): number",
        f"v(<{w}>) is size of (all x in players where x is {w})",
        f"adjust v(<{w}>) to it + 1 when {w} is blue",
    ),
    "let": lambda w: steps(f"let <{w}> be 3", f"n becomes {w}", f"n += {w} + 1"),
    "let of a thing": lambda w: steps(f"let <{w}> be s1", f"{w}.lent becomes 1", margin=ROAD + SPOTS),
    "drawn": lambda w: steps(f"draw <{w}> from (all s: spot)", f"{w}.lent becomes 1", margin=ROAD + SPOTS),
    "dice": lambda w: steps(f"roll 2 dice as <{w}>", f"n becomes total of {w}", f"n += {w} at most 3"),
    "loop": lambda w: steps(f"for each <{w}>: spot", f"    {w}.lent becomes {w}.gain", margin=ROAD + SPOTS),
    "loop over a set": lambda w: steps(
        f"for each <{w}> in (all s: spot) where {w}.gain > 0", f"    {w}.lent becomes 1", margin=ROAD + SPOTS
    ),
    "loop over numbers": lambda w: steps(f"for each <{w}> from 1 to 3", f"    n += {w}"),
    "counter": lambda w: steps(f"for each s: spot counting <{w}>", f"    n += {w}", margin=ROAD + SPOTS),
    "quantified": lambda w: clause(f"define d: yes or no is some <{w}> in players where {w} is red and red is {w}"),
    "ranked": lambda w: (
        ROAD + SPOTS + clause(f"define d: list of spot is order <{w}>: spot where {w}.gain > 1 by {w}.gain")
    ),
    "together": lambda w: clause(
        "action stop in game",
        '    text "stop"',
        "    do",
        "        return",
        "permit stop",
        "procedure p",
        f"    together each <{w}> in players where {w} is red chooses stop",
    ),
    "parameter of a measure": lambda w: f'measure m(<{w}>: player) "M" is size of (all x in players where x is {w})\n',
    "parameter of a payoff": lambda w: f'payoff m(<{w}>: player) "M" is size of (all x in players where x is {w})\n',
    "parameter of a scenario": lambda w: (
        ROAD + SPOTS + f'scenario s(<{w}>: spot) "S"\n    refused "no" when {w}.gain = 0\n'
        f"    given\n        {w}.lent becomes 1\n    begin play\n"
        f"    found\n        {w} is s1\n"
    ),
    "parameter of worth": lambda w: f"worth(<{w}>: player) is\n    1 when {w} is red\n    0 otherwise\n",
    # ---- named where only a name can stand ----
    "attribute": lambda w: (
        f"kind spot\n    <{w}> : 0..3\n    n : 0..3\ntable spot\n    | id | {w} | n |\n    | s1 | 1 | 2 |\n"
        + clause(f"define d: number is s1.{w} + s1.n", f"define e: list of spot is order s: spot by s.{w}")
    ),
    "changing attribute": lambda w: (
        f"kind spot\n    changing <{w}> : 0..3\n    placed there : spot or nothing\n"
        "table spot\n    | id |\n    | s1 |\n"
        + clause(
            "procedure p",
            f"    s1.{w} becomes s1.{w}",
            f"    place s1 at s1 with {w} is 2",
            f"    shuffle (all s: spot) by {w}",
        )
    ),
    "attribute of a link": lambda w: (
        f"kind spot\nkind road joins spot\n    <{w}> : 0..3\ntable spot\n    | id |\n    | s1 |\n    | s2 |\n"
        f"table road\n    | from | to | {w} |\n    | s1 | s2 | 1 |\n" + clause(f"define d: number is s1-s2.{w}")
    ),
    "stage": lambda w: (
        f"stage <{w}> in game with n: 0..9\n"
        + clause(
            f"state m: 0..9 per {w}",
            "procedure p",
            f"    open {w} with n is 1",
            "        do q",
            f"procedure q in {w}",
            "    m += 1",
            f"    end {w}",
            f"when {w} begins",
            "    m += 1",
            f"when {w} ends",
            "    m += 1",
        )
    ),
    "action": lambda w: (
        clause(
            f"action <{w}>(player) by player in game",
            '    text "go {player}"',
            "    do",
            "        return",
            f"permit {w}(player)",
            f"forbid {w}(player) when no x in players",
            f"except c for {w}(player)",
            f"after {w}(player)",
            "    return",
            "procedure p",
            f"    red chooses {w}, {w}(red)",
            f'    red may choose {w}(any) or "no"',
            f"define d: yes or no is can {w} or red can {w}(red)",
        )
        + f'policy w "W"\n    prefer {w}(player) when player is red\n'
        + f'measure m(x: player) "M" counts {w}(player)\n'
        + f'example "E" on c\n    when\n        begin p\n        red: {w}(red)\n        red: {w}(red)\n'
        f"    then\n        legal {w}(red) by red\n"
    ),
    "procedure": lambda w: (
        clause(
            f"procedure <{w}>(player)",
            "    return",
            "procedure p",
            f"    do {w}(red)",
            f"before {w}(player)",
            "    return",
        )
        + f'scenario s "S"\n    begin {w}(red)\nchart {w}\n'
        + f'example "E" on c\n    when\n        begin {w}(red)\n    then\n        yes\n'
    ),
    "open procedure": lambda w: clause(f"open procedure <{w}>", f"procedure {w} is", "    return"),
    "moment": lambda w: clause(f"moment <{w}>", f"after {w}", "    return", "procedure p", f"    do {w}"),
    "clause": lambda w: (
        f'clause <{w}> "W"\n    says "W."\n'
        + clause(f"follows {w}")
        + f'aid\n    {w}, c\n    playing\nexample "E" on {w}\n    then\n        yes\n'
        + f'ruling r on {w}\n    asks "?"\n    reading x taken "x"\n        amend {w}\n            says "X."\n'
    ),
    "clause at the start of a line": lambda w: f'clause <{w}> "W"\n    says "W."\naid\n    playing\n    {w}\n',
    "ruling": lambda w: (
        f'ruling <{w}> on playing\n    asks "?"\n    reading x taken "x"\n    reading y "y"\n'
        f'option o "O"\n    reads {w}=y\n'
    ),
    "reading": lambda w: (
        f'ruling r on playing\n    asks "?"\n    reading x taken "x"\n    reading <{w}> "y"\n'
        f'option o "O"\n    reads r={w}\n'
    ),
    "option": lambda w: (
        f'option other "X"\n    excludes {w}\noption <{w}> "O"\n    says "O."\n\nclause d "D"\n    says "D."\n'
        f'example "E" on playing with {w}\n    then\n        yes under {w}\n'
    ),
    "edition": lambda w: (
        f'edition <{w}> "E" of small\n\nedition f "F" of {w}\n'
        f'\noption o "O" for {w}\n    says "O."\n'
        f'example "E" on playing from {w} with o\n    then\n        yes under {w}\n'
    ),
    "family": lambda w: f'layer <{w}> of small\nedition e "E" of {w}\n',
    "measure": lambda w: f'measure <{w}> "M" is size of players\n',
    "policy": lambda w: (
        clause("action go in game", '    text "go"', "    do", "        return", "permit go")
        + f'policy <{w}> "W"\n    prefer go\n'
    ),
    "scenario": lambda w: (
        f'scenario <{w}> "S"\n    begin play\n    measure <{w}> "M" is 3\n'
        + f'example "E" on playing\n    given\n        set up {w}\n    then\n        yes\n'
    ),
    "glossary term": lambda w: (
        f'kind spot\nglossary en\n    spot "spot"\n    <{w}> "word"\npicture spot\n    number 3 means {w}\n'
    ),
    "chapter": lambda w: f'edition e "E" of small\ncite playing at "1"\nchapter <{w}> "C" at "1"\n',
    "name": lambda w: f'kind sky is <{w}>, grey\nnames\n    grey "Grey"\n    {w} "W"\n',
}


def whole(form: str, word: str) -> tuple[str, set[tuple[int, int]]]:
    """The game of a form with a word for its name, and the lines and columns where it is declared."""
    text = FORMS[form](word)
    plain, places = "", set()
    for piece in re.split(r"(<[a-z_]+>)", text if text.startswith("game ") else HEAD + text):
        if piece == f"<{word}>":
            places.add((plain.count("\n") + 1, len(plain) - plain.rfind("\n")))
        plain += piece[1:-1] if piece == f"<{word}>" else piece
    return plain, places


def told(small: Small, form: str, word: str) -> tuple[set[tuple[int, int]], str]:
    """Where a word is refused as the name of a form, and all that is told."""
    text, _ = whole(form, word)
    try:
        small.book(text, head="")
    except RuleError as error:
        return {(int(m[1]), int(m[2])) for m in REFUSAL.finditer(str(error)) if m[3] == word}, str(error)
    return set(), ""


def fails(small: Small, form: str, word: str) -> str:
    """What is wrong with a word in a form: it is neither of use nor refused where it is declared, and only there."""
    refused, message = told(small, form, word)
    if not message or ("_" in word and "the name of a layer is of small letters" in message):
        return ""
    return "" if refused and refused <= whole(form, word)[1] and "did you mean" not in message else message


NEUTRAL = "zzz"


def lexed(text: str) -> set[str]:
    """The words of the language that would not be read as a name where the neutral name stands."""
    interactive = grammar().parse_interactive(text)
    found: set[str] = set()
    words = {terminal.name: terminal.pattern.value for terminal in grammar().terminals}
    for token in interactive.iter_parse():  # each before the parser is fed it; the lexer looks at all choices
        if token == NEUTRAL:
            found |= {words[name] for name in interactive.choices() if name in words}
    return {word for word in found if re.fullmatch("[a-z]+", word)}


def refused_words(text: str) -> set[str]:
    """The words that are refused wherever the neutral name is declared."""
    sets = [words for node in parse_text(text).walk() for name, words in declared(node) if name == NEUTRAL]
    return set().union(*sets)


@pytest.mark.parametrize("form", FORMS)
def test_a_word_that_could_not_be_used_is_refused_where_it_is_declared(small: Small, form: str) -> None:
    text, _ = whole(form, NEUTRAL)
    small.book(text, head="")
    refused = refused_words(text)
    starts_a_line = re.search(rf"^\s*{NEUTRAL}\b", text, re.MULTILINE) is not None
    assert lexed(text) | (CONTINUING if starts_a_line else set()) <= refused
    free = [word for word in sorted(MEANT | SPECIAL) if word not in refused]
    samples = sorted(lexed(text) & refused)[:1] + sorted(refused)[:1] + free[:2]
    assert {word: said for word in samples if (said := fails(small, form, word))} == {}


@pytest.mark.soak
@pytest.mark.parametrize("form", FORMS)
def test_every_word_in_every_form(small: Small, form: str) -> None:
    assert {word: said for word in WORDS if (said := fails(small, form, word))} == {}


def test_words_that_rules_use_well_are_no_mistake_in_a_file_that_does_not_parse() -> None:
    """A line elsewhere cannot be read: then other lines are looked over, and what they rightly use is not blamed."""
    report = Report()
    paths = [path for folder in ("ruleset", "variants") for path in sorted((data_root() / folder).rglob("*.crex"))]
    for path in paths:
        report_unread(Source(path.name, path.read_text(encoding="utf-8")), report)
    assert paths
    assert [found.render() for found in report.found] == []
