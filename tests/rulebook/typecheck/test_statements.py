"""Statements: the step that each makes, and what is known from one step to the next."""

import textwrap

import pytest

from crex_dsl.language.diagnostics import RuleError
from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.files.games import Library
from crex_dsl.rulebook.selection import catalogue
from tests.rulebook.small import REALM, Small


def realm_with(small: Small, steps: str, stage: str = "turn", more: str = "") -> tuple[t.Step, ...]:
    """The steps of a procedure added to the larger game."""
    small.write({"ruleset/realm/realm.crex": _text(steps, stage, more)})
    files = Library([small.root]).files("realm")
    book = catalogue.rulebook(files, catalogue.index_of(files).select(None, []))
    return book.world.procedures["test"].body


def _text(steps: str, stage: str, more: str) -> str:
    body = textwrap.indent(textwrap.dedent(steps).strip(), "        ")
    return f'{REALM}\nclause testing "Testing"\n{textwrap.indent(more, "    ")}    procedure test in {stage}\n{body}\n'


def refused(small: Small, steps: str, stage: str = "turn", more: str = "") -> str:
    with pytest.raises(RuleError) as error:
        realm_with(small, steps, stage, more)
    return str(error.value)


# ---- every statement makes its step ----
def told(step: t.Step) -> str:
    """A step in short."""
    match step:
        case t.SetVar(var=var):
            return f"let {var.name}: {var.type}"
        case t.Assign(state=state, args=args):
            return f"{state.name}/{len(args)} becomes"
        case t.Change(state=state, operator=operator):
            return f"{state.name} {operator}="
        case t.Include(state=state, operator=operator, value=value):
            return f"{state.name} {operator} {value.type}"
        case t.Reset(state=state, args=args):
            return f"clear {state.name}/{'all' if args is None else len(args)}"
        case t.Perform(procedure=procedure, args=args):
            return f"do {procedure.name}/{len(args)}"
        case t.Branch(branches=branches, otherwise=otherwise):
            inner = [f"[{', '.join(map(told, block))}]" for _, block in branches]
            return f"if {' '.join(inner)} else [{', '.join(map(told, otherwise))}]"
        case t.Each(var=var, where=where, body=body, counter=counter):
            counting = f" counting {counter.name}: {counter.type}" if counter else ""
            return f"each {var.name}: {var.type}{' where' if where else ''}{counting} [{', '.join(map(told, body))}]"
        case t.Count(var=var, body=body):
            return f"count {var.name}: {var.type} [{', '.join(map(told, body))}]"
        case t.Loop(body=body):
            return f"while [{', '.join(map(told, body))}]"
        case t.Times(body=body):
            return f"times [{', '.join(map(told, body))}]"
        case t.Ask(mode=mode, offers=offers, decline=decline, otherwise=otherwise):
            names = [f"{o.action.name}({', '.join('any' if a is None else 'x' for a in o.args)})" for o in offers]
            text = f" or {decline.parts}" if decline else ""
            return f"{mode} {', '.join(names)}{text}{' otherwise' if otherwise is not None else ''}"
        case t.AskTogether(var=var, where=where):
            return f"together {var.name}{' where' if where else ''}"
        case t.Throw(var=var, sides=sides):
            return f"roll {var.name} of {sides}"
        case t.Pick(var=var):
            return f"draw {var.name}: {var.type}"
        case t.Mix(state=state):
            return f"shuffle by {state.name}"
        case t.OpenStage(stage=stage, settings=settings, body=body):
            return f"open {stage.name} with {[s.name for s, _ in settings]} [{', '.join(map(told, body))}]"
        case t.EndStage(stage=stage):
            return f"end {stage.name}"
        case t.EndGame(winners=winners):
            return f"end game {'drawn' if winners is None else winners.type}"
        case t.Leave():
            return "return"
    raise AssertionError(step)


