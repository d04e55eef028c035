"""What a seat asks of the rules over HTTP: why, elsewhere, odds."""

from __future__ import annotations

from random import Random

import pytest

from crex_dsl.engine.game import load
from crex_dsl.engine.scenarios.scenario import Scenario
from tests.table.browser import LARGE, Browser


def opened(browser: Browser, until: str) -> tuple[str, str]:
    """A table at the first position of a random game where a scenario runs, or an action is offered; who decides."""
    game, rng = load(LARGE, "english-2.0"), Random(3)
    position = game.start(3)
    while not (
        until in position.asked().actions
        or (until in game.tables["scenarios"] and Scenario(game, until).running(position.state) is not None)
    ):
        position.take(rng.choice(position.codes))
    seats = {player: {"mine": True} for player in game.players}
    table = browser.send_to("/api/open", save=position.to_json(), seats=seats)["table"]
    return table, position.asked().who


def test_why_and_why_not_by_words_by_id_and_by_things(browser: Browser) -> None:
    table, seat = opened(browser, "march")
    view, path = browser.view(table, seat), f"/api/tables/{table}/{seat}/why"
    answer = next(each for each in view["decision"]["answers"] if each["name"] == "march")
    for wish in ({"action": answer["id"]}, {"action": answer["text"]}, {"things": _bare(answer["things"])}):
        found = browser.send_to(path, **wish)
        assert found["legal"] is True and found["action"] == answer["id"]
        assert "permits" in [ground["sort"] for ground in found["grounds"]]
    assert answer["goals"] and answer["starts"] and answer["goals"] != answer["starts"]
    other = next(each for each in ("franks", "saracens") if each != seat)
    refused = browser.send_to(f"/api/tables/{table}/{other}/why", action=answer["id"])
    assert refused["legal"] is False and (refused["notes"] or refused["grounds"])
    assert browser.refused(path, things=[{"kind": "block", "id": "nobody"}])["status"] == 422
    places = [each["id"] for each in answer["goals"]]
    meant = browser.refused(path, things=[{"kind": "place", "id": places[0]}])
    assert meant["candidates"] and "which" in meant["error"], "what is meant can be pointed at"
    alone = browser.refused(path, things=[{"kind": "place", "id": "out-of-play"}])
    assert "(" not in alone["error"], "nothing is spelled as the rule files do"
    assert browser.refused(path)["status"] == 400
    several = browser.refused(path, action="march")
    assert several["status"] == 422 and 0 < len(several["candidates"]) <= 8
    report = browser.get(f"/api/tables/{table}/{seat}/report").json()
    assert report["clauses"] and not report["refusals"]
    assert browser.get(f"/api/tables/{table}/{other}/report").json()["refusals"]


def _bare(things: list[dict[str, str]]) -> list[dict[str, str]]:
    return [{"kind": thing["kind"], "id": thing["id"]} for thing in things]


def test_an_order_by_things_is_the_order_in_words(browser: Browser) -> None:
    table, seat = opened(browser, "march")
    view, path = browser.view(table, seat), f"/api/tables/{table}/{seat}/order"
    found = []
    for answer in view["decision"]["answers"]:
        pieces = [thing for thing in _bare(answer["things"]) if thing["kind"] == "block"]
        if not pieces or not answer["goals"]:
            continue
        sent = {"n": view["n"], "pieces": pieces, "place": answer["goals"][0]}
        by_things = browser.post(path, json=sent).json()
        in_words = {"n": view["n"], "words": f"{pieces[0]['id']} to {answer['goals'][0]['id']}"}
        assert by_things == browser.post(path, json=in_words).json()
        found += [sent] if by_things.get("ways") else []
    assert found
    done = browser.send_to(path, **found[0], way=0)
    assert done["done"] and done["carried"] == done["of"] and done["n"] > view["n"]


def test_odds_stand_beside_a_battle(browser: Browser) -> None:
    table, seat = opened(browser, "battle")
    assert browser.view(table, seat)["can"]["odds"]
    found = browser.send_to(f"/api/tables/{table}/{seat}/odds")
    assert abs(sum(each["share"] for each in found["outcomes"]) - 1) < 1e-6
    assert found == browser.send_to(f"/api/tables/{table}/{seat}/odds"), "who asks again is told the same"
    other = browser.new_table(LARGE, "english-2.0")
    assert not browser.view(other, "franks")["can"]["odds"]
    assert browser.refused(f"/api/tables/{other}/franks/odds")["kind"] == "illegal"


@pytest.mark.soak
def test_elsewhere_asks_the_other_rulebooks(browser: Browser) -> None:
    table, seat = opened(browser, "march")
    answer = next(each for each in browser.view(table, seat)["decision"]["answers"] if each["name"] == "march")
    found = browser.send_to(f"/api/tables/{table}/{seat}/elsewhere", action=answer["id"])
    assert found["here"] is True
    assert {"french-1.x", "polish-1.4", "russian-2.0"} <= {other["change"] for other in found["others"]}
