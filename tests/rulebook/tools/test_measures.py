"""What tools need: measures, worth, scenarios, policies, pictures, glossaries, and examples for their options."""

import pytest

from crex_dsl.rulebook import terms as t
from crex_dsl.rulebook.rulebook import BeginTerm, CheckTerm, DeedTerm, SetUpTerm
from crex_dsl.rulebook.terms.evaluate import evaluate
from tests.rulebook.small import Small

BASE = """
stage turn in game with mover: player

kind town
    price : 0..9
table town
    | id   | price |
    | acre | 4     |
    | tyre | 2     |
kind unit
    owner : player
    placed at : town, starts at acre
table unit
    | id  | owner |
    | fox | red   |
    | owl | blue  |

clause doing "Doing"
    value most: 1..3 is 3
    state score(player): 0..99
    action march(unit, town) by unit.owner in turn
        text "{unit} marches"
        do
            move unit to town
    permit march(unit, town)
    action pay(n: from 0 to most) in turn
        text "pay {n}"
        do
            roll 1 die
            score(actor) += n
    permit pay(n)
    procedure take-turn(player) in turn
        player may choose march, pay or "nothing"

clause resting "Resting" off
    says "Rest."
    define rested: number is 1
"""


# ---- measures and worth ----
def test_a_measure_is_a_number_of_a_player(small: Small) -> None:
    book = small.book(
        BASE
        + 'measure points(p: player) "Points" is score(p) each turn\n'
        + 'measure wealth(player) "Wealth" is score(player) * 2\n'
        + 'measure all_points "All points" is sum of score(p) for p in players\n'
    )
    assert [(m.name, m.title, [v.name for v in m.params], m.each, str(m.of.type)) for m in book.measures] == [
        ("points", "Points", ["p"], "turn", "a number 0..99"),
        ("wealth", "Wealth", ["player"], None, "a number 0..198"),
        ("all_points", "All points", [], None, "a number"),
    ]


def test_a_measure_may_count_what_happens(small: Small) -> None:
    book = small.book(
        BASE
        + 'measure paid(p: player) "Paid" counts pay(n) when actor is p by n each turn\n'
        + 'measure turns "Turns" counts take-turn\n'
    )
    paid, turns = book.measures
    assert paid.counts is not None and turns.counts is not None
    assert (paid.counts.event.name, paid.each, [v.name for v in paid.counts.kept.params]) == ("pay", "turn", ["p"])
    assert (turns.counts.event.name, turns.counts.when, evaluate(turns.counts.by, {})) == ("take-turn", None, 1)
    assert paid.counts.kept not in book.world.memory, "it is no memory of the game"


def test_worth_is_one_figure_in_cases(small: Small) -> None:
    book = small.book(BASE + "worth(p: player) is\n    9  when score(p) > 50\n    1  otherwise\n")
    worth = book.worth
    assert worth is not None
    assert [str(v.type) for v in worth.definition.params] == ["a player"]
    assert [(evaluate(c.answer, {}), c.when is None) for c in worth.definition.cases] == [(9, False), (1, True)]
    assert small.book(BASE).worth is None


def test_worth_is_a_sum_of_what_counts(small: Small) -> None:
    policy = 'policy calm "Calm"\n    avoid pay\n'
    lines = '    "points" counts 9 for 2 + 1\n    "debts" counts 4 against 5\n'
    worth = small.book(BASE + policy + "worth(p: player) each turn by calm\n" + lines).worth
    assert worth is not None
    assert (worth.each, worth.policy) == ("turn", "calm")
    assert [(weight.title, weight.number) for weight in worth.weights] == [("points", 9), ("debts", -4)]
    assert evaluate(worth.definition.cases[0].answer, {}) == 9 * 3 - 4 * 5


def test_what_one_case_of_worth_asks_is_known_in_the_next(small: Small) -> None:
    more = 'clause guests "Guests"\n    state guest: player or nobody\n'
    book = small.book(
        BASE + more + "worth(p: player) is\n    0             when guest is nobody\n    score(guest)  otherwise\n"
    )
    assert book.worth is not None
    assert len(book.worth.definition.cases) == 2


