"""Whole games over HTTP: by link, against bots, watched; and everything that a seat can do on the way."""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from crex_dsl.cli.app import app
from crex_dsl.engine.game import load
from crex_dsl.gameplay.saved_games import Setting
from tests.table.browser import EDITION, LARGE, SMALL, Browser, Listener
from tests.table.conftest import FIXTURES, RunningServer


def test_two_people_a_bot_and_an_observer_play_a_game_to_its_end(server: RunningServer, browser: Browser) -> None:
    seats = {"anna": {"mine": True}, "bela": {"sort": "person"}, "cora": {"sort": "bot", "bot": "random"}}
    table = browser.new_table("quince", "english", title="Three at a table", seats=seats, name="Anna")
    with server.browser() as other, server.browser() as third:
        link = browser.send_to(f"/api/tables/{table}/links", seat="bela")["link"]
        other.send_to(f"/api/tables/{table}/join", token=link.partition("#")[2], name="Bob")
        link = browser.send_to(f"/api/tables/{table}/links", seat="observer")["link"]
        third.send_to(f"/api/tables/{table}/join", token=link.partition("#")[2])
        ear = Listener(third)
        sitting, rng = {"anna": browser, "bela": other}, Random(4)
        until = time.monotonic() + 60
        while not (view := browser.view(table, "anna", since=9_999))["over"]:
            assert time.monotonic() < until
            for seat, who in sitting.items():
                if (own := who.view(table, seat, since=9_999))["your_turn"]:
                    who.decide(table, seat, rng, own)
        seen = third.view(table, "observer")
        assert seen["result"]["text"] == view["result"]["text"] == other.view(table, "bela")["result"]["text"]
        assert seen["decision"] is None and seen["can"]["decide"] is False
        assert {seat["player"] for seat in seen["seats"]} == {"Anna", "Bob", ""}
        ear.wait_for("observer", seen["n"])
        numbers = ear.news("observer")
        assert numbers == sorted(numbers) and len(set(numbers)) > 20
        ear.close()
        # once more, with sides swapped: everybody finds a seat there
        again = browser.send_to(f"/api/tables/{table}/anna/rematch", swap=True)
        hers = other.send_to(f"/api/tables/{table}/bela/rematch", swap=False)
        assert again["table"] == hers["table"]
        assert browser.get(f"/api{again['address']}").is_success and other.get(f"/api{hers['address']}").is_success
        assert other.get(f"/api{again['address']}").status_code == 403
        assert again["address"].rpartition("/")[2] != "anna"


def test_a_large_game_is_played_orders_and_all(browser: Browser) -> None:
    table = browser.new_table(LARGE, "english-2.0")
    view = browser.play(table, Random(2), 40)
    assert view["moments"] > 10 and len(view["log"]) >= view["moments"]
    # what was told stays as it was told
    earlier = browser.view(table, view["seat"], at=10)
    assert earlier["at"] == 10 and earlier["decision"] is None
    assert earlier["log"] == [line for line in view["log"] if line["moment"] <= 10]
    assert browser.get(f"/api/tables/{table}/{view['seat']}?at=10").json()["picture"].startswith("<svg")
    assert browser.get(f"/api/tables/{table}/{view['seat']}?at=100000").status_code == 422
    since = browser.view(table, view["seat"], since=10)
    assert since["log"] == [line for line in view["log"] if line["moment"] > 10]


def test_an_order_is_offered_and_carried_out(browser: Browser) -> None:
    table = browser.new_table(LARGE, "english-2.0", seed=5)
    rng, seat = Random(1), "franks"
    for _ in range(300):
        view = browser.view(table, seat, since=9_999)
        if view["waiting_for"] != seat:
            seat = view["waiting_for"]
            continue
        moves = [
            answer
            for answer in view["decision"]["answers"]
            if len(answer["things"]) == 2 and answer["name"] != "deploy"
        ]
        names = {thing["kind"] for answer in moves for thing in answer["things"]}
        if "block" in names and "march" in {answer["name"] for answer in moves}:
            break
        browser.decide(table, seat, rng, view)
    words = f"{moves[0]['things'][0]['id']} to jerusalem"
    found = browser.post(f"/api/tables/{table}/{seat}/order", json={"n": view["n"], "words": words})
    if found.status_code == 422:  # from there no way leads to that place now
        assert "no way" in found.json()["error"]
        return
    done = browser.send_to(f"/api/tables/{table}/{seat}/order", n=view["n"], words=words, way=0)
    assert done["done"] and 0 < done["carried"] <= done["of"] and done["n"] > view["n"]