FORMS = [
    ("let x be five", "let x: the number 5"),
    ("let x be carts_of(mover)", "let x: a set of cart"),
    ("let x be guest", "let x: a player or nobody"),
    ("legs becomes 2", "legs/0 becomes"),
    ("score(mover) becomes 2", "score/1 becomes"),
    ("ox.cargo becomes 2", "cargo/1 becomes"),
    ("goal becomes nothing", "goal/0 becomes"),
    ("goal becomes aspen", "goal/0 becomes"),
    ("legs += 1", "legs +="),
    ("years -= 1", "years -="),
    ("add ox to opened", "opened + a cart"),
    ("add carts_of(east) to opened", "opened + a set of cart"),
    ("add [ox, mule] to opened", "opened + a set of cart"),
    ("remove ox from opened", "opened - a cart"),
    ("add aspen to heard(mover)", "heard + a town"),
    ("clear opened", "clear opened/all"),
    ("clear score", "clear score/all"),
    ("clear score(east)", "clear score/1"),
    ("clear ox.cargo", "clear cargo/1"),
    ("move ox to ditch", "at/1 becomes"),
    ("place ox at ferry", "if [at/1 becomes] else []"),
    (
        "place ox, mule at ferry with cargo is 1, pledged is nothing",
        (
            "if [at/1 becomes, cargo/1 becomes, pledged/1 becomes, at/1 becomes, cargo/1 "
            "becomes, pledged/1 becomes] else []"
        ),
    ),
    ("do reset", "do reset/0"),
    ("do nudge(ox)", "do nudge/1"),
    ("if yes\n    legs += 1", "if [legs +=] else []"),
    (
        "if yes\n    legs += 1\notherwise if no\n    return\notherwise\n    legs -= 1",
        "if [legs +=] [return] else [legs -=]",
    ),
    ("for each c in carts_of(east) where heavy(c)\n    c.cargo becomes 0", "each c: a cart where [cargo/1 becomes]"),
    ("for each cart\n    do nudge(cart)", "each cart: a cart [do nudge/1]"),
    ("for each p in [west, east]\n    years += 1", "each p: a player [years +=]"),
    ("for each n in prizes\n    years += n", "each n: a number [years +=]"),
    ("for each cart counting i\n    years += i", "each cart: a cart counting i: a number 1..3 [years +=]"),
    (
        "for each c in queue where heavy(c) counting i\n    years += i",
        "each c: a cart where counting i: a number 1..3 [",
    ),
    ("for each c in first few of queue counting i\n    years += i", "each c: a cart counting i: a number 1..3 ["),
    ("for each c in first 2 of queue counting i\n    years += i", "each c: a cart counting i: a number 1..2 ["),
    ("for each t: town counting i\n    years += i", "each t: a town counting i: a number 1..4 ["),
    ("for each n in prizes counting i\n    years += n * i", "each n: a number counting i: a number 1..3 ["),
    ("for each n from 1 to 4\n    years += n", "count n: a number 1..4 [years +=]"),
    ("for each n from 1 to few\n    years += n", "count n: a number 1..3 [years +=]"),
    ("while legs > 0\n    legs -= 1", "while [legs -=]"),
    ("while legs > 0\n    return", "while [return]"),
    ("repeat few times\n    years += 1", "times [years +=]"),
    ("mover chooses drive", "must drive(any, any)"),
    ("mover chooses drive(ox, any), wave(1)", "must drive(x, any), wave(x)"),
    ("mover chooses drive\n    otherwise\n        legs += 1", "must drive(any, any) otherwise"),
    ('mover may choose drive or "stay at {capital}"', "may drive(any, any) or "),
    ('mover may keep choosing drive or "enough"', "keep drive(any, any) or ('enough',)"),
    ("together each p in players chooses wave", "together p"),
    ("together each p in players where p is not mover chooses wave(any)", "together p where"),
    ("roll 2 dice", "roll dice of 6"),
    ("roll legs dice of 10 sides as omens", "roll omens of 10"),
    ("draw c from carts_of(east)", "draw c: a cart"),
    ("shuffle all c: cart by cargo", "shuffle by cargo"),
    ("end turn", "end turn"),
    ("end game won by mover", "end game a player"),
    ("end game won by [east, west]", "end game a set of player"),
    ("end game won by those p in players with most score(p)", "end game a set of player"),
    ("end game drawn", "end game drawn"),
    ("return", "return"),
]