def test_an_edition_may_add_a_measure(small: Small) -> None:
    variants = 'edition one "One" of small\nmeasure more "More" is 1\nedition two "Two" of small\n'
    assert [m.name for m in small.book(BASE, variants, "one").measures] == ["more"]
    assert small.book(BASE, variants, "two").measures == []


# ---- scenarios ----
SCENARIO = """
scenario meeting(town, units: list of unit, n: number) "A meeting"
    given
        for each u in units
            move u to town
        score(red) becomes min(max(n, 0), 9)
    begin take-turn(red)
"""


def test_a_scenario_is_a_set_up_and_what_it_begins(small: Small) -> None:
    scenario = small.book(BASE + SCENARIO).scenarios["meeting"]
    assert (scenario.title, [str(v.type) for v in scenario.params]) == (
        "A meeting",
        ["a town", "a list of unit", "a number"],
    )
    assert [type(step) for step in scenario.given] == [t.Each, t.Assign]
    assert scenario.begin.name == "take-turn"
    assert [evaluate(arg, {}) for arg in scenario.args] == [0]


def test_a_scenario_says_with_what_it_is_refused(small: Small) -> None:
    refused = (
        '    refused\n        "{n} is a debt"  when n < 0\n        "nobody comes"   when no u in units\n    given\n'
    )
    scenario = small.book(BASE + SCENARIO.replace("    given\n", refused)).scenarios["meeting"]
    assert [case.text.parts[-1] for case in scenario.refused] == [" is a debt", "nobody comes"]
    assert all(case.when is not None for case in scenario.refused)
    assert small.book(BASE + SCENARIO).scenarios["meeting"].refused == ()


# ---- policies and pictures ----
def test_a_policy_prefers_and_avoids(small: Small) -> None:
    book = small.book(
        BASE
        + (
            'policy bold "Bold"\n    prefer march(u, to) when to.price > 3 by to.price\n'
            "    avoid pay(n) when n > actor_score(actor)\n"
        )
        + "    prefer pay\n"
        + 'clause words "Words"\n    define actor_score(player): number is score(player)\n'
    )
    (policy,) = book.policies
    assert (policy.name, policy.title) == ("bold", "Bold")
    assert [(p.prefer, p.action.name, p.when is None, p.by is None) for p in policy.preferences] == [
        (True, "march", False, False),
        (False, "pay", False, True),
        (True, "pay", True, True),
    ]
    by = policy.preferences[0].by
    assert by is not None
    action = book.world.actions["march"]
    assert evaluate(by, {action.params[1]: 0}) == 4


def test_a_picture_has_texts_values_and_texts_with_values(small: Small) -> None:
    book = small.book(
        BASE + 'picture town\n    label "{town} ({price})"\n    shape "circle"\n    pips town.price + 1\n    x price\n'
    )
    (picture,) = book.pictures
    assert picture.kind is book.world.kinds["town"]
    label, shape, pips, x = picture.properties.values()
    assert isinstance(label, t.Template)
    assert [part if isinstance(part, str) else str(part.type) for part in label.parts] == [  # type: ignore[union-attr]
        "a town", " (", "a number 0..9", ")"
    ]  # fmt: skip
    assert shape == "circle"
    assert isinstance(pips, t.Term)
    assert isinstance(x, t.Term)
    assert (evaluate(pips, {picture.subject: 0}), evaluate(x, {picture.subject: 1})) == (5, 2)


def test_a_property_may_mean_a_term_of_the_glossary(small: Small) -> None:
    glossary = 'glossary en\n    price "price", "prices"\n'
    book = small.book(BASE + glossary + "picture town\n    shield town.price means price\n    x price\n")
    (picture,) = book.pictures
    assert picture.meanings == {"shield": "price"}


