// What happened, and what was said: the log and the chat, in two tabs.

import { byId, el, fill } from "../lib/dom.js";
import { cited } from "../lib/clauses.js";
import { say, time } from "../lib/messages.js";

const MOST = 1000;

export class Record {
  /** `acts` has: chat(text), show(moment). */
  constructor(acts) {
    this.acts = acts;
    this.lines = el("ol", { className: "log", tabIndex: 0, "aria-label": say("table-log") });
    this.said = el("ol", { className: "chat", tabIndex: 0, "aria-label": say("table-chat") });
    this.input = el("input", { id: "chat-text", maxLength: MOST, autocomplete: "off" });
    this.form = el(
      "form",
      { className: "words", onsubmit: (event) => this.#sent(event) },
      el("label", { for: "chat-text" }, say("table-chat-say")),
      el("div", { className: "row" }, this.input, el("button", {}, say("table-send"))),
    );
    this.panels = { log: this.#panel("log", this.lines), chat: this.#panel("chat", this.said, this.form) };
    this.tabs = Object.fromEntries(Object.keys(this.panels).map((name) => [name, this.#tab(name)]));
    fill(
      byId("record"),
      el(
        "div",
        { role: "tablist", className: "tabs", onkeydown: (event) => this.#moved(event) },
        Object.values(this.tabs),
      ),
      Object.values(this.panels),
    );
    this.open("log");
    this.read = 0;
    // The rest of the page may come to stand later, and leave another height for the list.
    const sizes = new ResizeObserver((changes) => changes.forEach(({ target }) => this.#follow(target)));
    for (const list of [this.lines, this.said]) sizes.observe(list);
  }

  #panel(name, ...inner) {
    return el("div", { id: `panel-${name}`, role: "tabpanel", "aria-labelledby": `tab-${name}` }, inner);
  }

  #tab(name) {
    return el(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${name}`,
        "aria-controls": `panel-${name}`,
        onclick: () => this.open(name),
      },
      say({ log: "table-log", chat: "table-chat" }[name]),
    );
  }

  #moved(event) {
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    this.open(this.shown === "log" ? "chat" : "log");
    this.tabs[this.shown].focus();
  }

  /** Open the log or the chat. */
  open(name) {
    this.shown = name;
    for (const [each, tab] of Object.entries(this.tabs)) {
      tab.setAttribute("aria-selected", String(each === name));
      tab.tabIndex = each === name ? 0 : -1;
      this.panels[each].hidden = each !== name;
    }
    if (name === "chat") this.tabs.chat.classList.remove("unread");
    this.#down(name === "log" ? this.lines : this.said);
  }

  focusChat() {
    this.open("chat");
    this.input.focus();
  }

  async #sent(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (text && (await this.acts.chat(text))) this.input.value = "";
  }

  #down(list) {
    list.scrollTop = list.scrollHeight;
    list.end = list.scrollTop;
  }

  /** Stay at the end of a list, unless somebody has gone up in it. */
  #follow(list) {
    if (list.scrollTop >= list.end) this.#down(list);
  }

  /** Show all lines of the log. */
  showLog(lines, language) {
    this.lines.lang = language;
    const rows = [];
    let moment = null;
    for (const line of folded(lines)) {
      rows.push(this.#line(line, line.moment !== moment));
      moment = line.moment;
    }
    fill(this.lines, rows);
    this.#down(this.lines);
  }

  #line(line, first) {
    const jump = first
      ? el(
          "button",
          {
            type: "button",
            className: "moment quiet",
            title: say("table-to-moment", { moment: line.moment }),
            "aria-label": say("table-to-moment", { moment: line.moment }),
            onclick: () => this.acts.show(line.moment),
          },
          String(line.moment),
        )
      : el("span", { className: "moment" });
    return el(
      "li",
      { className: [first ? "first" : "", line.forced ? "forced" : ""].join(" ") },
      jump,
      el("span", { className: "line" }, told(line, first)),
    );
  }

  /** Mark the moment that is shown on the board. */
  mark(moment) {
    for (const each of this.lines.querySelectorAll(".moment.at")) each.classList.remove("at");
    const button =
      moment === null
        ? null
        : [...this.lines.querySelectorAll("button.moment")].findLast((each) => Number(each.textContent) <= moment);
    button?.classList.add("at");
    button?.scrollIntoView({ block: "nearest" });
  }

  showChat(rows, can) {
    fill(
      this.said,
      rows.map((row) =>
        el("li", {}, el("b", {}, row.name), " ", el("time", { dateTime: row.at }, time(row.at)), el("p", {}, row.text)),
      ),
    );
    this.form.hidden = !can;
    if (rows.length > this.read && this.shown !== "chat" && this.read) this.tabs.chat.classList.add("unread");
    this.read = Math.max(rows.length, 1);
    this.#down(this.said);
  }
}

/** Lines of the log, those that tell the same one after the other as one, with how often. */
export function folded(lines) {
  const found = [];
  const key = ({ moment, name, text, clause }) => JSON.stringify([moment, name, text, clause?.clause]);
  for (const line of lines) {
    const before = found.at(-1);
    if (before && !line.dice?.length && key(before) === key(line)) before.times += 1;
    else found.push({ ...line, times: 1 });
  }
  return found;
}

/** A line of the log in words, with its dice and its clause; who did it stands before it. */
export function told(line, named) {
  const times = line.times > 1 ? ` × ${line.times}` : "";
  return [line.name && named ? el("b", {}, `${line.name} `) : null, thrown(line), times, " ", cited(line.clause, true)];
}

/** What a line tells, its dice drawn where their numbers stand. */
function thrown(line) {
  if (!line.dice?.length) return line.text;
  const numbers = line.dice.map((die) => die.value).join(", ");
  const at = line.text.indexOf(numbers);
  return at < 0
    ? [line.text, " ", dice(line)]
    : [line.text.slice(0, at), dice(line), line.text.slice(at + numbers.length)];
}

function dice(line) {
  return el(
    "span",
    { className: "dice" },
    line.dice.map((die) =>
      el(
        "span",
        { className: die.hit ? "die hit" : "die", title: die.hit ? say("table-hit") : "" },
        String(die.value),
        die.hit ? el("span", { className: "unseen" }, ` ${say("table-hit")}`) : null,
      ),
    ),
  );
}
