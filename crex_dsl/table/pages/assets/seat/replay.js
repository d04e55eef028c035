// The way back: a slider over the moments of a game, and a link to each of them.

import { byId, el, fill } from "../lib/dom.js";
import { banner } from "../lib/banner.js";
import { say } from "../lib/messages.js";

const PACE = 900;

export class Replay {
  /** `show(moment)` shows a moment, or the present for null. */
  constructor(show) {
    this.show = show;
    this.last = 0;
    this.timer = 0;
    const button = (key, sign, act) =>
      el("button", { type: "button", "aria-label": say(key), title: say(key), onclick: act }, sign);
    this.slider = el("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      "aria-label": say("table-replay"),
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.label = el("output", {});
    this.running = button("table-replay-run", "▶", () => this.run());
    this.now = el(
      "button",
      { type: "button", className: "first", hidden: true, onclick: () => this.go(null) },
      say("table-now"),
    );
    fill(
      byId("replay"),
      button("table-replay-back", "◂", () => this.step(-1)),
      this.slider,
      button("table-replay-on", "▸", () => this.step(1)),
      this.running,
      this.label,
      button("table-link", "#", () => this.#link()),
      this.now,
    );
  }

  /** Tell how many moments there are and which one is shown. */
  tell(moments, at) {
    this.last = moments;
    this.at = at;
    this.slider.max = moments;
    this.slider.value = at ?? moments;
    this.label.textContent = `${at ?? moments} / ${moments}`;
    this.slider.setAttribute("aria-valuetext", say("table-looking", { moment: at ?? moments, moments }));
    this.now.hidden = at === null;
  }

  /** Look at a moment, once the slider rests. */
  go(moment) {
    clearTimeout(this.waiting);
    this.label.textContent = `${moment ?? this.last} / ${this.last}`;
    this.waiting = setTimeout(() => this.show(moment !== null && moment >= this.last ? null : moment), 80);
  }

  step(by) {
    const at = (this.at ?? this.last) + by;
    if (at >= 0 && at <= this.last) this.go(at);
  }

  /** Show one moment after the other, or stop. */
  run() {
    const runs = this.timer !== 0;
    clearInterval(this.timer);
    this.timer = 0;
    this.running.textContent = runs ? "▶" : "❚❚";
    if (runs) return;
    if (this.at === null) this.go(0);
    this.timer = setInterval(() => (this.at === null ? this.run() : this.step(1)), PACE);
  }

  async #link() {
    const address = new URL(window.location.href);
    address.search = `?at=${this.at ?? this.last}`;
    address.hash = "";
    try {
      await navigator.clipboard.writeText(address.href);
      banner("link", say("table-copied", { address: address.href }), { seconds: 6 });
    } catch {
      banner("link", address.href);
    }
  }
}
