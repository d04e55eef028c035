// One sentence at the top of the page, for as long as it matters.

import { byId, el } from "./dom.js";
import { say } from "./messages.js";

const shown = new Map();

/** Show a sentence under a name; another one under the same name takes its place. Buttons are [words, what it does]. */
export function banner(name, sentence, { sort = "note", buttons = [], seconds = 0 } = {}) {
  const before = shown.get(name);
  if (before && before.sentence === sentence && !buttons.length) return;
  withdraw(name);
  const close = el("button", { type: "button", className: "quiet", onclick: () => withdraw(name) }, say("table-close"));
  const extra = buttons.map(([words, act]) => el("button", { type: "button", onclick: act }, words));
  const element = el("div", { className: `banner ${sort}` }, el("p", {}, sentence), extra, close);
  byId("news").append(element);
  const timer = seconds ? setTimeout(() => withdraw(name), seconds * 1000) : 0;
  shown.set(name, { element, sentence, timer });
}

/** Take a sentence away. */
export function withdraw(name) {
  const before = shown.get(name);
  if (!before) return;
  clearTimeout(before.timer);
  before.element.remove();
  shown.delete(name);
}

/** Show what went wrong, for a while. */
export const refused = (error) => banner("refused", error.message, { sort: "wrong", seconds: 12 });

/** Run something that asks the server; what it refuses is shown, and the answer is then undefined. */
export async function trying(work) {
  try {
    const answer = await work();
    withdraw("refused");
    return answer;
  } catch (error) {
    if (error.status === undefined) throw error;
    refused(error);
    return undefined;
  }
}
