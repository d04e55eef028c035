// In the margin: whose turn it is, where play stands, what counts for victory, and who sits where.

import { byId, el, fill } from "../lib/dom.js";
import { bookTitle, cited } from "../lib/clauses.js";
import { figure, say } from "../lib/messages.js";

let shownBefore = "";

/** Show where a table stands, above some tools; what is as it was stays as it is. */
export function showMargin(view, tools) {
  const { log, picture, chat, decision, n, ...rest } = view;
  const signature = JSON.stringify([rest, tools.textContent]);
  if (signature === shownBefore) return;
  shownBefore = signature;
  const menu = tools.querySelector("details");
  menu.open = Boolean(byId("standing").querySelector("details[open]"));
  const lang = view.edition.language;
  const chosen = [...view.options, view.scenario].filter(Boolean);
  const options = chosen.length ? el("span", { className: "options" }, chosen.join(" · ")) : null;
  fill(
    byId("standing"),
    el(
      "p",
      { className: "edition" },
      el("span", { lang }, bookTitle(view.game, view.edition)),
      options,
      view.sandbox ? el("span", { className: "tag" }, say("table-sandbox")) : null,
    ),
    turnLine(view),
    view.status.length
      ? el(
          "ul",
          { className: "status", lang },
          view.status.map((line) => el("li", {}, line)),
        )
      : null,
    counts(view, view.over && view.result ? [...view.result.standings, ...view.result.figures] : []),
    view.over && view.result?.clause ? el("p", { className: "by" }, cited(view.result.clause)) : null,
    seats(view),
    tools,
  );
}

function turnLine(view) {
  if (view.over)
    return el("p", { className: "turn over", lang: view.edition.language }, view.result?.text || say("table-over"));
  if (view.your_turn) return el("p", { className: "turn yours" }, say("table-your-turn"));
  if (view.in_secret) return el("p", { className: "turn" }, say("table-wait-all"));
  const seat = view.seats.find((each) => each.seat === view.waiting_for);
  return el("p", { className: "turn" }, seat ? say("table-wait-for", { name: seat.name }) : say("table-wait"));
}

/** What counts for victory: figures in rows, sides in columns; many sides by their first letters. */
function counts(view, rows) {
  if (!rows.length) return null;
  const sides = view.seats.filter((seat) => rows.some((row) => row.values && seat.seat in row.values));
  const called = (seat) => (sides.length > 2 ? el("abbr", { title: seat.name }, seat.name.slice(0, 3)) : seat.name);
  const cells = (row) =>
    row.values
      ? sides.map((seat) => el("td", {}, seat.seat in row.values ? shown(row.values[seat.seat]) : ""))
      : el("td", { colSpan: Math.max(sides.length, 1) }, shown(row.value));
  return el(
    "div",
    { className: "scrolls" },
    el(
      "table",
      { className: "counts", lang: view.edition.language },
      el("caption", {}, say("table-counts")),
      sides.length
        ? el(
            "thead",
            {},
            el(
              "tr",
              {},
              el("td", {}),
              sides.map((seat) => el("th", { scope: "col" }, dot(seat), called(seat))),
            ),
          )
        : null,
      el(
        "tbody",
        {},
        rows.map((row) => el("tr", {}, el("th", { scope: "row" }, row.title), cells(row))),
      ),
    ),
  );
}

const shown = (value) => (typeof value === "number" ? figure(value) : String(value));

const dot = (seat) => el("span", { className: `dot crex-draw-side-${seat.colour}`, "aria-hidden": "true" });

function seats(view) {
  const rows = view.seats
    .filter((seat) => seat.sort !== "observer" || seat.here || seat.yours)
    .map((seat) => {
      const who =
        seat.sort === "bot"
          ? say("table-bot", { name: seat.bot })
          : seat.player || (seat.claimed ? "" : say("table-free"));
      const notes = [
        seat.yours ? say("table-you") : "",
        who,
        seat.sort === "person" && !seat.yours && seat.claimed ? say(seat.here ? "table-here" : "table-away") : "",
      ];
      return el(
        "li",
        { className: seat.seat === view.waiting_for && !view.in_secret ? "deciding" : "" },
        dot(seat),
        el(
          "span",
          { className: "side", lang: view.edition.language },
          seat.sort === "observer"
            ? say("table-observer")
            : view.mine.includes(seat.seat) && !seat.yours
              ? el("a", { href: `/tables/${view.table}/${seat.seat}` }, seat.name)
              : seat.name,
        ),
        " ",
        el("span", { className: "who" }, notes.filter(Boolean).join(" · ")),
      );
    });
  return el("ul", { className: "seats", "aria-label": say("table-seats") }, rows);
}
