"""Mistakes of form, told: what does not belong, what was expected, and what may have been meant."""

from __future__ import annotations

import re
from dataclasses import replace

from lark import Lark

from crex_dsl.language.diagnostics import Report
from crex_dsl.language.keywords import EXPRESSION_WORDS, ITEM_WORDS, PART_WORDS, STEP_WORDS
from crex_dsl.language.parse_failure import Astray, Fault, code_of, find_fault, parts
from crex_dsl.language.reserved_names import report_unread
from crex_dsl.language.source import Source, Span
from crex_dsl.text.messages import listed_as_said, marked, said
from crex_dsl.text.spelling import did_you_mean

MAX_FAULTS = 40


def report_syntax(source: Source, text: str, lark: Lark, report: Report) -> None:
    """Tell the mistakes of a text that does not parse: the first one of every part that starts at the margin."""
    taken = report_unread(source, report)  # what is told of these is not told again where they are used
    told = len(taken)
    for start, part in parts(text):
        fault = find_fault(source, part, start, lark)
        if fault is not None and not taken & set(re.findall(r"[a-z]+", fault.code)):
            _tell(fault, report)
            told += 1
        if told >= MAX_FAULTS:
            return
    if not told:
        fault = find_fault(source, text, 0, lark)
        if fault is not None:
            _tell(fault, report)


def _tell(fault: Fault, report: Report) -> None:
    if fault.astray is not None:
        _tell_astray(fault, fault.astray, report)
        return
    if fault.unclosed is not None:
        bracket = fault.unclosed
        line, column = (bracket.line or 1) + fault.offset, bracket.column or 1
        report.error(
            said("this bracket is never closed; expected `{partners}`", partners=_PARTNERS[str(bracket)]),
            Span(fault.source, line, column, line, column + 1),
            said("close it on the same line, or on one that goes on with it"),
        )
        return
    if fault.accepted == {"_INDENT"} and fault.sort != "_INDENT":
        line, code = _line_above(fault)
        report.error(
            said("nothing is indented below this line; expected an indented block"),
            Span(fault.source, line, len(code) - len(code.lstrip()) + 1, line, len(code.rstrip()) + 1),
            said("indent what belongs to it by four blanks"),
        )
        return
    fault, hint = _at_first_word(fault, _hint(fault))
    other = {"AND": "OR", "OR": "AND"}.get(fault.sort)
    span = Span(fault.source, fault.line, fault.column, fault.line, fault.column + max(1, len(fault.found)))
    if fault.sort == "_INDENT":
        what = said("this line is indented deeper than the line above, which takes no block")
        hint = said(_GOES_ON) if re.match(_OPERATORS, fault.after) else hint or said("indent it like the line above")
        report.error(what, span, hint)
        return
    if other is not None and "PLUS" in fault.accepted:
        beside = other.lower() if other in fault.accepted else "else"
        report.error(
            said("`{found}` beside `{beside}` needs brackets", found=fault.found, beside=beside),
            span,
            said("say what belongs together: (… {beside} …) {found} …", beside=beside, found=fault.found),
        )
        return
    found = f"`{fault.found}`" if fault.found.isprintable() else f"U+{ord(fault.found[0]):04X}"
    edge = _EDGES.get(fault.sort)
    what = said("{found} does not belong here", found=found) if edge is None else said(edge)
    expected = _expected(fault)
    if expected:
        what = said("{what}; expected {expected}", what=what, expected=listed_as_said(expected, "or"))
    report.error(what, span, hint)


_OPERATORS = r"[+*/<>=-]|(is|in|not in|at most|at least|equal to|rounded)\b"
_GOES_ON = marked(
    "a line goes on with `and`, `or`, `where`, `through` or `else`, or inside brackets: put the whole in brackets"
)
_PARTNERS = {"(": ")", "[": "]"}
_EDGES = {
    "_NL": marked("the line ends too early"),
    "_DEDENT": marked("the block ends too early"),
    "$END": marked("the file ends too early"),
}


def _tell_astray(fault: Fault, astray: Astray, report: Report) -> None:
    indent = fault.column - 1
    report.error(
        said(
            "this line is indented by {indent}, like none of the lines above that it could stand beside", indent=indent
        ),
        Span(fault.source, fault.line, 1, fault.line, max(2, indent + 1)),
        said("indent it by {levels}", levels=listed_as_said([str(level) for level in astray.levels], "or")),
    )


