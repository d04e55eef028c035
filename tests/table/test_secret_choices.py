"""Whoever chooses in secret together with others need not wait for them, and nobody can tell who chose first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest

from crex_dsl.engine.game import load
from crex_dsl.engine.secrecy.secret_choices import asked_at_once, chosen_in_secret
from tests.table.browser import Browser, Listener
from tests.table.conftest import FIXTURES, RunningServer

PLAYERS = ("anna", "bela", "cora")
Sitting = tuple[str, dict[str, Browser]]


@pytest.fixture
def sitting(server: RunningServer) -> Iterator[Sitting]:
    """Three at a table where all of them are asked for a choice in secret."""
    game, rng = load("quince", "english", rules=[FIXTURES]), Random(1)
    position = game.start(1)
    while not (chosen_in_secret(position) and len(asked_at_once(position)) == 3):
        position.take(rng.choice(position.codes))
    with ExitStack() as stack:
        host = stack.enter_context(server.browser())
        seats = {"anna": {"mine": True}, "bela": {}, "cora": {}}
        table = host.send_to("/api/open", save=position.to_json(), seats=seats)["table"]
        people = {"anna": host}
        for seat in ("bela", "cora", "observer"):
            link = host.send_to(f"/api/tables/{table}/links", seat=seat)["link"]
            people[seat] = stack.enter_context(server.browser())
            people[seat].send_to(f"/api/tables/{table}/join", token=link.partition("#")[2])
        yield table, people


def choose(sitting: Sitting, seat: str, which: int = 0) -> str:
    """Choose in secret; what was chosen, in words."""
    table, people = sitting
    view = people[seat].view(table, seat)
    assert view["your_turn"] and view["in_secret"] and not view["can"]["order"]
    answer = view["decision"]["answers"][which]
    found = people[seat].send_to(f"/api/tables/{table}/{seat}/decide", n=view["n"], answer=answer["id"])
    assert found["done"]
    text: str = answer["text"]
    return text


def seen(sitting: Sitting, *seats: str) -> list[dict[str, Any]]:
    table, people = sitting
    return [people[seat].view(table, seat) for seat in seats]


def test_all_are_asked_at_once_and_the_last_answer_lets_all_count(sitting: Sitting) -> None:
    table, people = sitting
    assert [view["your_turn"] for view in seen(sitting, *PLAYERS)] == [True, True, True]
    assert [people[seat].get("/api/mine").json()["tables"][0]["your_turn"] for seat in PLAYERS] == [True] * 3
    before = seen(sitting, "anna", "bela", "observer")
    chosen = choose(sitting, "cora", -1)
    assert seen(sitting, "anna", "bela", "observer") == before, "nobody is told that she has chosen"
    (own,) = seen(sitting, "cora")
    assert own["sealed"] == chosen and not own["your_turn"] and own["decision"] is None
    assert not people["cora"].get("/api/mine").json()["tables"][0]["your_turn"]
    again = people["cora"].refused(f"/api/tables/{table}/cora/decide", n=own["n"], answer="done")
    assert again["kind"] == "stale", "she has chosen, perhaps in another window"
    texts = {"cora": chosen, "bela": choose(sitting, "bela"), "anna": choose(sitting, "anna")}
    for seat, text in texts.items():
        (view,) = seen(sitting, seat)
        assert text in [line["text"] for line in view["log"] if line["who"] == seat]
        assert view["sealed"] is None


def test_a_choice_can_be_made_anew_until_it_counts(sitting: Sitting) -> None:
    table, people = sitting
    first = choose(sitting, "cora", 0)
    (view,) = seen(sitting, "cora")
    assert view["can"]["undo"]
    assert people["cora"].send_to(f"/api/tables/{table}/cora/undo", n=view["n"])["text"] == first
    last = choose(sitting, "cora", -1)
    choose(sitting, "anna")
    choose(sitting, "bela")
    (view,) = seen(sitting, "cora")
    assert last in [line["text"] for line in view["log"] if line["who"] == "cora"]


def test_others_who_choose_make_nothing_stale_but_the_number(sitting: Sitting) -> None:
    table, people = sitting
    (before,) = seen(sitting, "cora")
    ear = Listener(people["cora"])
    choose(sitting, "anna")
    (view,) = seen(sitting, "cora")
    assert view["n"] == before["n"] + 1 and view["decision"] == before["decision"]
    ear.wait_for("cora", view["n"])
    ear.close()
    feed = people["cora"].get(view["feed"]).text
    assert feed.count("<entry>") == people["cora"].get(before["feed"]).text.count("<entry>") == 1
    answer = view["decision"]["answers"][0]["id"]
    path = f"/api/tables/{table}/cora"
    assert people["cora"].refused(f"{path}/decide", n=before["n"], answer=answer)["kind"] == "stale"
    assert people["cora"].send_to(f"{path}/why", action=answer)["legal"] is True
    assert people["cora"].refused(f"{path}/order", n=view["n"], words="a to b")["kind"] == "illegal"
    assert people["cora"].send_to(f"{path}/decide", n=view["n"], answer=answer)["done"]


def test_what_was_chosen_outlives_the_process_and_goes_with_what_is_taken_back(
    server: RunningServer, sitting: Sitting
) -> None:
    table, people = sitting
    chosen = choose(sitting, "cora")
    choose(sitting, "anna")
    stored = server.service.stores.decisions.sealed(table)
    assert list(stored) == ["cora"] and stored["cora"].name
    assert seen(sitting, "cora")[0]["sealed"] == chosen
    (view,) = seen(sitting, "anna")
    assert people["anna"].send_to(f"/api/tables/{table}/anna/undo", n=view["n"])["done"]
    assert server.service.stores.decisions.sealed(table) == {}
    assert [view["your_turn"] for view in seen(sitting, *PLAYERS)] == [True, True, True]