@pytest.mark.parametrize(("text", "step"), FORMS, ids=[text for text, _ in FORMS])
def test_a_statement_makes_its_step(small: Small, text: str, step: str) -> None:
    (made,) = realm_with(small, text)
    assert told(made).startswith(step)
    assert made.span.source.line(made.span.line).strip() == text.splitlines()[0]


def test_a_stage_is_opened_with_its_fields(small: Small) -> None:
    (made,) = realm_with(small, "open turn with mover is east, legs is 2\n    legs += 1", stage="game")
    assert told(made) == "open turn with ['mover', 'legs'] [legs +=]"


def test_dice_are_known_after_they_fell(small: Small) -> None:
    steps = realm_with(
        small, "roll 2 dice\nroll 1 die as own\nlet n be dice at most 2\nlet m be total of own + own equal to 6"
    )
    assert [told(step) for step in steps] == [
        "roll dice of 6",
        "roll own of 6",
        "let n: a number 0..255",
        "let m: a number",
    ]


def test_the_same_dice_may_be_thrown_again(small: Small) -> None:
    first, second, third = realm_with(small, "roll 1 die as own\nroll 2 dice as own\nroll 1 die of 10 sides as own")
    assert isinstance(first, t.Throw) and isinstance(second, t.Throw) and isinstance(third, t.Throw)
    assert first.var is second.var
    assert third.var is not first.var


def test_a_name_may_be_drawn_again(small: Small) -> None:
    first, second, third = realm_with(
        small, "draw c from carts_of(east)\ndraw c from carts_of(west)\ndraw c from aspen-birch.ends"
    )
    assert isinstance(first, t.Pick) and isinstance(second, t.Pick) and isinstance(third, t.Pick)
    assert first.var is second.var
    assert third.var is not first.var


