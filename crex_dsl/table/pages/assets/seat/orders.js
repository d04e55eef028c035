// Orders over several decisions: some pieces and a place, or a line of words; the ways to do it, offered to be chosen.

import { el, fill } from "../lib/dom.js";
import { dialog } from "../lib/dialog.js";
import { say } from "../lib/messages.js";
import { post } from "../lib/server.js";

/** Ask for the ways to carry an order out and offer them; answers with what was carried, or null. */
export function order(address, n, wish, language) {
  return new Promise((resolve) => {
    const shown = dialog(say("table-give-order"), el("p", { role: "status" }, say("table-thinking")));
    shown.element.addEventListener("close", () => resolve(null));
    shown.body.lang = language;
    const fail = (error) => {
      if (error.status === undefined) throw error;
      fill(shown.body, el("p", {}, error.message));
    };
    const carry = async (way) => {
      try {
        const done = await post(`${address}/order`, { n, ...wish, way: way.way });
        resolve(done);
        shown.close();
      } catch (error) {
        if (error.kind === "stale") resolve({ stale: true });
        fail(error);
      }
    };
    const offer = (answer) => {
      const rows = answer.ways.map((way) =>
        el(
          "li",
          {},
          el(
            "button",
            { type: "button", onclick: () => carry(way) },
            way.text,
            way.left_behind ? el("small", {}, say("table-left-behind", { names: way.left_behind })) : null,
          ),
        ),
      );
      fill(
        shown.body,
        el("p", {}, say("table-order-ways")),
        el("ul", { className: "choices" }, rows),
        answer.more ? el("p", {}, say("table-order-more", { count: answer.more })) : null,
      );
      shown.body.querySelector("button")?.focus();
    };
    post(`${address}/order`, { n, ...wish })
      .then(offer)
      .catch(fail);
  });
}
