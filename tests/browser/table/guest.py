"""Somebody at a table: a browser that makes tables, takes seats, and plays through the page."""

from __future__ import annotations

import json
import re
from typing import Any

from tests.browser.reader import Reader

POST = """
const done = arguments[arguments.length - 1];
fetch(arguments[0], { method: "POST", headers: { "Content-Type": "application/json" }, body: arguments[1] })
  .then(async (response) => done({ status: response.status, ...(await response.json()) }))
  .catch((error) => done({ error: String(error) }));
"""

# Gives one answer after the other, by clicks on the buttons of the page: which one, a small generator tells.
AUTOPILOT = """
let state = arguments[0];
const most = arguments[1];
window.given = 0;
const next = (count) => {
  state = (state * 1103515245 + 12345) % 2147483648;
  return Math.floor((state / 2147483648) * count);
};
window.autopilot = setInterval(() => {
  const place = document.getElementById("decision");
  if (place.hasAttribute("aria-busy") || document.querySelector("dialog[open]")) return;
  const rows = place.querySelectorAll("button.answer");
  if (!rows.length || window.given >= most) return;
  window.given += 1;
  rows[next(rows.length)].click();
}, 15);
"""


_REFUSED = re.compile(r"/(api|tables)/\S+ - Failed to load resource: .* status of (403|409|422|429|503)")

PUSH = """
const found = [...document.querySelectorAll(arguments[0])].find((each) => each.textContent.includes(arguments[1]));
found?.click();
return Boolean(found);
"""

SPOT = """
const [kind, id] = arguments;
const found = document.querySelector(`[data-kind="${CSS.escape(kind)}"][data-id="${CSS.escape(id)}"]`);
found.scrollIntoView({ block: "center", inline: "center" });
const shape = found.querySelector(".crex-draw-body-of, .crex-draw-hit, polyline, path, rect") || found;
const box = shape.getBoundingClientRect();
return [box.left + box.width / 2, box.top + box.height / 2];
"""


class Guest(Reader):
    """Sits at tables."""

    def post(self, path: str, **body: Any) -> dict[str, Any]:
        """What the server answers to something sent from the page that is open."""
        answer: dict[str, Any] = self.driver.execute_async_script(POST, path, json.dumps(body))
        return answer

    def complaints(self) -> list[str]:
        """What went wrong since it was last asked; what the server refuses with a sentence is no fault of a page."""
        return [wrong for wrong in super().complaints() if not _REFUSED.search(wrong)]

    # ---- tables ----
    def make(self, game: str, edition: str, seats: dict[str, dict[str, Any]], **more: Any) -> str:
        """Make a table; answers with its id."""
        made = self.post("/api/tables", game=game, edition=edition, seats=seats, **more)
        assert made["status"] == 201, made
        return str(made["table"])

    def open_save(self, save: str, seats: dict[str, dict[str, Any]]) -> str:
        """Go on from a save at a table; answers with its id."""
        made = self.post("/api/open", save=save, seats=seats)
        assert made["status"] == 201, made
        return str(made["table"])

    def link(self, table: str, seat: str) -> str:
        """A new link to a seat of one's table."""
        return str(self.post(f"/api/tables/{table}/links", seat=seat)["link"])

    def join(self, link: str, name: str = "") -> None:
        """Take the seat that a link is for, by the button of its page."""
        self.visit(link)
        self.one("#name").send_keys(name)
        self.one("#join button").click()
        self.until(lambda: "/tables/" in self.driver.current_url)
        self.until(lambda: self.all("#board svg, #trays svg"))

    def visit(self, path: str) -> None:
        """Go to a page and wait until its script has run."""
        self.open(path.removeprefix("/"))

    def sit(self, path: str) -> None:
        """Go to the page of a seat and wait until its picture is there."""
        self.visit(path)
        self.until(lambda: self.all("#board svg, #trays svg"))

    def words(self, selector: str) -> str:
        """What stands in a part of the page, which may be made anew at any time."""
        return str(self.run("return document.querySelector(arguments[0])?.textContent ?? ''", selector))

    def every(self, selector: str) -> list[str]:
        """What stands in each part of the page that fits a selector."""
        script = "return [...document.querySelectorAll(arguments[0])].map((each) => each.textContent)"
        found: list[str] = self.run(script, selector)
        return found

    def seats(self, table: str) -> list[str]:
        """The sides of a table of one's own."""
        told = self.run("return fetch(arguments[0]).then((answer) => answer.json())", f"/api/tables/{table}")
        return [seat["seat"] for seat in told["seats"] if seat["sort"] != "observer"]

    # ---- the decision ----
    def asked(self) -> str:
        """What is asked, or who is waited for."""
        return self.words(".asked h2")

    def texts(self) -> list[str]:
        """The answers that are offered, in words."""
        return self.every("button.answer span")

    def moments(self) -> int:
        """How many moments the game has, as the slider tells."""
        return int(self.run("return document.querySelector('#replay input').max"))

    def push(self, selector: str, text: str = "") -> None:
        """Push a button once it is there: the first that holds a text."""
        self.until(lambda: self.run(PUSH, selector, text))

    def give(self, text: str = "") -> None:
        """Give the first answer that holds a text, and wait until the page has gone on."""
        before = self.moments(), self.picked()
        self.until(lambda: not self.all("#decision[aria-busy]"))
        self.push("button.answer", text)
        self.until(lambda: (self.moments(), self.picked()) != before and self.texts())

    def picked(self) -> int:
        """How many are picked so far at a question that takes several."""
        return len(self.all(".sofar .chip"))

    def autopilot(self, seed: int, most: int = 100_000) -> None:
        """Let the page be played by clicks, until the game is over or so many answers are given."""
        self.run(AUTOPILOT, seed, most)

    def over(self) -> bool:
        """Whether the game is over on this page."""
        return bool(self.all(".turn.over"))

    def log(self) -> list[str]:
        """What the log tells."""
        return self.every(".log .line")

    # ---- the board ----
    def lit(self) -> list[tuple[str, str]]:
        """What is lit on the board and beside it, by kind and id."""
        script = "return [...document.querySelectorAll('.lit')].map((e) => [e.dataset.kind, e.dataset.id])"
        return [(kind, thing) for kind, thing in self.run(script)]

    def spot(self, kind: str, thing: str) -> tuple[float, float]:
        """Where something is drawn, in the middle of its first shape; it is scrolled into view."""
        return tuple(self.run(SPOT, kind, thing))

    def click(self, kind: str, thing: str) -> None:
        """Click something on the board with the mouse, as the browser itself does it."""
        x, y = self.spot(kind, thing)
        for sort in ("mousePressed", "mouseReleased"):
            self.cdp("Input.dispatchMouseEvent", type=sort, x=x, y=y, button="left", clickCount=1)

    def tap(self, kind: str, thing: str) -> None:
        """Touch something on the board with a finger."""
        x, y = self.spot(kind, thing)
        self.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def chosen(self) -> list[str]:
        """What is chosen so far, in words."""
        return [text.removesuffix("×").strip() for text in self.every(".sofar .chip")]

    def dialog(self) -> str:
        """What the dialog says that is open."""
        return str(self.until(lambda: self.words("dialog[open]")))

    def banner(self) -> str:
        """The sentences at the top of the page."""
        return self.words("#news")
