// What stands at a place that was touched, as a list large enough for fingers.

import { el } from "../lib/dom.js";
import { dialog } from "../lib/dialog.js";
import { say } from "../lib/messages.js";

/** Offer things to be chosen: rows of {thing, title, can, note}; of those that cannot be, `why` tells why not. */
export function offerThings(rows, point, language, { choose, why }) {
  const after = (act, thing) => () => {
    shown.close();
    act(thing);
  };
  const button = (row) =>
    el(
      "button",
      { type: "button", className: "lit", onclick: after(choose, row.thing) },
      row.title,
      row.note ? el("small", {}, row.note) : null,
    );
  const plain = (row) => [
    el("span", { className: "plain" }, row.title),
    why && el("button", { type: "button", className: "quiet", onclick: after(why, row.thing) }, say("table-why-not")),
  ];
  const list = el(
    "ul",
    { className: "choices", lang: language },
    rows.map((row) => el("li", {}, row.can ? button(row) : plain(row))),
  );
  const shown = dialog(say("table-here-stands"), list, { near: point, className: "here" });
  (list.querySelector("button.lit") || list.querySelector("button"))?.focus();
}

/** Let pieces of an order be taken and put back, or its place be named, which ends it: rows of {thing, title, piece}. */
export function collectThings(rows, point, language, { taken, act }) {
  const button = (row) => {
    const made = el(
      "button",
      {
        type: "button",
        className: row.piece ? "" : "first",
        "aria-pressed": row.piece ? String(taken(row.thing)) : null,
        onclick: () => {
          if (!row.piece) shown.close();
          act(row.thing);
          if (row.piece) made.setAttribute("aria-pressed", String(taken(row.thing)));
        },
      },
      row.title,
    );
    return el("li", {}, made);
  };
  const list = el("ul", { className: "choices", lang: language }, rows.map(button));
  const shown = dialog(say("table-here-stands"), list, { near: point, className: "here" });
}