def test_a_later_layer_draws_over_single_lines_of_a_picture(small: Small) -> None:
    base = BASE + 'glossary en\n    price "price"\npicture town\n    shield town.price means price\n    x price\n'
    book = small.book(base, 'edition late "Late" of small\npicture town\n    shield town.price + 1\n    y 3\n')
    (picture,) = book.pictures
    assert (list(picture.properties), picture.meanings) == (["shield", "x", "y"], {})
    shield = picture.properties["shield"]
    assert isinstance(shield, t.Term)
    assert evaluate(shield, {picture.subject: 0}) == 5


def test_a_mistake_in_the_text_of_a_picture_is_told(small: Small) -> None:
    assert "a town has no attribute `prize`" in small.refusal(BASE + 'picture town\n    label "{town.prize}"\n')


# ---- charts, chapters and the player aid ----
def test_a_chart_opens_procedures(small: Small) -> None:
    book = small.book(
        BASE + 'clause more "More"\n    procedure inner\n        return\nchart inner opens inner\nchart inner\n'
    )
    assert [(chart.procedure.name, [each.name for each in chart.opens]) for chart in book.charts] == [
        ("inner", ["inner"]),
        ("inner", []),
    ]


@pytest.mark.parametrize("chart", ["chart innner", "chart inner opens innner"])
def test_a_chart_of_an_unknown_procedure_is_refused(small: Small, chart: str) -> None:
    words = 'clause more "More"\n    procedure inner\n        return\n'
    refusal = small.refusal(BASE + words + chart + "\n")
    assert "there is no procedure `innner`" in refusal
    assert "did you mean `inner`" in refusal


def test_the_player_aid_leaves_out_what_is_not_in_force(small: Small) -> None:
    base = BASE + 'clause one "One"\nclause two "Two"\naid\n    one, two\n    two\n'
    assert small.book(base).aid == [["one", "two"], ["two"]]
    assert small.book(base, 'edition short "S" of small\nabsent two\naid\n    one\n').aid == [["one"], [], ["one"]]


def test_the_player_aid_leaves_out_what_is_asleep(small: Small) -> None:
    base = BASE + 'clause one "One"\nclause two "Two" off\naid\n    one, two\n'
    assert small.book(base).aid == [["one"]]
    assert small.book(base, 'edition full "F" of small\nenable two\n').aid == [["one", "two"]]


def test_the_player_aid_names_clauses(small: Small) -> None:
    refusal = small.refusal(BASE + 'clause first-rule "One"\naid\n    first-rull\n')
    assert "`first-rull` is no clause of this game" in refusal
    assert "did you mean `first-rule`" in refusal


def test_chapters_of_all_layers_stand_in_order(small: Small) -> None:
    variants = 'edition e "E" of small\nchapter one "One" at "1", "cover"\nchapter two "Two" at "2"\n'
    book = small.book(BASE, variants)
    assert [(chapter.id, chapter.title, chapter.at) for chapter in book.chapters] == [
        ("one", "One", ["1", "cover"]),
        ("two", "Two", ["2"]),
    ]
    assert "the chapter `one` is declared twice" in small.refusal(BASE, variants + 'chapter one "Again" at "3"\n')


def test_a_glossary_holds_the_forms_of_each_term_by_language(small: Small) -> None:
    variants = (
        'edition pl "PL" of small\nglossary pl\n    town "miasto", "miasta", "miast"\nglossary en\n    unit "block"\n'
    )
    book = small.book(BASE + 'glossary en\n    town "town", "towns"\n    unit "unit"\n', variants)
    assert book.glossary == {
        "en": {"town": ["town", "towns"], "unit": ["block"]},
        "pl": {"town": ["miasto", "miasta", "miast"]},
    }


# ---- examples: what they say ----
EXAMPLE = """
example "A turn" on doing, playing from small at "1.2", "back"
    given
        score(red) becomes 4
        set up meeting(acre, [fox, owl], 3)
        place owl at tyre
    when
        begin take-turn(red)
        red: march(fox, tyre)
        blue: pay(2) dice 6, 5 draws fox
        blue: done
    then
        score(red) = 4
        legal pay(1) by blue
        refused march(owl, acre) by red citing doing
        next is red for fox
        next is blue
        game won by red, blue under small
        game drawn
"""