def test_picks_are_gathered_in_any_order_and_decided_at_once(browser: Browser) -> None:
    game, rng = load(LARGE, "english-2.0"), Random(0)
    position = game.start(0)
    while not (
        game.asking(position.state).mode == "keep" and sum(game.coding(c).unordered for c in position.codes if c) > 1
    ):
        position.take(rng.choice(position.codes))
    seats = {player: {"mine": True} for player in game.players}
    table = browser.send_to("/api/open", save=position.to_json(), seats=seats)["table"]
    seat = position.asked().who
    view = browser.view(table, seat)
    answers = [each for each in view["decision"]["answers"] if each["name"] in view["decision"]["gathers"]]
    address = f"/api/tables/{table}/{seat}/decide"
    last, first = answers[-1], answers[0]
    one = browser.send_to(address, n=view["n"], answer=last["id"])
    assert not one["done"] and one["picks"] == [last["id"]] and one["picked"] == [last["text"]]
    assert browser.view(table, seat)["n"] == view["n"], "nothing is decided yet"
    assert first["id"] in [each["id"] for each in one["decision"]["answers"]], "the order is of no account"
    back = browser.send_to(address, n=view["n"], answer=None, picks=[])
    assert back["decision"]["answers"] == view["decision"]["answers"], "a pick that is left out was never made"
    picks, answer = one["picks"], first["id"]
    while not (found := browser.send_to(address, n=view["n"], answer=answer, picks=picks))["done"]:
        picks, answer = found["picks"], "done"
    told = [line["text"] for line in browser.view(table, seat)["log"] if line["who"] == seat]
    assert first["text"] in told and last["text"] in told


def test_a_stale_decision_is_told_so_and_changes_nothing(browser: Browser) -> None:
    table = browser.new_table()
    view = browser.view(table, "red")
    seat = view["waiting_for"]
    view = browser.view(table, seat)
    answer = view["decision"]["answers"][0]["id"]
    address = f"/api/tables/{table}/{seat}/decide"
    # two windows of one seat: one of them decides
    assert browser.send_to(address, n=view["n"], answer=answer)["done"]
    after = browser.view(table, seat)
    refused = browser.refused(address, n=view["n"], answer=answer)
    assert (refused["status"], refused["kind"]) == (409, "stale")
    assert browser.view(table, seat) == after


def test_what_is_not_legal_is_refused_with_its_clause(browser: Browser) -> None:
    table = browser.new_table(LARGE, "english-2.0", seed=1)
    seat = browser.view(table, "franks")["waiting_for"]
    view = browser.view(table, seat)
    other = next(each for each in ("franks", "saracens") if each != seat)
    refused = browser.refused(f"/api/tables/{table}/{seat}/decide", n=view["n"], answer="march(guy, jerusalem)")
    assert refused["status"] == 422
    refused = browser.refused(f"/api/tables/{table}/{other}/decide", n=browser.view(table, other)["n"], answer="done")
    assert refused["kind"] == "illegal" and "turn" in refused["error"]