def _line_above(fault: Fault) -> tuple[int, str]:
    """The last line of code before the fault, or the fault's own where the file ends with it."""
    first = fault.line if fault.sort in _EDGES else fault.line - 1
    for number in range(first, 0, -1):
        code = code_of(fault.source.line(number))
        if code.strip():
            return number, code
    return fault.line, fault.code


_VALUE = frozenset(word.upper() for word in EXPRESSION_WORDS) | {"NAME", "NUMBER", "LPAR", "LSQB"}
_OPERATOR = frozenset("COMPARE PLUS STAR SLASH AND OR ELSE IS IN NOT CAN AT EQUAL DOT LPAR".split())  # noqa: SIM905
_STEP = frozenset(word.upper() for word in STEP_WORDS) | _VALUE
_ITEM = frozenset(word.upper() for word in ITEM_WORDS) | {"NAME"}
_VERB = frozenset({"BECOMES", "CHOOSE", "CHOOSES", "MAY", "LPAR", "DOT", "+=", "-="})
_GROUPS: tuple[tuple[frozenset[str], frozenset[str], str], ...] = (
    # where all of these could stand, all of those are called …
    (frozenset({"LET", "WHILE", "REPEAT"}), _STEP, marked("a step")),
    (frozenset({"PERMIT", "FORBID", "SAYS"}), _ITEM, marked("an item of the clause")),
    (frozenset({"NAME", "NUMBER", "LPAR", "YES"}), _VALUE, marked("a value")),
    (frozenset({"SOME", "EVERY", "COUNT"}), _VALUE, marked("a value")),
    (frozenset({"BECOMES", "MAY"}), _VERB, marked("`becomes`, `+=`, `chooses` or the like")),
    (frozenset({"PLUS"}), _OPERATOR, marked("an operator")),
    (frozenset({"ROUNDED"}), frozenset({"ROUNDED", "DOT", "AT", "EQUAL", "LPAR"}), "`rounded`"),
)
_TERMINALS = {
    "NAME": marked("a name"),
    "LAYER": marked("the name of a layer"),
    "CHOICE": marked("the name of an option"),
    "NUMBER": marked("a number"),
    "STRING": marked("a text in quotes"),
    "ROW": marked("a table row that starts with |"),
    "_NL": marked("the end of the line"),
    "_INDENT": marked("an indented block"),
    "_DEDENT": marked("the end of the block"),
    "COMPARE": marked("a comparison"),
    "PLUS": marked("+ or -"),
    "$END": marked("the end of the file"),
    "_A": "`a`",
}


def _terminal(fault: Fault, name: str) -> str:
    return said(_TERMINALS[name]) if name in _TERMINALS else f"`{fault.words.get(name, name.lower())}`"


def _expected(fault: Fault) -> list[str]:
    """What could have stood at the fault, in the reader's words."""
    if {"CLAUSE", "KIND", "GAME"} <= fault.accepted:
        return [said("a line that starts a part, such as `clause …` or `kind …`")]
    names = {fault.words[name] if name.startswith("__") else name for name in fault.accepted}
    groups: list[str] = []
    for signs, members, called in _GROUPS:
        if signs <= names:
            names -= members
            groups.append(said(called))
    names -= {"_DEDENT"} if names - {"_DEDENT"} or groups else set()
    ends = [said(_TERMINALS[name]) for name in ("_INDENT", "_NL", "_DEDENT", "$END") if name in names]
    rest = names - {"_INDENT", "_NL", "_DEDENT", "$END"}
    shown = groups + sorted(_terminal(fault, name) for name in rest)
    return [*(shown if len(shown) <= 8 else [*shown[:7], "…"]), *ends]


_CASES = marked("a value has no `if`: its cases are lines `answer when condition` below a `define … is`")

