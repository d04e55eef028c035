"""Hostile clients: guessed tokens, huge bodies, wrong types, foreign pages, script in every text field."""

from __future__ import annotations

import socket
from random import Random
from typing import Any

import httpx
import pytest

from crex_dsl.table.web.guard import Rate
from tests.table.browser import SMALL, Browser
from tests.table.conftest import RunningServer
from tests.table.test_interface import SCRIPT


@pytest.fixture(scope="module")
def table(server: RunningServer) -> Any:
    with server.browser() as maker:
        yield maker.new_table(title="Hostile"), maker


def test_nobody_gets_in_without_a_key(server: RunningServer, table: tuple[str, Browser]) -> None:
    name, maker = table
    with server.browser() as eve:
        for path in (
            f"/api/tables/{name}",
            f"/api/tables/{name}/red",
            f"/tables/{name}/red",
            f"/api/tables/{name}/red/save",
        ):
            assert eve.get(path).status_code == 403, path
        for what in ("decide", "undo", "chat", "why", "fork", "odds", "report", "leave", "name"):
            answer = eve.post(f"/api/tables/{name}/red/{what}", json={"n": 0})
            assert answer.status_code in (403, 405), (what, answer.text)
        for what in ("links", "claim", "drop", "seats"):
            body = {"seat": "red", "sort": "bot"} if what == "seats" else {} if what == "drop" else {"seat": "red"}
            assert eve.refused(f"/api/tables/{name}/{what}", **body)["status"] == 403
        for token in ("", "a", "x" * 32, "' OR 1=1 --"):
            assert eve.refused(f"/api/tables/{name}/join", token=token)["status"] == 403
        # the key of one seat opens no other
        keys = dict(maker.cookies.items())
        for key in keys:
            for value in keys.values():
                eve.cookies.set(key, value[::-1])
        assert eve.get(f"/api/tables/{name}/red").status_code == 403
    values = list(maker.cookies.values())
    with server.browser() as eve:
        for key, value in zip(keys, values[1:] + values[:1], strict=True):
            eve.cookies.set(key, value)
        assert eve.get(f"/api/tables/{name}/red").status_code == 403
        assert eve.get(f"/api/tables/{name}/green").status_code == 403


def test_a_link_is_good_for_one_and_renewing_shuts_out(server: RunningServer, browser: Browser) -> None:
    name = browser.new_table(seats={"red": {"mine": True}, "green": {"sort": "person"}})
    link = browser.send_to(f"/api/tables/{name}/links", seat="green")["link"]
    assert browser.get(link).is_success, "to look at a link claims nothing"
    token = link.partition("#")[2]
    with server.browser() as bob, server.browser() as eve:
        answer = bob.post(f"/api/tables/{name}/join", json={"token": token})
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie and "samesite=lax" in cookie and token.lower() not in cookie
        assert eve.refused(f"/api/tables/{name}/join", token=token)["status"] == 403
        assert bob.get(f"/api/tables/{name}/green").is_success
        browser.send_to(f"/api/tables/{name}/links", seat="green")
        assert bob.get(f"/api/tables/{name}/green").status_code == 403


def test_tokens_and_keys_are_nowhere_in_the_database(server: RunningServer, browser: Browser) -> None:
    name = browser.new_table(seats={"red": {"mine": True}, "green": {"sort": "person"}})
    token = browser.send_to(f"/api/tables/{name}/links", seat="green")["link"].partition("#")[2]
    stored = b"".join(path.read_bytes() for path in server.folder.glob("tables.sqlite*"))
    assert name.encode() in stored
    for secret in (token, *browser.cookies.values()):
        assert secret.encode() not in stored


def test_other_pages_cannot_post(server: RunningServer, table: tuple[str, Browser]) -> None:
    name, maker = table
    path = f"{server.address}/api/tables/{name}/red/chat"
    for headers in (
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": server.address, "Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {},
    ):
        answer = httpx.post(path, json={"text": "hello"}, headers=headers, cookies=maker.cookies)
        assert answer.status_code == 403, headers
    plain = httpx.post(path, data={"text": "hello"}, headers={"Origin": server.address}, cookies=maker.cookies)
    assert plain.status_code == 400, "a form of another page is no JSON"
    other = httpx.get(f"{server.address}/api/mine", headers={"Host": "evil.example"})
    assert other.status_code == 403, "a name that leads here is not ours"