def test_undo_and_taking_back_by_consent(server: RunningServer, browser: Browser) -> None:
    seats = {"red": {"mine": True}, "green": {"sort": "person"}}
    table = browser.new_table(seats=seats)
    with server.browser() as other:
        link = browser.send_to(f"/api/tables/{table}/links", seat="green")["link"]
        other.send_to(f"/api/tables/{table}/join", token=link.partition("#")[2])
        sitting, rng = {"red": browser, "green": other}, Random(7)
        seat = browser.view(table, "red")["waiting_for"]
        who = sitting[seat]
        before = who.view(table, seat)
        who.decide(table, seat, rng, before)
        after = who.view(table, seat)
        done = who.post(f"/api/tables/{table}/{seat}/undo", json={"n": after["n"]})
        if done.is_success:
            back = who.view(table, seat)
            assert back["n"] == done.json()["n"] > after["n"], "no number is used twice"
            assert {**back, "n": 0} == {**before, "n": 0}
            who.decide(table, seat, rng, back)
            after = who.view(table, seat)
        else:
            assert done.json()["consent"] is True
        # by consent, whatever has come to light
        other_seat = next(each for each in sitting if each != seat)
        asked = who.send_to(f"/api/tables/{table}/{seat}/take-back", n=after["n"], do="ask")
        assert asked == {"n": after["n"], "taken_back": False, "open": True}
        hers = sitting[other_seat].view(table, other_seat)
        assert hers["take_back"]["asker"] == seat and hers["take_back"]["yours"]
        agreed = sitting[other_seat].send_to(f"/api/tables/{table}/{other_seat}/take-back", n=hers["n"], do="agree")
        assert agreed["taken_back"]
        now = who.view(table, seat)
        assert now["decision"] == before["decision"] and now["log"] == before["log"] and now["take_back"] is None


def test_a_fork_is_a_sandbox_that_knows_no_more_than_its_maker(browser: Browser) -> None:
    bot = {"sort": "bot", "bot": "random"}
    table = browser.new_table("quince", "english", seats={"anna": {"mine": True}, "bela": bot, "cora": bot})
    fork = browser.send_to(f"/api/tables/{table}/anna/fork", at=0)
    view = browser.view(fork["table"], "anna")
    assert view["sandbox"] and not view["over"] and view["moments"] == 0
    own = browser.get(f"/api/tables/{table}/anna?at=0").json()
    assert browser.get(f"/api/tables/{fork['table']}/anna").json()["picture"] == own["picture"]
    table = browser.new_table("ford", "plain")
    other = browser.send_to(f"/api/tables/{table}/north/fork", at=0, edition="plain", options=["scouts"])
    assert browser.view(other["table"], "north")["options"]


def test_a_fork_goes_to_another_edition_or_says_what_has_no_counterpart(browser: Browser) -> None:
    table = browser.new_table("quince", "english-1.0", seed=3)
    browser.play(table, Random(1), 2)
    seat = browser.get(f"/api/tables/{table}").json()["mine"][0]
    other = browser.send_to(f"/api/tables/{table}/{seat}/fork", edition="polish-1.0")
    view = browser.view(other["table"], seat)
    assert view["sandbox"] and view["edition"]["id"] == "polish-1.0" and view["moments"] == 0
    table = browser.new_table("dash", "four-player", seed=3)
    seat = browser.get(f"/api/tables/{table}").json()["mine"][0]
    refused = browser.refused(f"/api/tables/{table}/{seat}/fork", edition="two-player")
    assert refused["status"] == 422 and refused["missing"]
    assert refused["error"].startswith("Dash for two: this moment cannot be gone on with there.")
    assert "`" not in refused["error"]  # a person reads it; what the rule files call it stands in `missing`


def test_a_rematch_swaps_the_sides_of_those_who_played(server: RunningServer, browser: Browser) -> None:
    table = browser.new_table("noughts", "standard", seats={})
    one, two = (seat["seat"] for seat in browser.get(f"/api/tables/{table}").json()["seats"][:2])
    with server.browser() as other:
        link = browser.send_to(f"/api/tables/{table}/links", seat=two)["link"]
        other.send_to(f"/api/tables/{table}/join", token=link.partition("#")[2], name="Berta")
        assert browser.refused(f"/api/tables/{table}/{one}/rematch")["status"] == 403, "it is not over yet"
        sitting = {one: browser, two: other}
        while (seat := browser.view(table, one)["waiting_for"]) is not None:
            sitting[seat].decide(table, seat, Random(2))
        again = browser.send_to(f"/api/tables/{table}/{one}/rematch", swap=True)
        also = other.send_to(f"/api/tables/{table}/{two}/rematch", swap=False)
        assert also["table"] == again["table"], "whoever asks first decides"
        assert again["address"].endswith(f"/{two}") and also["address"].endswith(f"/{one}")
        assert browser.view(again["table"], two)["seats"][0]["player"] == "Berta"
        assert other.get(f"/api/tables/{again['table']}/{two}").status_code == 403
        assert [each["table"] for each in browser.get("/api/mine").json()["tables"]] == [again["table"], table]


