// The decision in words: what is asked, what is chosen so far, and every answer that is left, as a list of buttons.

import { byId, el, fill } from "../lib/dom.js";
import { cited } from "../lib/clauses.js";
import { say } from "../lib/messages.js";
import { folded, told } from "./record.js";

export class Answers {
  /** `acts` has: answer(answer), why(answer), mean(things), drop(key), type(words), enter(words), dropPick(), order(). */
  constructor(acts) {
    this.acts = acts;
    this.place = byId("decision");
    this.head = el("div", { className: "asked" });
    this.happened = el("ol", { className: "happened", tabIndex: 0, "aria-label": say("table-happened") });
    this.sofar = el("div", { className: "sofar" });
    this.words = el("input", {
      id: "words",
      type: "text",
      autocomplete: "off",
      spellcheck: false,
      enterKeyHint: "go",
      maxLength: 300,
      oninput: () => acts.type(this.words.value),
    });
    this.orders = el(
      "button",
      { type: "button", id: "order", "aria-pressed": "false", onclick: () => acts.order() },
      say("table-give-order"),
    );
    this.label = el("label", { for: "words" });
    this.form = el(
      "form",
      { className: "words", onsubmit: (event) => this.#entered(event) },
      this.label,
      el("div", { className: "row" }, this.words, this.orders),
    );
    this.list = el("ol", { id: "answers", className: "answers", onkeydown: (event) => this.#moved(event) });
    this.handle = el(
      "button",
      {
        type: "button",
        className: "handle",
        "aria-expanded": "true",
        "aria-controls": "answers",
        onclick: () => this.fold(),
      },
      say("table-fold"),
    );
    fill(this.place, this.handle, this.head, this.happened, this.sofar, this.form, this.list);
  }

  #entered(event) {
    event.preventDefault();
    this.acts.enter(this.words.value);
  }

  /** Fold the list away on a small screen, or unfold it. */
  fold(folded = !this.place.classList.contains("folded")) {
    this.place.classList.toggle("folded", folded);
    this.handle.setAttribute("aria-expanded", String(!folded));
    this.handle.textContent = say(folded ? "table-unfold" : "table-fold");
  }

  /** Show whose decision it is and what may be answered. */
  show({ view, decision, choice, picked, named, ordering, looking, ...shown }) {
    const asks = Boolean(decision);
    const lines = folded(shown.lines);
    this.place.classList.toggle("asking", asks);
    fill(this.head, heading(view, decision, looking), shown.tools);
    this.head.lang = asks || (view.over && !looking) ? view.edition.language : document.documentElement.lang;
    this.happened.hidden = !lines.length;
    this.happened.lang = view.edition.language;
    fill(
      this.happened,
      lines.map((line, number) => el("li", {}, told(line, number === 0 || line.moment !== lines[number - 1].moment))),
    );
    this.happened.scrollTop = this.happened.scrollHeight;
    const chips = choice.chosen.map((key) => chip(named(key), () => this.acts.drop(key)));
    const picks = picked.map((text, number) =>
      chip(text, number === picked.length - 1 ? () => this.acts.dropPick() : null),
    );
    fill(
      this.sofar,
      picks.length ? [el("span", {}, say("table-picked")), picks] : null,
      chips.length ? [el("span", {}, say("table-chosen")), chips] : null,
      ordering ? el("p", { className: "hint" }, say("table-order-how")) : null,
      asks && !choice.left.length ? el("p", { className: "hint" }, say("table-no-answer")) : null,
    );
    this.form.hidden = !asks;
    this.orders.hidden = !view.can.order;
    this.label.textContent = say(view.can.order ? "table-words" : "table-words-alone");
    this.orders.setAttribute("aria-pressed", String(ordering));
    this.list.lang = view.edition.language;
    const left = asks ? choice.left : [];
    const signature = JSON.stringify(left.map((answer) => [answer.id, answer.text]));
    if (signature === this.signature) return; // so that nothing moves away under a finger
    this.signature = signature;
    const kept = this.list.querySelector("button.answer:focus")?.dataset.answer;
    fill(
      this.list,
      left.map((answer, number) => this.#row(answer, number)),
    );
    this.list.hidden = !left.length;
    const rows = this.#buttons();
    const again = rows.find((row) => row.dataset.answer === kept);
    this.#rove(again || rows[0]);
    if (kept !== undefined) (again || rows[0])?.focus();
  }

  #row(answer, number) {
    const mean = () => this.acts.mean([...answer.things, ...answer.goals]);
    const main = el(
      "button",
      {
        type: "button",
        className: answer.id === "done" ? "answer declining" : "answer",
        "data-answer": answer.id,
        tabIndex: -1,
        onclick: () => this.acts.answer(answer),
        onmouseenter: mean,
        onmouseleave: () => this.acts.mean([]),
        onfocus: mean,
        onblur: () => this.acts.mean([]),
      },
      number < 9 ? el("kbd", { "aria-hidden": "true" }, String(number + 1)) : null,
      el("span", {}, answer.text),
    );
    const words = say("table-why-this", { text: answer.text });
    const why = el(
      "button",
      {
        type: "button",
        className: "why quiet",
        tabIndex: -1,
        title: say("table-why"),
        "aria-label": words,
        onclick: () => this.acts.why(answer),
      },
      "?",
    );
    return el("li", {}, main, why);
  }

  #buttons() {
    return [...this.list.querySelectorAll("button.answer")];
  }

  #rove(row) {
    for (const each of this.list.querySelectorAll('[tabindex="0"]')) each.tabIndex = -1;
    if (!row) return;
    row.tabIndex = 0;
    row.nextElementSibling.tabIndex = 0;
  }