def test_an_example_is_set_ups_deeds_and_checks_in_order(small: Small) -> None:
    (example,) = small.book(BASE + SCENARIO + EXAMPLE).examples
    assert (example.title, example.clauses, example.source, example.at) == (
        "A turn",
        ["doing", "playing"],
        ["small"],
        ["1.2", "back"],
    )
    assert (example.layer, example.options) == ("small", [])
    sorts = [
        part.sort if isinstance(part, CheckTerm) else "steps" if isinstance(part, tuple) else type(part).__name__
        for part in example.parts
    ]
    assert sorts == [
        "steps", "SetUpTerm", "steps", "BeginTerm", "DeedTerm", "DeedTerm", "DeedTerm",
        "holds", "legal", "refused", "next", "next", "won", "drawn",
    ]  # fmt: skip
    set_up, begin, march, pay, done = (p for p in example.parts if isinstance(p, SetUpTerm | BeginTerm | DeedTerm))
    assert isinstance(set_up, SetUpTerm) and set_up.scenario.name == "meeting"
    assert isinstance(begin, BeginTerm) and begin.procedure.name == "take-turn"
    assert (
        isinstance(march, DeedTerm)
        and march.action is not None
        and (march.who, march.action.name, march.args) == (0, "march", (0, 1))
    )
    assert isinstance(pay, DeedTerm) and (pay.who, pay.args, pay.chance) == (1, (2,), [("6", "5"), ("fox",)])
    assert isinstance(done, DeedTerm) and done.action is None
    legal, refused, following, anybody, won = [p for p in example.parts if isinstance(p, CheckTerm)][1:6]
    assert legal.action is not None
    assert (legal.who, legal.args) == (1, (1,))
    assert (refused.who, refused.citing) == (0, ["doing"])
    assert (following.who, following.thing is not None, anybody.thing) == (0, True, None)
    assert (won.winners, won.layers) == (0b11, ["small"])


# ---- examples: where they run ----
VARIANTS = """
layer old of small
edition old-1.0 "Old" of old
edition new-1.0 "New" of small
drop doing
option rest "Rest"
enable resting
option other "Other"
option third "Third"
"""
RULING = """
ruling figure on doing
    asks "?"
    reading one printed "One."
        in doing
            most is 1
    reading three taken "Three."
    reading two "Two."
    reading none unplayable "None."
"""
WHERE = """
example "anywhere" on playing
    then
        yes
example "with its clause" on doing
    then
        most = 3
example "in the old family" on playing from old
    then
        yes
example "resting" on resting with rest
    then
        rested = 1
example "two options" on playing with rest, other
    then
        yes
example "one reading" on doing with figure=one
    then
        most = 1
example "as printed" on doing with as-printed
    then
        most = 1
example "printed and resting" on resting with as-printed, rest
    then
        most = 1
"""
RUN = [
    ("old", [], {"anywhere", "with its clause", "in the old family"}),
    ("new", [], {"anywhere"}),
    ("old", ["rest"], {"resting"}),
    ("old", ["other"], set()),
    ("old", ["other", "rest"], {"two options"}),
    ("old", ["other", "rest", "third"], set()),
    ("old", ["figure=one"], {"one reading", "as printed"}),
    ("old", ["as-printed"], {"one reading", "as printed"}),
    ("old", ["figure=two"], set()),
    ("old", ["figure=three"], {"anywhere", "with its clause", "in the old family"}),
    ("old", ["figure=one", "rest"], {"printed and resting"}),
    ("new", ["rest", "other"], {"two options"}),
]


@pytest.mark.parametrize(("edition", "options", "titles"), RUN, ids=[f"{e} {o}" for e, o, _ in RUN])
def test_an_example_runs_with_exactly_its_options(
    small: Small, edition: str, options: list[str], titles: set[str]
) -> None:
    book = small.book(BASE + RULING + WHERE, VARIANTS, edition, options)
    assert {example.title for example in book.examples} == titles