# Typical mistakes: what stands before the fault (up to its column), what stands at it, what would have been taken
# there, and the advice.  All three must fit, so that no advice is given for what is right.
MISTAKES: tuple[tuple[str, str, str, str], ...] = (
    (r"", r'"[^"]*$', "", marked("the text in quotes has no end on this line")),
    (r"", r"'", "", marked("texts stand in double quotes")),
    (r"", r"[“”„«»‘’]", "", marked('texts stand in straight quotes: "…"')),
    (r"^\s*", r"//|/\*|--", "", marked("a comment begins with `#`")),
    (
        r"(\s[+*/=<>-]|[<>]=|\S\s+(and|or|not|is|in|else|where|when)|^\s*(if|while))\s*",
        r"$",
        "NAME",
        marked("what comes after it is missing; an expression over several lines stands in brackets"),
    ),
    (r"", r"\+\+", "becomes", marked("write `+= 1`")),
    (r"", r"--", "becomes", marked("write `-= 1`")),
    (r"", r"[*/]=", "becomes", marked("only `+=` and `-=` change a number in place; for the rest write `becomes`")),
    (r"", r"[\u00a0\u2000-\u200b\u202f\u3000\ufeff]", "", marked("this is a special blank; write a plain one")),
    (r"=\s*", r"=", "", marked("write a single `=`")),
    (r"", r"!=|≠", "", marked("write `is not`")),
    (r"<", r">", "", marked("write `is not`")),
    (r"=", r"[<>]", "", marked("write `<=` or `>=`")),
    (r"", r"≤|≥", "", marked("write `<=` or `>=`")),
    (r"", r"!", "", marked("write `not`")),
    (r"", r"&", "", marked("write `and`")),
    (r"", r"\|\|", "", marked("write `or`")),
    (r"/", r"/", "", marked("write `/ … rounded down`")),
    (r"", r"\^|\*\*", "", marked("there are no powers; multiply with `*`")),
    (r"\*", r"\*", "", marked("there are no powers; multiply with `*`")),
    (r"", r"%|mod\b", "", marked("there is no remainder; write `/ … rounded down` to divide")),
    (r"", r"×", "", marked("write `*`")),
    (r"", r"[–—−]", "", marked("write a plain minus `-` between blanks")),
    (r"", r"[{}]", "", marked("blocks are shown by indentation, without braces")),
    (r"", r";", "", marked("each step has a line of its own, without a semicolon")),
    (
        r"(:|\.\.)\s*",
        r"-\s*[0-9]",
        "NUMBER",
        marked("a range has no numbers below 0: count from the lowest one, such as `0..2` for -1 to 1"),
    ),
    (r"\bin\s+[0-9]+\.?", r"\.", "", marked("numbers are counted with `for each n from 1 to 3`")),
    (r":\s*[0-9]+\s*", r"$|,", "..", marked("write a range with two dots: `0..4`")),
    (r"\.\.", r"\.", "", marked("write a range with two dots: `0..4`")),
    (r"^\s*roll\s+(die|dice|d[0-9]+)\s*", r"$", "", marked("write `roll 1 die`, or `roll 2 dice of 10 sides`")),
    (r"^\s*roll\s+[0-9]+", r"d[0-9]", "", marked("write `roll 1 die`, or `roll 2 dice of 10 sides`")),
    (r"[0-9]\s*", r"-|to\b|…|\.", "..", marked("write a range with two dots: `0..4`")),
    (r"\b[0-9]+\.", r"[0-9]", "", marked("numbers are whole")),
    (r"[0-9]", r"[a-zA-Z_]", "", marked("a name begins with a letter")),
    (r"", r"[0-9]+[a-zA-Z_]", "NAME", marked("a name begins with a letter")),
    (
        r"\b(layer|edition|option|of|for|from|under|excludes|needs|recommends|follows)\s+[\w.-]+(,\s*[\w.-]+)*",
        r"[A-Z_]",
        "",
        marked("the name of a layer is of small letters, digits, hyphens and dots"),
    ),
    (r"", r"_", "", marked("a name begins with a letter")),
    (r"", r"[^\W\d_a-zA-Z]", "", marked("names are of the letters a to z; only a text in quotes holds others")),
    (r"", r"[A-Za-z_]", "LAYER", marked("the name of a layer is of small letters, digits, hyphens and dots")),
    (r"^\s*let\s+[\w-]+\s*", r"=|is\b", "be", marked("write `let name be …`")),
    (r"", r":=|=", "becomes", marked("memory changes with `becomes`; `=` compares")),
    (r"^\s*set\s+", r"\w", "becomes", marked("memory changes with `becomes`, without `set`")),
    (r"", r"=|:=", "is", marked("write `is`")),
    (r"", r"else\s+if\b", "", marked("write `otherwise if`")),
    (r"^\s*else\s+if\s+", r"", "", marked("write `otherwise if`")),
    (r"^\s*", r"else\b", "", marked("write `otherwise` for the last branch; `else` stands inside an expression")),
    (r"^\s*else\s*", r"$", "", marked("write `otherwise` for the last branch; `else` stands inside an expression")),
    (r"^\s*(otherwise\s+)?if\b.*", r"then\b", "", marked("what is to be done stands indented below, without `then`")),
    (r"", r":\s*$", "", marked("a block is what stands indented below, without a colon")),
    (r"\b(is|be|becomes|to|[+-]=|\()\s+if\s+", r"", "", _CASES),
    (r"^\s*(value|define|adjust)\b.*", r"then\b", "", _CASES),
    (r"", r"\?", "", _CASES),
    (
        r"(\bbecomes|[+-]=)\s.*",
        r"(if|when|unless)\b",
        "",
        marked("a step under a condition stands indented below `if …`"),
    ),
    (
        r"^\s*(permit|forbid|except|before|after|instead|prefer|avoid)\b.*",
        r"(where|while|if)\b",
        "when",
        marked("write `when`"),
    ),
    (
        r"^\s*(permit|forbid|except|before|after|instead|prefer|avoid)\b.*",
        r"[a-z][\w.-]*(\([^)]*\))?\s*(=|<|>|is\b|in\b|not\b)|(not|some|no|every)\b",
        "when",
        marked("a condition begins with `when`"),
    ),
    (r"", r"if\b", "when", marked("write `when`")),
    (r"", r"unless\b", "when", marked("write `when not`")),
    (r"", r"when\b", "if", marked("write `if`")),
    (r"\bfor\s+", r"", "each", marked("write `for each`")),
    (r"^\s*(while|for|repeat)\b.*", r"do\b", "", marked("what is to be done stands indented below, without `do`")),
    (r"", r"(starts|seen|guessed)\b", ",", marked("a comma stands before it")),
    (r"\bor\s+", r"(none|null|nil|empty)\b", "nothing", marked("write `or nothing`, or `or nobody` for a player")),
    (r"^\s*end\s+game\s*", r"$", "", marked("say how it ends: `end game won by …` or `end game drawn`")),
    (r"^\s*end\s+the\s+", r"", "", marked("say how it ends: `end game won by …` or `end game drawn`")),
    (
        r"\bchooses?\s[^\"]*",
        r"or\b",
        "",
        marked('actions are separated by commas; `or "…"` is how to decline after `may choose`'),
    ),
    (r"[\w)]", r"\[", "", marked("a member of a list is `nth 1 of …`; memory is asked with round brackets")),
    (r"\.[\w-]+", r"\(", "", marked("an attribute takes no brackets; ask `size of …`, or a definition `name(…)`")),
    (r"^\s*return\s+", r"\S", "", marked("`return` gives nothing back; what is worked out from others is a `define`")),
    (r"^\s*(open value|value|define)\b.*", r"(is\b|$)", ":", marked("say its type: `name(x: kind): type`")),
    (r"^\s*state\b.*", r"", ":", marked("say its type: `state name: type`")),
    (r"^\s*set\s+\S+\s*", r"", "of", marked("say what it holds: `set name of kind`")),
    (r"\b(says|asks|text|titled)\s+", r"\w", "STRING", marked("texts stand in double quotes")),
    (r"\bis\s+in\s+", r"", "", marked("write `in` without `is`")),
    (r"\bis\s+not\s+in\s+", r"", "", marked("write `not in` without `is`")),
    (r"\bis\s+an\s+", r"", "", marked("write `is a`")),
    (r"\bis\s+not\s+an?\s+", r"", "", marked("write `not … is a …`")),
    (
        r"\b(size|total|enemy|nth|first|last|some|every|all|the|count|sum|can|order|reach|those)\s*",
        r"is\b|in\b|becomes\b|chooses\b|may\b|when\b|and\b|or\b|[=<>+\-*/.,)\]]|$",
        "",
        marked("the word before it belongs to the language and cannot be a name"),
    ),
    (r"\bthose\s+", r"", "", marked("an open-ended `those …` stands last in an expression, or in brackets")),
    (r"\border\s+", r"", "", marked("an open-ended `order …` stands last in an expression, or in brackets")),
    (r"\breach\s+", r"", "", marked("an open-ended `reach …` stands last in an expression, or in brackets")),
    (r"\bcounting\s+[\w-]+\s+", r"where\b", "", marked("`where …` stands before `counting …`")),
    (r"", r"where\b", "", marked("an open-ended `… where …` stands last in an expression, or in brackets")),
    (r"\(\s*", r"\)", "", marked("without arguments the brackets go too")),
    (r",\s*", r"$|[)\]]", "", marked("a comma stands between two parts: take it out, or add the part that is missing")),
    (r"", r"[)\]]", "_NL", marked("no bracket that it could close is open here")),
    (r"", r"-", "NUMBER", marked("no sign stands before a value: write `0 - …`")),
    (r"/[^/]*", r"", "rounded", marked("a division says how it rounds: `rounded down` or `rounded up`")),
    (r".", r"else\b", "", marked("`else` beside `and`, `or` or another `else` needs brackets")),
)

