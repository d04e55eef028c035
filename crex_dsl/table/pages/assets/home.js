// The tables of this browser, and a save that goes on as a table.

import { byId, el, fill, pageData } from "./lib/dom.js";
import { trying } from "./lib/banner.js";
import { bookTitle } from "./lib/clauses.js";
import { listen } from "./lib/events.js";
import { say, time } from "./lib/messages.js";
import { get, post } from "./lib/server.js";

/** Who plays a side. */
function who(seat) {
  if (seat.yours) return say("table-you");
  if (seat.sort === "bot") return say("table-bot", { name: seat.bot });
  return seat.player || say(seat.claimed ? (seat.here ? "table-here" : "table-away") : "table-free");
}

function show({ tables }) {
  const row = (table) => {
    const waiting = table.seats.find((seat) => seat.seat === table.waiting_for);
    const state = table.over
      ? table.result || say("table-over")
      : waiting && !table.your_turn
        ? say("table-wait-for", { name: waiting.name })
        : "";
    const sides = table.seats.filter((seat) => seat.sort !== "observer").map((seat) => `${seat.name} (${who(seat)})`);
    return el(
      "li",
      { className: "card" },
      el(
        "p",
        {},
        el("b", {}, table.title),
        " ",
        table.sandbox ? el("span", { className: "tag" }, say("table-sandbox")) : null,
        " ",
        table.your_turn && !table.over ? el("span", { className: "tag" }, say("table-your-turn")) : null,
      ),
      el(
        "p",
        { className: "by" },
        [bookTitle(table.game, table.edition), state, time(table.last)].filter(Boolean).join(" · "),
      ),
      el("p", { className: "by" }, sides.join(" · ")),
      el(
        "a",
        {
          className: table.your_turn ? "button first" : "button",
          href: table.address,
          "aria-label": say("table-open-this", { title: table.title }),
        },
        say("table-open"),
      ),
    );
  };
  fill(
    byId("tables"),
    tables.length ? el("ul", { className: "tables" }, tables.map(row)) : el("p", {}, say("table-none")),
  );
}

byId("open").addEventListener("submit", async (event) => {
  event.preventDefault();
  const [file] = byId("save").files;
  if (!file) return;
  const made = await trying(async () =>
    post("/api/open", { save: await file.text(), name: byId("name").value.trim() }),
  );
  if (made) window.location.assign(made.address);
});

const data = pageData();
show(data);
listen(
  data.tables.map((table) => table.table),
  async (sort) => {
    if (sort === "state" || sort === "chat") return;
    const next = await trying(() => get("/api/mine"));
    if (next) show(next);
  },
);
