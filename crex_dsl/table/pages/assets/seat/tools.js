// What can be done at a table besides deciding: taken back, reckoned, forked, asked, saved.

import { el, fill, labelled, selection } from "../lib/dom.js";
import { banner, trying, withdraw } from "../lib/banner.js";
import { dialog } from "../lib/dialog.js";
import { figure, percent, say } from "../lib/messages.js";
import { missing } from "./explain.js";
import * as notices from "../lib/notices.js";
import { get, post } from "../lib/server.js";

export class Tools {
  /** `table` gives the view that is shown, its address, the moment looked at; `changed()` asks for the view again. */
  constructor(table, changed, help) {
    this.table = table;
    this.changed = changed;
    this.help = help;
  }

  get address() {
    return this.table().address;
  }

  /** The buttons that the view allows. */
  buttons() {
    const { view } = this.table();
    const pushed = (act) => (event) => {
      event.currentTarget.closest("details")?.removeAttribute("open");
      act();
    };
    const button = (key, act, can = true) => can && el("button", { type: "button", onclick: pushed(act) }, say(key));
    const link = (key, href, can = true, more = {}) => can && el("a", { className: "button", href, ...more }, say(key));
    return el(
      "div",
      { className: "tools" },
      view.rematch ? link("table-rematch-there", view.rematch) : null,
      el(
        "details",
        { className: "menu" },
        el("summary", {}, say("table-more")),
        el(
          "div",
          { className: "sheet" },
          button("table-undo", () => this.undo(), view.can.undo && view.over),
          button("table-fork", () => this.fork(), view.can.fork),
          button("table-play-on", () => this.playOn(), view.can.fork),
          button("table-ask", () => this.question(), view.can.ask),
          link("table-report", `/tables/${view.table}/${view.seat}/report`),
          link("table-save", `${this.address}/save`, view.can.save, { download: "" }),
          button(
            notices.wanted() ? "table-notices-off" : "table-notices-on",
            () => this.notices(),
            notices.possible() && view.seat !== "observer",
          ),
          view.feed ? link("table-feed", view.feed) : null,
          button("table-your-name", () => this.name(), view.seat !== "observer"),
          button("table-keys", () => this.help()),
          link("table-lobby", `/tables/${view.table}`),
          link("table-rules", "/rules/"),
          button("table-leave", () => this.leave()),
        ),
      ),
    );
  }

  /** What stands beside the question: taking back and odds; when the game is over, what is left to do. */
  beside() {
    const { view } = this.table();
    if (!view.over) {
      const asked = view.at === null ? view.waiting_for : null;
      const other = asked !== view.seat && view.mine.includes(asked) && asked;
      const some = [
        other &&
          el(
            "a",
            { className: "button first", href: `/tables/${view.table}/${other}` },
            say("table-play-as", { name: view.seats.find((seat) => seat.seat === other).name }),
          ),
        view.can.undo && el("button", { type: "button", onclick: () => this.undo() }, say("table-undo")),
        view.can.odds && el("button", { type: "button", onclick: () => this.odds() }, say("table-odds")),
      ].filter(Boolean);
      return some.length ? el("div", { className: "tools at-hand" }, some) : null;
    }
    const link = (key, href, more = {}) => el("a", { className: "button", href, ...more }, say(key));
    return el(
      "div",
      { className: "tools" },
      view.can.rematch
        ? el("button", { type: "button", className: "first", onclick: () => this.rematch() }, say("table-rematch"))
        : null,
      link("table-report", `/tables/${view.table}/${view.seat}/report`),
      view.can.save ? link("table-save", `${this.address}/save`, { download: "" }) : null,
    );
  }

  // ---- back ----
  async undo() {
    const { view } = this.table();
    try {
      const done = await post(`${this.address}/undo`, { n: view.n });
      banner("undo", say("table-undone", { text: done.text }), { seconds: 6 });
      await this.changed();
    } catch (error) {
      if (error.status === undefined) throw error;
      if (error.kind === "stale") await this.changed();
      const ask = [say("table-take-back-ask"), () => this.takeBack("ask")];
      const buttons = error.body.consent ? [ask] : [];
      banner("undo", error.message, { sort: "wrong", buttons, seconds: buttons.length ? 0 : 12 });
    }
  }