# ---- what is known from one step to the next ----
KNOWN = {
    "inside an if": "if guest is not nobody\n    score(guest) += 1",
    "inside otherwise": "if guest is nobody\n    return\notherwise\n    score(guest) += 1",
    "in the next branch": "if guest is nobody\n    legs += 1\notherwise if score(guest) > 1\n    score(guest) += 1",
    "after a block that leaves": "if guest is nobody\n    return\nscore(guest) += 1",
    "after a block that ends the stage": "if guest is nobody\n    end turn\nscore(guest) += 1",
    "after blocks that all leave": (
        "if guest is nobody\n    if yes\n        return\n    otherwise\n        end turn\nscore(guest) += 1"
    ),
    "after a step that changes something else": "if guest is not nobody\n    legs += 1\n    score(guest) += 1",
    "through let": "let who be guest\nif who is not nobody\n    guest becomes nobody\n    score(who) += 1",
    "in a loop that keeps it": "if guest is not nobody\n    repeat 2 times\n        score(guest) += 1",
    "in a loop over a list": (
        "if goal is not nothing\n    for each c in (order c in standing(goal) by c.load)\n        goal becomes nothing"
    ),
    "in the condition of a loop": "while guest is not nobody\n    score(guest) += 1\n    guest becomes nobody",
    "where the members are picked": "for each c: cart where c.at is a town\n    goal becomes c.at",
    "in a choice": "if goal is not nothing\n    (guest_of(goal) else east) chooses wave",
    "a call that does not touch it": "if goal is not nothing\n    do forget-guest\n    years += goal.price",
    "in settings": "if guest is not nobody\n    score(guest) becomes score(guest)",
    "after otherwise that leaves": ("if guest is not nobody\n    legs += 1\notherwise\n    return\nscore(guest) += 1"),
    "after branches that all tell it": (
        "if guest is east\n    legs += 1\notherwise if guest is west\n    legs += 2\notherwise\n    return\n"
        "score(guest) += 1"
    ),
    "through a link": (
        "if beyond(aspen-birch, aspen).side is not nobody\n    score(beyond(aspen-birch, aspen).side) += 1"
    ),
    "of a definition that asks nothing that was written": (
        "if leader is not nothing\n    years += 1\n    add leader to opened"
    ),
}
FORGOTTEN = {
    "after the if": "if guest is not nobody\n    legs += 1\nscore(guest) += 1",
    "after an if with otherwise": "if guest is nobody\n    legs += 1\notherwise\n    legs += 2\nscore(guest) += 1",
    "after a block that may leave": "if guest is nobody\n    if legs = 1\n        return\nscore(guest) += 1",
    "after a step that changes it": "if guest is not nobody\n    guest becomes nobody\n    score(guest) += 1",
    "after a call that changes it": "if guest is not nobody\n    do forget-guest\n    score(guest) += 1",
    "after a choice that may change it": "if ox.at is a town\n    mover chooses drive\n    goal becomes ox.at",
    "in a loop that changes it later": (
        "if guest is not nobody\n    repeat 2 times\n        score(guest) += 1\n        guest becomes nobody"
    ),
    "over what it changes": "if goal is not nothing\n    for each c in standing(goal)\n        goal becomes nothing",
    "in the condition of a loop over what it changes": (
        "if goal is not nothing\n    for each c: cart where goal.price > c.load\n        goal becomes nothing"
    ),
    "after a loop that changes it": (
        "if goal is not nothing\n    repeat legs times\n        do reset\n    years += goal.price"
    ),
    "after a step in a branch": (
        "if guest is not nobody\n    if legs = 1\n        guest becomes nobody\n    score(guest) += 1"
    ),
    "while asking again and again": (
        'if ox.at is a town\n    mover may keep choosing drive or "enough {ox.at.price}"\n    goal becomes ox.at'
    ),
    "after a shuffle": "if pledged(ox) is not nothing\n    clear pledged\n    years += pledged(ox).price",
    "after another draw": (
        "draw c from carts_of(east)\nif c.at is a town\n    draw c from carts_of(west)\n    goal becomes c.at"
    ),
    "after another draw in a loop": (
        "draw c from carts_of(east)\nif c.at is a town\n"
        "    repeat 2 times\n        goal becomes c.at\n        draw c from carts_of(west)"
    ),
    "after moving": "if ox.at is a town\n    move mule to ditch\n    goal becomes ox.at",
    "after placing, in the same step": ("if ox.at is a town\n    place ox at ditch with pledged is ox.at"),
    "after placing the first of several": ("if ox.at is a town\n    place mule, goat at ditch with pledged is ox.at"),
    "of a link, after moving": (
        "if pledged(the c: cart where c.at is ferry) is not nothing\n    move ox to ferry\n"
        "    years += pledged(the c: cart where c.at is ferry).price"
    ),
    "of a definition that asks what is written": (
        "if goal_of(ox) is not nothing\n    pledged(ox) becomes nothing\n    years += goal_of(ox).price"
    ),
    "of a definition that asks it through another": (
        "if goal_too(ox) is not nothing\n    do unpledge\n    years += goal_too(ox).price"
    ),
    "after another throw": (
        "roll 1 die\nif nth (total of dice) of queue is not nothing\n    roll 1 die\n"
        "    add nth (total of dice) of queue to opened"
    ),
    "after otherwise that does not leave": (
        "if guest is not nobody\n    legs += 1\notherwise\n    legs += 2\nscore(guest) += 1"
    ),
}
NEVER_ASKED = {  # for every way that leads there
    "after the if",
    "after an if with otherwise",
    "after a block that may leave",
    "after otherwise that does not leave",
}
MORE = """define goal_of(cart): town or nothing is pledged(cart)
define goal_too(cart): town or nothing is goal_of(cart)
procedure unpledge
    clear pledged
"""


@pytest.mark.parametrize("case", KNOWN)
def test_what_was_asked_is_known(small: Small, case: str) -> None:
    assert realm_with(small, KNOWN[case])


