"""How scenes come out, on the screen: several rulebooks side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from crex_dsl.engine.game import Game
from crex_dsl.engine.scenarios.scenario import Scenario
from crex_dsl.engine.scenarios.setup import taken
from crex_dsl.lab.odds.odds import Chance, FigureOdds, Odds
from crex_dsl.lab.odds.scene_policies import policies
from crex_dsl.lab.odds.what_if import WhatIf
from crex_dsl.system.console import say, show_table
from crex_dsl.text.messages import figure_as_said, headed, number_as_said, said

NEVER = "–"


def show_odds(found: Sequence[Odds], laid_out: bool = False) -> None:
    """Print how a scene comes out, its figures and how they spread, and how all that was found out."""
    first = found[0]
    values = [f"{name} {value}" for name, value in first.told.items()]
    say(headed(first.scene, ", ".join(values)) if values else first.scene, "bold")
    say(", ".join(f"{side} {name}" for side, name in first.seating.items()))
    if laid_out:
        say(
            said(
                "laid out anew under each rulebook with the forces of the save, from its beginning; "
                "nothing else goes on"
            )
        )
    books = [odds.rulebook for odds in found]
    outcomes = list(dict.fromkeys(each.outcome for odds in found for each in odds.outcomes))
    if outcomes:
        say()
        told = [{each.outcome: _chance(each) for each in odds.outcomes} for odds in found]
        rows = [(what, *(each.get(what, NEVER) for each in told)) for what in outcomes]
        show_table((said("lab-outcome"), *books), rows, numbers=books)
    if first.figures:
        say()
        _show_figures(found, books)
        say()
        _show_values(found, books)
    say()
    for odds in found:
        say(headed(odds.rulebook, _method(odds)) if len(found) > 1 else _method(odds))


def show_answers(found: WhatIf) -> None:
    """Print for each answer how the scene comes out by it: those first that make the likeliest outcome likeliest."""
    first = found.answers[0].odds
    values = [f"{name} {value}" for name, value in first.told.items()]
    say(headed(first.scene, ", ".join(values)) if values else first.scene, "bold")
    seating = ", ".join(f"{side} {name}" for side, name in first.seating.items())
    say(said("{side} must answer; then {policies}", side=found.called, policies=seating))
    say()
    shares: Counter[str] = Counter()
    for answer in found.answers:
        for outcome in answer.odds.outcomes:
            shares[outcome.outcome] += outcome.share  # type: ignore[assignment]  # a counter of parts
    outcomes = [outcome for outcome, _ in shares.most_common()]
    told = [(answer, {each.outcome: each for each in answer.odds.outcomes}) for answer in found.answers]
    if outcomes:
        told.sort(key=lambda row: -(row[1][outcomes[0]].share if outcomes[0] in row[1] else 0.0))
    figures = [figure.title for figure in first.figures]
    columns = (said("lab-answer"), *outcomes, *figures)
    rows = [
        (
            answer.text,
            *(_chance(chances[outcome]) if outcome in chances else NEVER for outcome in outcomes),
            *(_mean(figure) for figure in answer.odds.figures),
        )
        for answer, chances in told
    ]
    show_table(columns, rows, whole=columns[:1], numbers=columns[1:])
    say()
    counted = sum(answer.odds.method == "counted" for answer in found.answers)
    if counted < len(rows):
        games = number_as_said(first.games or found.answers[-1].odds.games or 0)
        say(said("sampled, {games} games for an answer, with 95% intervals", games=games))
    if counted == len(rows):
        say(said("counted exactly for all answers"))
    elif counted:
        say(said("counted exactly for {count} answer", "counted exactly for {count} answers", count=counted))


def _chance(chance: Chance) -> str:
    if chance.exact is not None:
        return figure_as_said(f"{100 * chance.share:.2f}%")
    return said(
        "{share} ({low} to {high})",
        share=figure_as_said(f"{100 * chance.share:.2f}%"),
        low=figure_as_said(f"{100 * chance.low:.2f}"),
        high=figure_as_said(f"{100 * chance.high:.2f}"),
    )


def _show_figures(found: Sequence[Odds], books: Sequence[str]) -> None:
    """What each figure was at first, what it is at the end on average, and how much that is more or less."""
    rows = []
    for place, figure in enumerate(found[0].figures):
        each = [odds.figures[place] for odds in found]
        before = list(dict.fromkeys(str(of.before) for of in each))
        rows.append((figure.title, " / ".join(before), *(_mean(of) for of in each)))
    columns = (said("at the end, on average"), said("at first"), *books)
    show_table(columns, rows, numbers=columns[1:])


def _mean(figure: FigureOdds) -> str:
    change = figure_as_said(f"{figure.mean:.2f} ({figure.mean - figure.before:+.2f})")
    if figure.mean_exact is not None or figure.mean_high is None:  # counted, or told by a single game
        return change
    return f"{change} ± {figure_as_said(f'{figure.mean_high - figure.mean:.2f}')}"


def _show_values(found: Sequence[Odds], books: Sequence[str]) -> None:
    """How probable every value of every figure is."""
    rows = []
    for place, figure in enumerate(found[0].figures):
        told = [{each.value: _chance(each) for each in odds.figures[place].values} for odds in found]
        for number, value in enumerate(sorted({value for each in told for value in each})):
            rows.append((figure.title if not number else "", str(value), *(each.get(value, NEVER) for each in told)))
    columns = (said("lab-figure"), said("lab-value"), *books)
    show_table(columns, rows, numbers=columns[1:])


def _method(odds: Odds) -> str:
    if odds.method == "counted":
        return said("counted exactly, over {positions} positions", positions=number_as_said(odds.positions or 0))
    return said(
        "sampled, for {reason}: {games} games from seed {seed}, with 95% intervals",
        reason=odds.why,
        games=number_as_said(odds.games or 0),
        seed=odds.seed,
    )


def show_scenarios(game: Game) -> None:
    """Print the scenarios of a game with what they take, and the policies that sides can follow."""
    scenes = [Scenario(game, name) for name in game.tables["scenarios"]]
    rows = [(scene.name, scene.title, taken(scene)) for scene in scenes if scene.tells]
    columns = (said("lab-scenario"), said("lab-title"), said("lab-takes"))
    show_table(columns, rows, whole=columns[:1])
    say()
    headed = (said("lab-policy"), said("what it does"))
    show_table(headed, list(policies(game).items()), whole=headed[:1])
