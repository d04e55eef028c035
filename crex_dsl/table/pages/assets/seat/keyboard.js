// Keys that work wherever the focus is, unless somebody types; `?` shows them.

import { el } from "../lib/dom.js";
import { dialog, dialogOpen } from "../lib/dialog.js";
import { say } from "../lib/messages.js";

const OFF = "crex-no-keys";

/** Let keys do things: rows of [key, message, what it does]. Digits give the answer with that number. */
export function keys(rows, { numbered, escape }) {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !dialogOpen()) return escape();
    const typing = event.target.closest?.("input, textarea, select");
    if (typing || dialogOpen() || event.ctrlKey || event.metaKey || event.altKey) return undefined;
    if (event.key === "?") return help(rows);
    if (localStorage.getItem(OFF)) return undefined;
    if (/^[1-9]$/.test(event.key)) return numbered(Number(event.key));
    const row = rows.find(([key]) => key === event.key);
    if (!row) return undefined;
    event.preventDefault();
    return row[2]();
  });
}

/** Show which keys there are; whoever wants none of one letter turns them off here. */
export function help(rows) {
  const fixed = [
    ["Tab", "table-key-tab"],
    ["↑ ↓ ← →", "table-key-arrows"],
    ["Enter", "table-key-enter"],
    ["Esc", "table-key-escape"],
    ["1 … 9", "table-key-digits"],
    ["?", "table-key-help"],
  ];
  const list = [...fixed, ...rows].map(([key, words]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, say(words))]);
  const box = el("input", {
    type: "checkbox",
    id: "keys-on",
    checked: !localStorage.getItem(OFF),
    onchange: () => {
      if (box.checked) localStorage.removeItem(OFF);
      else localStorage.setItem(OFF, "yes");
    },
  });
  dialog(say("table-keys"), [
    el("dl", { className: "keys" }, list),
    el("p", {}, box, " ", el("label", { for: "keys-on" }, say("table-keys-on"))),
  ]);
}
