// Why, why not, and where else: what the rules say of an action, clause by clause.

import { el, fill } from "../lib/dom.js";
import { cited } from "../lib/clauses.js";
import { dialog } from "../lib/dialog.js";
import { say } from "../lib/messages.js";
import { post } from "../lib/server.js";

/** What has no counterpart under another rulebook, to be unfolded. */
export const missing = (rows) =>
  el(
    "details",
    {},
    el("summary", {}, say("table-missing", { count: rows.length })),
    el(
      "ul",
      {},
      rows.map((each) => el("li", {}, String(each))),
    ),
  );

export class Explanations {
  /** `ask()` gives the address of the seat and what every question holds: its number, the moment looked at, the language. */
  constructor(ask) {
    this.ask = ask;
  }

  /** Explain an action by its id, or what the given things could do: {action} or {things, words}. */
  async why(wish, title) {
    const shown = dialog(title, el("p", { role: "status" }, say("table-thinking")), { className: "wide" });
    const { address, n, at, language } = this.ask();
    shown.body.lang = language;
    try {
      const answer = await this.#asked(`${address}/why`, { n, at, ...wish });
      fill(shown.body, told(answer), this.#elsewhere(answer));
    } catch (error) {
      if (error.status === undefined) throw error;
      fill(shown.body, el("p", {}, error.message), this.#candidates(error.body.candidates || []));
    }
  }

  /** Ask by things, and by their names where that is not understood. */
  async #asked(address, { words, ...wish }) {
    try {
      return await post(address, wish);
    } catch (error) {
      if (!words || error.body?.candidates || !["wrong", "unknown"].includes(error.kind)) throw error;
      const { things, ...rest } = wish;
      return post(address, { ...rest, action: words });
    }
  }

  #candidates(rows) {
    return rows.length
      ? el(
          "ul",
          { className: "choices" },
          rows.map((row) =>
            el(
              "li",
              {},
              el("button", { type: "button", onclick: () => this.why({ action: row.action }, row.text) }, row.text),
            ),
          ),
        )
      : null;
  }

  #elsewhere(answer) {
    const place = el("div", {});
    const button = el(
      "button",
      {
        type: "button",
        onclick: async () => {
          fill(place, el("p", { role: "status" }, say("table-thinking")));
          const { address, n, at } = this.ask();
          try {
            fill(place, others(await post(`${address}/elsewhere`, { n, at, action: answer.action })));
          } catch (error) {
            if (error.status === undefined) throw error;
            fill(place, el("p", {}, error.message));
          }
        },
      },
      say("table-elsewhere"),
    );
    return el("div", { className: "elsewhere" }, button, place);
  }
}

const VERDICTS = new Map([
  [true, "table-legal"],
  [false, "table-illegal"],
  [null, "table-hidden"],
]);
const GROUNDS = {
  forbids: "table-ground-forbids",
  "may forbid": "table-ground-may-forbid",
  "would forbid": "table-ground-would-forbid",
  permits: "table-ground-permits",
  "may permit": "table-ground-may-permit",
  "does not permit": "table-ground-does-not-permit",
};

function told(answer) {
  return [
    el(
      "p",
      { className: answer.legal ? "verdict yes" : answer.legal === false ? "verdict no" : "verdict" },
      say(VERDICTS.get(answer.legal), { text: answer.text || answer.action }),
    ),
    answer.notes?.map((note) => el("p", {}, note)),
    el(
      "ul",
      { className: "grounds" },
      answer.grounds.map((ground) =>
        el(
          "li",
          { className: ground.sort.replaceAll(" ", "-") },
          el("p", {}, el("span", { className: "tag" }, say(GROUNDS[ground.sort])), " ", cited(ground.clause)),
          ground.facts?.length ? el("p", { className: "facts" }, ground.facts.join("; ")) : null,
          ground.wording ? el("blockquote", {}, ground.wording) : null,
          ground.lifted_by?.length ? el("p", {}, say("table-lifted", { by: ground.lifted_by.join(", ") })) : null,
        ),
      ),
    ),
  ];
}

function others(answer) {
  const row = (other) =>
    el(
      "tr",
      {},
      el(
        "th",
        { scope: "row" },
        other.rulebook,
        other.rulebook.includes(other.change) ? null : el("small", {}, ` ${other.change}`),
      ),
      el("td", { className: other.legal ? "yes" : "no" }, other.verdict),
      el(
        "td",
        {},
        other.why || "",
        other.missing?.length ? missing(other.missing) : null,
      ),
    );
  if (!answer.others.length) return el("p", {}, say("table-elsewhere-none"));
  return el(
    "div",
    { className: "scrolls", tabIndex: 0, role: "region", "aria-label": say("table-elsewhere") },
    el("table", { className: "rows" }, el("tbody", {}, answer.others.map(row))),
  );
}