  async takeBack(what) {
    withdraw("undo");
    const { view } = this.table();
    if (await trying(() => post(`${this.address}/take-back`, { n: view.n, do: what }))) await this.changed();
  }

  /** Show that somebody asks to take something back. */
  consent(view) {
    const asked = view.take_back;
    if (!asked) return withdraw("take-back");
    const buttons = [];
    if (asked.yours)
      buttons.push(
        [say("table-agree"), () => this.takeBack("agree")],
        [say("table-refuse"), () => this.takeBack("refuse")],
      );
    if (asked.mine) buttons.push([say("table-withdraw"), () => this.takeBack("withdraw")]);
    return banner(
      "take-back",
      asked.mine ? say("table-take-back-waits") : say("table-take-back-asked", { name: asked.name }),
      { buttons },
    );
  }

  // ---- what would come of it ----
  async odds() {
    const { view } = this.table();
    await this.#told(
      say("table-odds"),
      () => post(`${this.address}/odds`, { n: view.n }),
      (odds) => [
        el("p", { className: "by" }, odds.scene),
        bars(odds.outcomes.map((row) => [row.outcome, row.share, row.exact ? null : [row.low, row.high]])),
        odds.figures.length
          ? el(
              "table",
              { className: "rows" },
              el(
                "thead",
                {},
                el(
                  "tr",
                  {},
                  ["", "table-before", "table-mean"].map((key) =>
                    el(key ? "th" : "td", key ? { scope: "col" } : {}, key && say(key)),
                  ),
                ),
              ),
              el(
                "tbody",
                {},
                odds.figures.map((row) =>
                  el(
                    "tr",
                    {},
                    el("th", { scope: "row" }, row.title),
                    el("td", {}, figure(row.before)),
                    el("td", {}, figure(row.mean)),
                  ),
                ),
              ),
            )
          : null,
        el(
          "p",
          { className: "hint" },
          odds.method === "counted"
            ? say("table-odds-counted")
            : say("table-odds-sampled", { games: odds.games ?? "?" }),
          odds.deals > 1 ? ` ${say("table-odds-deals", { deals: odds.deals })}` : "",
          odds.why ? ` ${odds.why}` : "",
        ),
        Object.keys(odds.by || {}).length
          ? el(
              "p",
              { className: "hint" },
              say("table-odds-by", { by: named(odds.by) }),
            )
          : null,
      ],
    );
  }

  async playOn() {
    const { view } = this.table();
    const { levels, usual_bot: usual, seats } = await get(`/api/tables/${view.table}`);
    const by = selection(
      levels.map((name) => [name, name]),
      usual,
    );
    const games = selection(
      [
        ["20", "20"],
        ["100", "100"],
        ["300", "300"],
        ["1000", "1000"],
      ],
      "100",
    );
    const place = el("div", { role: "status" });
    const run = async () => {
      fill(place, say("table-thinking"));
      try {
        const sides = seats.filter((seat) => seat.sort !== "observer").map((seat) => [seat.seat, by.value]);
        const bots = Object.fromEntries(sides);
        const told = await post(`${this.address}/play-on`, { at: view.at, games: Number(games.value), bots });
        fill(
          place,
          bars([
            ...told.wins.map((row) => [row.name, row.share, [row.low, row.high]]),
            ...(told.drawn ? [[say("table-drawn"), told.drawn / told.games, null]] : []),
          ]),
          el(
            "p",
            { className: "hint" },
            say(told.games < told.wished ? "table-played-fewer" : "table-played", told),
            " · ",
            say("table-odds-by", { by: named(told.by) }),
          ),
        );
      } catch (error) {
        if (error.status === undefined) throw error;
        fill(place, error.message);
      }
    };
    dialog(say("table-play-on"), [
      el("p", {}, say("table-play-on-why")),
      labelled(say("table-games"), games),
      labelled(say("table-bots"), by),
      el("p", {}, el("button", { type: "button", onclick: run }, say("table-run"))),
      place,
    ]);
  }

  async fork() {
    const { view } = this.table();
    const { games } = await get("/api/games");
    const editions = games.find((game) => game.id === view.game.id)?.editions || [];
    const edition = selection(
      editions.map((each) => [each.id, each.title]),
      view.edition.id,
    );
    const place = el("div", { role: "status" });
    const run = async () => {
      try {
        const other = edition.value && edition.value !== view.edition.id;
        const made = await post(`${this.address}/fork`, {
          at: view.at,
          edition: other ? edition.value : null,
          options: null,
        });
        window.location.assign(made.address);
      } catch (error) {
        if (error.status === undefined) throw error;
        fill(
          place,
          el("p", {}, error.message),
          error.body.missing?.length ? missing(error.body.missing) : null,
        );
      }
    };
    dialog(say("table-fork"), [
      el("p", {}, say("table-fork-why")),
      editions.length > 1 ? labelled(say("table-edition"), edition) : null,
      el("p", {}, el("button", { type: "button", className: "first", onclick: run }, say("table-fork"))),
      place,
    ]);
  }

  async #told(title, asked, shown) {
    const open = dialog(title, el("p", { role: "status" }, say("table-thinking")));
    open.body.lang = this.table().view.edition.language;
    try {
      fill(open.body, shown(await asked()));
    } catch (error) {
      if (error.status === undefined) throw error;
      fill(open.body, el("p", {}, error.message));
    }
  }

  // ---- questions, names, notices ----
  question(clause = null) {
    const { view } = this.table();
    const text = el("textarea", { rows: 4, maxLength: 1000, required: true });
    const sent = async (event) => {
      event.preventDefault();
      if (
        !(await trying(() =>
          post(`${this.address}/ask`, {
            text: text.value,
            clause: clause?.clause ?? view.decision?.clause?.clause ?? null,
            at: view.at,
          }),
        ))
      )
        return;
      open.close();
      banner("asked", say("table-asked"), { seconds: 6 });
    };
    const open = dialog(
      say("table-ask"),
      el(
        "form",
        { onsubmit: sent },
        el("p", {}, say("table-ask-why")),
        labelled(say("table-question"), text),
        el("p", {}, el("button", { className: "first" }, say("table-send"))),
      ),
    );
    text.focus();
  }

  name() {
    const { view } = this.table();
    const input = el("input", {
      maxLength: 40,
      autocomplete: "nickname",
      value: view.seats.find((seat) => seat.seat === view.seat)?.player || "",
    });
    const sent = async (event) => {
      event.preventDefault();
      if ((await trying(() => post(`${this.address}/name`, { name: input.value.trim() }))) === undefined) return;
      open.close();
      await this.changed();
    };
    const open = dialog(
      say("table-your-name"),
      el(
        "form",
        { onsubmit: sent },
        labelled(say("table-your-name"), input),
        el("p", {}, el("button", { className: "first" }, say("table-send"))),
      ),
    );
    input.focus();
  }

  async notices() {
    const come = await notices.toggle();
    const told = come ? "table-notices-come" : notices.barred() ? "table-notices-barred" : "table-notices-none";
    banner("notices", say(told), { seconds: 12 });
    await this.changed(true);
  }

  rematch() {
    const start = async (swap) => {
      const made = await trying(() => post(`${this.address}/rematch`, { swap }));
      if (made) window.location.assign(made.address);
    };
    dialog(
      say("table-rematch"),
      el(
        "ul",
        { className: "choices" },
        [true, false].map((swap) =>
          el(
            "li",
            {},
            el(
              "button",
              { type: "button", onclick: () => start(swap) },
              say(swap ? "table-rematch-swap" : "table-rematch-same"),
            ),
          ),
        ),
      ),
    );
  }

  leave() {
    const go = async () => {
      const left = await trying(() => post(`${this.address}/leave`));
      if (left) window.location.assign(left.address);
    };
    dialog(say("table-leave"), [
      el("p", {}, say("table-leave-why")),
      el("p", {}, el("button", { type: "button", onclick: go }, say("table-leave"))),
    ]);
  }
}

/** Who plays for each side, in a row. */
const named = (by) =>
  Object.entries(by)
    .map(([side, policy]) => `${side}: ${policy}`)
    .join(", ");

/** Shares as bars, each with its interval. */
function bars(rows) {
  return el(
    "ul",
    { className: "bars" },
    rows.map(([name, share, interval]) => {
      const bar = el("span", { className: "bar-of", "aria-hidden": "true" }, el("span", {}));
      bar.firstChild.style.width = `${share * 100}%`;
      return el(
        "li",
        {},
        el("span", {}, name),
        el("b", {}, percent(share)),
        interval ? el("small", {}, `${percent(interval[0])} – ${percent(interval[1])}`) : el("small", {}),
        bar,
      );
    }),
  );
}