@pytest.mark.parametrize("case", FORGOTTEN)
def test_what_a_step_may_have_changed_is_not(small: Small, case: str) -> None:
    said = refused(small, FORGOTTEN[case], more=MORE)
    assert "or nobody, but" in said or "or nothing, but" in said or "may be" in said or "a place, but a town" in said


@pytest.mark.parametrize("case", [case for case in FORGOTTEN if case not in NEVER_ASKED])
def test_it_is_said_that_a_step_may_have_changed_it(small: Small, case: str) -> None:
    assert "bind it with `let` first" in refused(small, FORGOTTEN[case], more=MORE)


def test_a_loop_says_why_it_needs_a_name(small: Small) -> None:
    assert "bind it with `let` first" in refused(small, FORGOTTEN["over what it changes"])
    assert realm_with(
        small,
        "if goal is not nothing\n    let here be standing(goal)\n    for each c in here\n        goal becomes nothing",
    )


def test_a_stage_forgets_what_its_beginning_may_change(small: Small) -> None:
    more = "when turn begins\n    guest becomes nobody\n"
    steps = "if guest is not nobody\n    open turn with mover is east\n        score(guest) += 1"
    assert realm_with(small, steps, "game")
    assert "or nobody" in refused(small, steps, "game", more)


def test_a_trigger_makes_a_call_forget(small: Small) -> None:
    steps = "if guest is not nobody\n    do nudge(ox)\n    score(guest) += 1"
    assert realm_with(small, steps)
    assert "or nobody" in refused(small, steps, more="after nudge(cart)\n    do forget-guest\n")


# ---- names ----
@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ("let five be 3", "`five` means something here already"),
        ("let guest be east", "`guest` means something here already"),
        ("let x be 1\nlet x be 2", "`x` means something here already"),
        ("for each legs from 1 to 2\n    years += 1", "`legs` means something here already"),
        ("for each guest in players\n    years += 1", "`guest` means something here already"),
        ("for each c in queue counting legs\n    years += 1", "`legs` means something here already"),
        ("for each c in queue counting five\n    years += 1", "`five` means something here already"),
        ("for each c in queue counting c\n    years += 1", "`c` means something here already"),
        ("let i be 1\nfor each c in queue counting i\n    years += 1", "`i` means something here already"),
        ("for each c in queue counting size\n    years += 1", "`size` is a word of the language"),
        ("for each c in queue where i > 1 counting i\n    years += 1", "nothing is called `i`"),
        ("for each c in queue counting i\n    years += i\nyears += i", "nothing is called `i`"),
        ("let x be queue", "`let` holds one value or a set, not a list"),
        ("five becomes 3", "cannot change"),
        ("ox.load becomes 3", "cannot change"),
        ("years becomes 3", "a tally only counts"),
        ("guest += 1", "not a number"),
        ("add ox to guest", "not a set"),
        ("move aspen to ditch", "has no `placed` attribute"),
        ("place ox at ferry with load is 3", "a cart has no memory `load`"),
        ("return\nlegs += 1", "this can never be reached"),
        ("end game drawn\nlegs += 1", "this can never be reached"),
        ("while legs > 0\n    let x be legs", "nothing in this loop changes anything"),
        ("roll 1 die of 1 sides", "a die has 2 to 100 sides"),
        ("draw c from queue", "`draw` takes a set"),
        ("shuffle all c: cart by load", "`shuffle … by` names a number that every cart remembers"),
        ("end game", "won"),
        ("open turn with mover is east\n    return", "stage `turn` lies in `game`, and this is stage `turn`"),
        ("together each c in carts_of(east) chooses wave", "this is a cart, but a player is needed"),
        ("ox chooses wave", "this is a cart, but a player is needed"),
        ("do drive(ox, any)", "`drive` is an action"),
    ],
)
def test_steps_that_mean_nothing_are_told(small: Small, steps: str, message: str) -> None:
    assert message in refused(small, steps)


def test_a_mistake_does_not_hide_the_next_one(small: Small) -> None:
    said = refused(small, "let x be nonsense\nyears += x\nlegs += rubbish")
    assert "`nonsense`" in said
    assert "`rubbish`" in said
    assert "`x`" not in said