# Words of other languages that begin a line there.
FOREIGN = {
    **dict.fromkeys(("elif", "elsif", "elseif"), marked("write `otherwise if`")),
    "foreach": marked("write `for each`"),
    **dict.fromkeys(("case", "switch", "match"), marked("cases are lines `answer when condition` under `is`")),
    **dict.fromkeys(("def", "function"), marked("write `define name(x: kind): type is …`")),
    "var": marked("write `state name: type` in the clause, or `let name be …` as a step"),
    "const": marked("write `value name: type is …`"),
    "call": marked("write `do`"),
    "print": marked("nothing is printed; a text says what an action is"),
    "break": marked("a loop ends by its own condition; `return` leaves the whole procedure"),
    "continue": marked("put the steps that are to be passed over below an `if`"),
    "pass": marked("leave the block out where nothing is done"),
    "import": marked("the files of a game are read together; nothing is imported"),
    **dict.fromkeys(("choose", "chooses"), marked("say who: `player chooses action`")),
    "on": marked("write `before …`, `after …` or `when … begins`"),
}


def _hint(fault: Fault) -> str | None:
    """The advice that a mistake deserves, or None."""
    taken = fault.accepted | {fault.words.get(name, name) for name in fault.accepted}
    for before, at, wanted, advice in MISTAKES:
        if (wanted and wanted not in taken) or (wanted == "LAYER" and "NAME" in taken):
            continue
        if re.search(f"(?:{before})$", fault.before) and re.match(at, fault.after):
            return said(advice)
    if fault.column > 1 and {"CLAUSE", "GAME"} <= fault.accepted:
        return said("a part starts at the margin")
    if fault.found.isalpha():
        keywords = fault.keywords(fault.accepted)
        glued = re.search(r"[a-z]+$", fault.before)
        if glued:
            return said(
                "`{group}{found}` is no word of the language; after `{group}` comes a blank",
                group=glued.group(),
                found=fault.found,
            )
        known = {*keywords, *PART_WORDS, *ITEM_WORDS, *STEP_WORDS}  # these are in the wrong place, not misspelt
        return did_you_mean(fault.found, keywords) if fault.found not in known else None
    return None