def test_an_example_of_an_option_says_so(small: Small) -> None:
    example = 'example "Own" on playing{}\n    then\n        yes\n'
    variants = VARIANTS + example
    told = small.refusal(BASE, variants.format(""), "old", ["third"])
    assert "this example stands with the option `third` and would never run" in told
    assert "say `with third`" in told
    book = small.book(BASE, variants.format(" with third"), "old", ["third"])
    assert [example.title for example in book.examples] == ["Own"]
    assert small.book(BASE, variants.format(""), "old").examples == []


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ("rset", "there is no option `rset`"),
        ("old", "there is no option `old`"),  # it is a layer
        ("figur=one", "there is no ruling `figur`"),
        ("figure=on", "ruling `figure` has no reading `on`"),
        ("figure=three", "reading `three` is taken anyway"),
        ("figure=none", "reading `none` is marked unplayable and never taken"),
    ],
)
def test_an_example_that_could_never_run_is_told(small: Small, choice: str, message: str) -> None:
    example = f'example "Never" on playing with {choice}\n    then\n        yes\n'
    assert message in small.refusal(BASE + RULING + example, VARIANTS)


# ---- mistakes ----
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('measure m "M" is acre', "this is a town, but a number is needed"),
        ('measure m(n: from 1 to 2) "M" is 1', "only an action chooses a number between bounds"),
        ('measure m "M" is 1 each trun', "there is no stage `trun`"),
        ('measure m "M" counts marhc(u, t)', "nothing that happens is called `marhc`"),
        ('measure m "M" counts march(u)', "`march` takes"),
        ('measure m "M" counts march(u, u)', "`u` means something here already"),
        ('measure m(u: unit) "M" counts march(u, t)', "`u` means something here already"),
        ('measure m "M" counts march(score, t)', "`score` means something here already"),
        ('measure m "M" counts march(u, t) when u', "but yes or no is needed"),
        ('measure m "M" counts march(u, t) by u', "but a number is needed"),
        ('measure m "M" counts march(u, t) each trun', "there is no stage `trun`"),
        ('measure m "M" counts play when mover is red', "`mover` lives in stage `turn`, and this is stage `game`"),
        ('measure m(n: number) "M" counts march(u, t)', "what counts is of things, of words, or of numbers in a range"),
        ('measure m(b: yes or no) "M" counts march(u, t)', "what counts is of things, of words, or of numbers"),
        ("worth(t: town) is 1", "`worth` is asked of a player"),
        ("worth(p: player) is 1 when score(p) > 1", "`worth` leaves cases unsaid"),
        ("worth(p: player) is 1\nworth(p: player) is 2", "a side's worth is said twice"),
        ('policy p "P"\n    prefer march(u)', "`march` takes"),
        ('policy p "P"\n    prefer go', "there is no action `go`"),
        ("picture twon\n    x 1", "`twon` is no kind"),
        ('scenario s "S"\n    begin go', "there is no procedure `go`"),
        ('example "E" on doing\n    when\n        green: march(fox, tyre)', "`green` is no player"),
        ('example "E" on doing\n    then\n        legal march(fox, any) by red', "any"),
        ('example "E" on doing\n    then\n        refused march(fox, tyre) by red citing doin', "`doin` is no clause"),
        ('example "E" on doing\n    then\n        next is red for nobody-there', "nothing is called `nobody-there`"),
        ('example "E" on doing\n    then\n        yes under nowhere', "there is no layer `nowhere`"),
        ('example "E" on doing from nowhere\n    then\n        yes', "there is no layer `nowhere`"),
        (
            'example "E" on doing\n    given\n        set up metting(acre)\n    then\n        yes',
            "there is no scenario `metting`",
        ),
        (
            'example "E" on doing\n    then\n        legal pay(score(red)) by red',
            "an example names its things and numbers outright",
        ),
    ],
)
def test_what_does_not_fit_is_told(small: Small, text: str, message: str) -> None:
    assert message in small.refusal(f"{BASE}{text}\n")