def test_a_hundred_megabytes_are_not_read(server: RunningServer) -> None:
    host, port = server.address.removeprefix("http://").split(":")
    for framing in ("Content-Length: 104857600", "Transfer-Encoding: chunked"):
        with socket.create_connection((host, int(port)), timeout=20) as connection:
            head = f"POST /api/open HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
            connection.sendall(f"{head}Content-Type: application/json\r\n{framing}\r\n\r\n".encode())
            sent = 0
            try:
                while sent < 104_857_600:
                    chunk = b"x" * 1_000_000
                    connection.sendall(b"f4240\r\n" + chunk + b"\r\n" if "chunked" in framing else chunk)
                    sent += len(chunk)
            except OSError:
                pass  # the door was shut
            assert sent < 60_000_000, framing
    with server.browser() as other:
        assert other.get("/api/mine").is_success
        assert other.post("/api/tables", content=b'{"game": "' + b"x" * 300_000 + b'"}').status_code == 400


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"nonsense",
        b"[]",
        b"null",
        b'"text"',
        b"{",
        b'{"n": 1e400}',
        b"\xff\xfe",
        b'{"a":' * 5_000,
        b'{"n": "1", "answer": 3}',
    ],
)
def test_what_is_no_body_is_refused_with_a_sentence(table: tuple[str, Browser], content: bytes) -> None:
    name, maker = table
    for path in ("/api/tables", "/api/open", f"/api/tables/{name}/red/decide", f"/api/tables/{name}/join"):
        answer = maker.post(path, content=content, headers={"Content-Type": "application/json"})
        assert answer.status_code in (400, 422), (path, answer.text)
        assert len(answer.json()["error"]) < 400 and "Traceback" not in answer.text


@pytest.mark.parametrize(
    "query", ["at=-1", "at=x", "at=99999999999", "since=1e9", "at=%00", "arrows=abc", "svg=%F0%9F", "svg=null"]
)
def test_wrong_queries_are_refused(table: tuple[str, Browser], query: str) -> None:
    name, maker = table
    assert maker.get(f"/api/tables/{name}/red?{query}").status_code in (400, 422)


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../server.py",
        "/assets/%2e%2e/app.py",
        "/rules/-/../../x",
        "/tables/zzzzzzzzzz/red",
        "/nothing",
        "/api/nothing",
    ],
)
def test_there_is_nothing_else(browser: Browser, path: str) -> None:
    answer = browser.get(path)
    assert answer.status_code in (403, 404) and "import" not in answer.text


def test_another_method_is_told_which_there_are(browser: Browser) -> None:
    answer = browser.put("/api/games/check", json={})
    assert answer.status_code == 405 and answer.headers["allow"] == "POST" and answer.json()["status"] == 405


def test_script_in_any_text_stays_text(server: RunningServer, browser: Browser) -> None:
    title = SCRIPT[:60]
    name = browser.new_table(title=title, name=title)
    browser.send_to(f"/api/tables/{name}/red/chat", text=SCRIPT)
    browser.send_to(f"/api/tables/{name}/red/name", name=title)
    browser.send_to(f"/api/tables/{name}/red/ask", text=SCRIPT)
    browser.play(name, Random(1), 3)
    for path in ("/", f"/tables/{name}", f"/tables/{name}/red", f"/tables/{name}/red/report", f"/join/{name}", "/new"):
        page = browser.get(path)
        assert page.is_success, (path, page.text[:200])
        assert "<script>alert" not in page.text and "<img src=x" not in page.text, path
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "script-src 'self';" in policy
        assert page.headers["referrer-policy"] == "no-referrer" and page.headers["x-content-type-options"] == "nosniff"
        assert page.headers["cache-control"] == "no-store"
    assert "<script>alert" not in browser.get(f"/tables/{name}/red/report.md").text.replace("\\", "|")
    feed = browser.get(browser.view(name, "red")["feed"]).text
    assert "<script>" not in feed
    broken = browser.get(f"/tables/{name}/{SCRIPT}")
    assert broken.is_error and "<script>alert" not in broken.text


@pytest.mark.parametrize(
    "bot", ["random:Random", "os:system", "tests.table.browser:Browser", "planner:999999", "person", "x"]
)
def test_only_listed_bots_sit_down(browser: Browser, bot: str) -> None:
    seats = {"red": {"mine": True}, "green": {"sort": "bot", "bot": bot}}
    refused = browser.refused("/api/tables", game=SMALL, edition="two-players", seats=seats)
    assert refused["status"] == 422, refused
    name = browser.new_table(seats={"red": {"mine": True}, "green": {"sort": "person"}})
    assert browser.refused(f"/api/tables/{name}/seats", seat="green", sort="bot", bot=bot)["status"] == 422
    assert browser.refused(f"/api/tables/{name}/red/play-on", games=1, bots={"green": bot})["status"] == 422


def test_asking_too_often_is_told_so() -> None:
    rate = Rate(each_second=0.001, at_once=3)
    for _ in range(3):
        rate.spend("one")
    rate.spend("another")
    with pytest.raises(Exception, match="more often") as told:
        rate.spend("one")
    assert told.value.status == 429  # type: ignore[attr-defined]