@pytest.mark.soak
def test_finished_games_of_tables_are_read_into_a_comparison(browser: Browser, tmp_path: Path) -> None:
    for edition in ("plain-1.0", "royal-2.0"):
        table = browser.new_table("ford", edition, seed=1)
        seat = browser.get(f"/api/tables/{table}").json()["mine"][0]
        assert browser.play(table, Random(1), 1_000)["over"]
        for name in ("one", "two"):
            (tmp_path / f"{edition}-{name}.json").write_text(browser.get(f"/api/tables/{table}/{seat}/save").text)
    words = ["compare", "-g", "ford", "plain", "royal", "--rules", str(FIXTURES)]
    told = CliRunner().invoke(app, [*words, "--games-from", str(tmp_path), "--json"])
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["comparison"]["effects"]


def test_bots_play_on(browser: Browser) -> None:
    table = browser.new_table()
    found = browser.send_to(f"/api/tables/{table}/red/play-on", games=10, bots={"red": "random", "green": "random"})
    assert found["games"] == 10 and sum(each["share"] for each in found["wins"]) <= 1
    assert all(each["low"] <= each["share"] <= each["high"] for each in found["wins"])
    assert browser.refused(f"/api/tables/{table}/red/play-on", games=100_000)["status"] == 400


def test_saves_go_both_ways(browser: Browser) -> None:
    table = browser.new_table(title="Here", seed=11)
    browser.play(table, Random(3), 15)
    response = browser.get(f"/api/tables/{table}/red/save")
    assert response.is_success and "attachment" in response.headers["content-disposition"]
    game = load(SMALL, EDITION)
    position = game.from_json(response.text)
    assert len(position.past) > 5
    assert Setting.model_validate(response.json()["table"]).seats == {"red": "person", "green": "person"}
    opened = browser.send_to("/api/open", save=response.text, seats={"red": {"mine": True}, "green": {"mine": True}})
    for seat in ("red", "green"):
        one, two = browser.view(table, seat), browser.view(opened["table"], seat)
        assert one["decision"] == two["decision"] and one["log"] == two["log"]
    again = browser.get(f"/api/tables/{opened['table']}/red/save").text
    assert game.from_json(again) == position
    assert browser.refused("/api/open", save="{}")["status"] == 422


def test_a_save_is_not_for_one_of_several(server: RunningServer, browser: Browser) -> None:
    table = browser.new_table(seats={"red": {"mine": True}, "green": {"sort": "person"}})
    assert browser.get(f"/api/tables/{table}/red/save").status_code == 403


def test_chat_questions_and_the_report(server: RunningServer, browser: Browser) -> None:
    table = browser.new_table(title="Report", name="Anna")
    browser.send_to(f"/api/tables/{table}/red/chat", text="Hello <b>there</b>")
    assert browser.view(table, "green")["chat"][0]["text"] == "Hello <b>there</b>"
    view = browser.view(table, "red")
    clause = view["log"][0]["clause"] or browser.view(table, view["waiting_for"])["decision"]["clause"]
    browser.send_to(f"/api/tables/{table}/red/ask", text="Is | that *so*?", clause=clause["clause"])
    words = browser.send_to(f"/api/tables/{table}/red/clause", reference=clause["clause"])
    assert words["clauses"][0]["clause"]["clause"] == clause["clause"]
    report = browser.get(f"/api/tables/{table}/red/report").json()
    assert report["questions"][0]["text"] == "Is | that *so*?" and report["chat_lines"] == 1
    assert report["clauses"][0]["clause"]["clause"] == clause["clause"]
    assert browser.get(f"/api/tables/{table}/green/report").json()["questions"] == [], "asked by somebody else"
    text = browser.get(f"/tables/{table}/red/report.md").text
    assert "Is \\| that \\*so\\*?" in text


def test_the_feed_tells_of_turns_to_whoever_has_its_key(server: RunningServer, browser: Browser) -> None:
    table = browser.new_table()
    browser.play(table, Random(3), 10)
    address = browser.view(table, "red")["feed"]
    with server.browser() as reader:
        assert "<entry>" in reader.get(address).text
        assert reader.get(address[:-1]).status_code == 403


