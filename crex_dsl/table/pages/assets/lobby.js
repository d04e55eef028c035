// Before play: who sits where, the links for those who are to come, and what the host may do.

import { byId, el, fill, pageData } from "./lib/dom.js";
import { banner, trying } from "./lib/banner.js";
import { dialog } from "./lib/dialog.js";
import { bookTitle } from "./lib/clauses.js";
import { listen } from "./lib/events.js";
import { say, time } from "./lib/messages.js";
import { get, post } from "./lib/server.js";

let table = pageData();
const address = `/api/tables/${table.table}`;
const links = new Map(); // links made on this page, by seat: they are shown once, since the server keeps no token

function show() {
  const rules = [...table.options, ...(table.rules || []), table.scenario].filter(Boolean);
  fill(
    byId("lobby"),
    el(
      "p",
      { className: "by" },
      [bookTitle(table.game, table.edition), ...rules, table.sandbox ? say("table-sandbox") : "", time(table.created)]
        .filter(Boolean)
        .join(" · "),
    ),
    table.over ? el("p", {}, table.result) : null,
    el(
      "p",
      { className: "actions" },
      table.mine.map((seat) => {
        const name = seat === "observer" ? say("table-observer") : table.seats.find((each) => each.seat === seat)?.name;
        return el(
          "a",
          { className: "button first", href: `/tables/${table.table}/${seat}` },
          say("table-play-as", { name }),
        );
      }),
      table.rematch ? el("a", { className: "button", href: table.rematch }, say("table-rematch-there")) : null,
    ),
    el(
      "table",
      { className: "rows seats-of" },
      el("caption", { className: "unseen" }, say("table-seats")),
      el("tbody", {}, table.seats.map(row), observers()),
    ),
    table.host
      ? el(
          "p",
          { className: "actions" },
          el("button", { type: "button", className: "quiet", onclick: drop }, say("table-delete")),
        )
      : null,
  );
}

function row(seat) {
  if (seat.sort === "observer") return null;
  const state =
    seat.sort === "bot"
      ? say("table-bot", { name: seat.bot })
      : seat.yours
        ? say("table-you")
        : seat.claimed
          ? `${seat.player || say("table-person")} · ${say(seat.here ? "table-here" : "table-away")}`
          : say("table-free");
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, el("b", { lang: table.edition.language }, seat.name)),
    el("td", {}, state),
    el("td", {}, host(seat)),
  );
}

function observers() {
  return table.host
    ? el(
        "tr",
        {},
        el("th", { scope: "row" }, say("table-observers")),
        el("td", {}),
        el("td", {}, link("observer", false)),
      )
    : null;
}

function host(seat) {
  if (!table.host) return null;
  if (seat.sort === "bot")
    return el(
      "button",
      { type: "button", className: "quiet", onclick: () => change(seat, "person") },
      say("table-to-person"),
    );
  return el(
    "div",
    {},
    link(seat.seat, seat.claimed),
    seat.claimed
      ? null
      : el(
          "p",
          { className: "actions" },
          el("button", { type: "button", className: "quiet", onclick: () => claim(seat) }, say("table-sit")),
          el("button", { type: "button", className: "quiet", onclick: () => change(seat, "bot") }, say("table-to-bot")),
        ),
  );
}

/** The link for a seat once it is made, or the button that makes it; a new one shuts out whoever held the old. */
function link(seat, held) {
  const made = links.get(seat);
  const make = async () => {
    const answer = await trying(() => post(`${address}/links`, { seat }));
    if (!answer) return;
    links.set(seat, new URL(answer.link, window.location.href).href);
    show();
  };
  const sure = () =>
    dialog(say("table-renew"), [
      el("p", {}, say("table-renew-why")),
      el(
        "button",
        {
          type: "button",
          onclick: (event) => {
            event.target.closest("dialog").close();
            make();
          },
        },
        say("table-renew"),
      ),
    ]);
  if (!made)
    return el("button", { type: "button", onclick: held ? sure : make }, say(held ? "table-renew" : "table-make-link"));
  const field = el("input", {
    readOnly: true,
    value: made,
    "aria-label": say("table-the-link"),
    onfocus: () => field.select(),
  });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(made);
      banner("copied", say("table-copied", { address: "" }), { seconds: 5 });
    } catch {
      document.execCommand("copy");
    }
  };
  return el(
    "div",
    { className: "link-box" },
    field,
    el("button", { type: "button", onclick: copy }, say("table-copy")),
  );
}

async function claim(seat) {
  const answer = await trying(() => post(`${address}/claim`, { seat: seat.seat }));
  if (answer) window.location.assign(answer.address);
}

async function change(seat, sort) {
  if (await trying(() => post(`${address}/seats`, { seat: seat.seat, sort }))) await refresh();
}

function drop() {
  const go = async () => {
    const answer = await trying(() => post(`${address}/drop`));
    if (answer) window.location.assign(answer.address);
  };
  dialog(say("table-delete"), [
    el("p", {}, say("table-delete-why")),
    el("button", { type: "button", onclick: go }, say("table-delete")),
  ]);
}

async function refresh() {
  const next = await trying(() => get(address));
  if (!next) return;
  table = next;
  show();
}

show();
listen([table.table], (sort, data) => {
  if (sort === "seats" && data.table === table.table) refresh();
});