def _at_first_word(fault: Fault, hint: str | None) -> tuple[Fault, str | None]:
    """The fault and its advice, moved to the word that begins the line where that word is the mistake."""
    first = re.match(r"\s*([a-zA-Z][\w-]*)", fault.code)
    if first is None or fault.place > 1:
        return fault, hint
    word, margin = first.group(1), first.start(1) == 0
    if word in fault.keywords(fault.starters):
        return fault, hint
    advice: str | None = None
    if word in FOREIGN and re.match(r"[\w(]|$", fault.after):
        advice = said(FOREIGN[word])
    elif hint is not None:
        return fault, hint
    elif word in PART_WORDS and not margin:
        advice = said("`{word} …` starts at the margin", word=word)
    elif word in ITEM_WORDS and "LET" in fault.starters:
        advice = (
            said("write `if`")
            if word == "when"
            else said("`{word} …` is no step: it stands in the clause itself", word=word)
        )
    elif word in STEP_WORDS and "PERMIT" in fault.starters:
        advice = said("`{word} …` is a step: it stands in a procedure, an action or a trigger", word=word)
    elif word in ITEM_WORDS | STEP_WORDS and margin:
        advice = said("`{word} …` stands indented, inside a clause", word=word)
    else:
        advice = did_you_mean(word, fault.keywords(fault.starters))
    if advice is None:
        return fault, hint
    place = replace(fault, column=first.start(1) + 1, found=word, sort="NAME", accepted=fault.starters)
    return place, advice