def test_house_rules_make_an_edition_of_their_own(browser: Browser) -> None:
    text = 'edition english-house "House"\n    language en\n'
    good = {"name": "house.crex", "text": 'option quiet "Quiet"\n    says "Nothing changes."\n'}
    checked = browser.send_to("/api/games/check", game="quince", edition="english", options=["quiet"], rules=[good])
    assert checked["ok"], checked
    bad = browser.send_to("/api/games/check", game="quince", rules=[{"name": "bad.crex", "text": text + "clause ("}])
    assert not bad["ok"] and bad["diagnostics"]
    table = browser.new_table(
        "quince",
        "english",
        options=["quiet"],
        rules=[good],
        seats={"anna": {"mine": True}, "bela": {}, "cora": {}},
    )
    lobby = browser.get(f"/api/tables/{table}").json()
    assert lobby["rules"] == ["house.crex"] and lobby["options"] == ["quiet"]
    conflict = browser.send_to("/api/games/check", game="quince", edition="english", options=["nothing-like-it"])
    assert not conflict["ok"] and "nothing-like-it" in conflict["error"]


def test_a_scenario_is_a_start_and_is_played_again(browser: Browser) -> None:
    scenario = "battle nablus king-guy,conrad saladin"
    choice = {"game": LARGE, "edition": "english-2.0"}
    known = browser.send_to("/api/games/check", **choice)["scenarios"]
    assert "battle" in [each["name"] for each in known] and all(each["takes"] for each in known)
    for wrong, told in (
        ("battle", "town"),
        ("battle nowhere", "nowhere"),
        ("nothing", "nothing"),
        ('a "b', "quotation"),
    ):
        found = browser.send_to("/api/games/check", **choice, scenario=wrong)
        assert not found["ok"] and told in found["error"]
    checked = browser.send_to("/api/games/check", **choice, scenario=scenario)
    assert checked["ok"], checked
    assert "Nablus" in checked["scenario"]
    seats = {"franks": {"mine": True}, "saracens": {"mine": True}}
    table = browser.new_table(**choice, scenario=scenario, seats=seats)
    shown = browser.view(table, "saracens")
    assert shown["scenario"] == "Battle" and "Conrad" not in str(shown), "covered things are not named by it"
    last = browser.play(table, Random(1), 200)
    assert last["over"] and last["result"]["text"]
    thought = browser.get(f"/api/tables/{table}/franks/report").json()["thinking"]
    assert {each["seat"] for each in thought} == {"franks", "saracens"}
    assert all(0 <= each["median"] <= each["longest"] <= each["seconds"] for each in thought)
    again = browser.send_to(f"/api/tables/{table}/franks/rematch", swap=False)
    assert browser.view(again["table"], "franks")["scenario"] == "Battle"


def test_sentences_are_in_the_language_of_the_reader_and_the_log_in_that_of_the_edition(browser: Browser) -> None:
    table = browser.new_table(LARGE, "english-2.0", seed=1)
    told, logs = [], []
    for language in ("en", "pl", "fr", "ru"):
        browser.headers["Accept-Language"] = language
        told.append(browser.refused(f"/api/tables/{table}/franks/decide", n=99, answer="done")["error"])
        told.append(browser.refused("/api/tables/zzzzzzzzzz/join", token="x")["error"])
        told.append(browser.get(f"/tables/{table}/franks/report.md").text)
        browser.play(table, Random(2), 3)
        logs.append(browser.view(table, "franks")["log"])
    assert len(set(told)) == len(told)
    browser.headers["Accept-Language"] = "en"
    assert browser.view(table, "franks")["log"] == logs[-1] and logs[-1][: len(logs[0])] == logs[0]


def test_scripts_of_an_older_server_are_not_run_with_a_newer_page(browser: Browser) -> None:
    script = browser.get("/assets/seat/seat.js")
    assert script.headers["cache-control"] == "no-cache"
    again = browser.get("/assets/seat/seat.js", headers={"If-None-Match": script.headers["etag"]})
    assert again.status_code == 304