  #moved(event) {
    const rows = this.#buttons();
    const at = rows.indexOf(event.target.closest("li")?.querySelector(".answer"));
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
      rows[at]?.parentElement.querySelector(event.key === "ArrowRight" ? ".why" : ".answer").focus();
    } else if (to === undefined || !rows[to]) return;
    else {
      this.#rove(rows[to]);
      rows[to].focus();
    }
    event.preventDefault();
  }

  /** Go to the list, or to what is left of the page's part when there is none. */
  focus() {
    (this.list.querySelector('.answer[tabindex="0"]') || this.words).focus();
  }

  /** The answer with a number on it. */
  numbered(number) {
    this.#buttons()[number - 1]?.click();
  }

  /** The answer that has the focus. */
  focused() {
    return document.activeElement?.closest?.("#answers li")?.querySelector(".why") || null;
  }
}

function chip(text, drop) {
  return drop
    ? el(
        "button",
        { type: "button", className: "chip", "aria-label": say("table-drop", { text }), onclick: drop },
        text,
        el("span", { "aria-hidden": "true" }, " ×"),
      )
    : el("span", { className: "chip" }, text);
}

function heading(view, decision, looking) {
  if (decision)
    return [
      el("h2", {}, decision.prompt),
      decision.clause ? el("p", { className: "by" }, cited(decision.clause)) : null,
      view.in_secret ? el("p", { className: "hint" }, say("table-in-secret")) : null,
    ];
  if (looking) return [el("h2", {}, say("table-looking", { moment: view.at, moments: view.moments }))];
  if (view.over) return [el("h2", {}, view.result?.text || say("table-over"))];
  if (view.in_secret)
    return [
      el("h2", {}, say("table-wait-all")),
      view.sealed ? el("p", { className: "hint" }, say("table-sealed", { text: view.sealed })) : null,
    ];
  const seat = view.seats.find((each) => each.seat === view.waiting_for);
  if (!seat) return [el("h2", {}, say("table-wait"))];
  return [el("h2", {}, say(seat.sort === "bot" ? "table-wait-bot" : "table-wait-for", { name: seat.name }))];
}
