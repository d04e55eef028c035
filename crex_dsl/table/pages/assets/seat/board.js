// The picture of a position: shown, enlarged, lit, and touched.

import { byId, el, fill } from "../lib/dom.js";
import { say } from "../lib/messages.js";
import { keyOf } from "./choice.js";
import { glide, standing } from "./motion.js";

const FINGER = 13; // how far from a touch something may be and still be meant, in pixels of the screen
const NEAREST = 0.25;
const LARGEST = 6;
const SCALE = 1.2; // pixels of the screen for one of a tray
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /** `touched(things, point)` is told what was touched: the first thing is the one that was hit, if any was. */
  constructor(touched) {
    this.touched = touched;
    this.view = byId("board");
    this.trays = byId("trays");
    this.hand = byId("hand");
    this.map = null;
    this.pictures = [];
    this.zoom = 1;
    for (const area of [this.view, this.trays, this.hand]) {
      area.addEventListener("click", (event) => this.#clicked(event));
      area.addEventListener("keydown", (event) => this.#pressed(event));
    }
    this.#zoomed();
    new ResizeObserver(() => this.#fit()).observe(this.view);
    window.addEventListener("resize", () => this.#fit());
  }

  // ---- the picture ----
  /** Show another picture; what has moved since the last one glides there. */
  show(text, moving) {
    if (text === this.shown) return;
    this.shown = text;
    const whole = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
    const before = moving ? standing(this.map) : null;
    const focused = document.activeElement?.closest?.("[data-kind]");
    const { map, hand, others } = parted(whole);
    this.map = map;
    this.pictures = [map, ...hand, ...others].filter(Boolean);
    this.view.hidden = !map;
    byId("zoom").hidden = !map;
    fill(this.view, map || []);
    fill(this.hand, hand);
    fill(this.trays, others);
    this.#fit();
    if (before && map) glide(before, map);
    if (focused) this.find(focused.dataset)?.focus();
  }

  /** Every element that shows a thing. */
  all(thing) {
    const which = `[data-kind="${CSS.escape(thing.kind)}"][data-id="${CSS.escape(thing.id)}"]`;
    return this.pictures.flatMap((picture) => [...picture.querySelectorAll(which)]);
  }

  find(thing) {
    return this.all(thing)[0] || null;
  }

  /** Whether a thing is the ground on which others stand. */
  lies(thing) {
    return Boolean(this.find(thing)?.closest('[data-layer="ground"]'));
  }

  /** The key of the place at which a piece stands, if it stands at one. */
  placeOf(thing) {
    const { placeKind, placeId } = this.find(thing)?.closest(".crex-draw-stack")?.dataset || {};
    return placeId ? keyOf({ kind: placeKind, id: placeId }) : null;
  }

  /** What a thing is called, as the picture tells. */
  title(thing) {
    return this.find(thing)?.querySelector("title")?.textContent || thing.id;
  }

  /** Light things by their keys, each with a class of its own: what can be chosen, what is chosen, what is given. */
  light(lit, chosen, given) {
    for (const picture of this.pictures)
      for (const each of picture.querySelectorAll("[data-kind][data-id]")) {
        const key = keyOf(each.dataset);
        const [can, is] = [lit.has(key), chosen.has(key)];
        each.classList.toggle("lit", can);
        each.classList.toggle("chosen", is);
        each.classList.toggle("given", given.has(key) && !is);
        if (!can && !is) {
          for (const name of ["role", "tabindex", "aria-pressed", "aria-label"]) each.removeAttribute(name);
          continue;
        }
        each.setAttribute("role", "button");
        each.setAttribute("tabindex", "-1");
        each.setAttribute("aria-pressed", String(is));
        each.setAttribute("aria-label", each.querySelector("title")?.textContent || each.dataset.id);
      }
  }

  /** Bring what is lit on the board into sight where none of it is: a sheet over the page hides what is below `end`. */
  reveal(end) {
    const lit = [...(this.map?.querySelectorAll(".lit") || [])].map((each) => each.getBoundingClientRect());
    const { top, bottom } = this.view.getBoundingClientRect();
    const [from, to] = [Math.max(top, 0), Math.min(bottom, end)];
    if (!lit.length || from >= to || lit.some((box) => box.top >= from && box.bottom <= to)) return;
    const away = lit[0].top - (from + to) / 2;
    const before = this.view.scrollTop;
    this.view.scrollTop += away;
    window.scrollBy(0, away - (this.view.scrollTop - before));
  }

  /** Mark what an answer is about, while somebody looks at it. */
  mean(things) {
    const keys = new Set(things.map(keyOf));
    for (const picture of this.pictures) {
      for (const each of picture.querySelectorAll(".meant")) each.classList.remove("meant");
      if (keys.size)
        for (const each of picture.querySelectorAll("[data-kind][data-id]"))
          if (keys.has(keyOf(each.dataset))) each.classList.add("meant");
    }
  }

  // ---- touching ----
  #clicked(event) {
    const things = this.#near(event.clientX, event.clientY, event.pointerType === "mouse" ? 5 : FINGER);
    if (things.length)
      this.touched(things, { x: event.clientX, y: event.clientY, fine: event.pointerType === "mouse" });
  }

  /** The things at a point of the screen and close by, nearest first; with all that stand in the same stack. */
  #near(x, y, reach) {
    const found = new Map();
    const add = (element) => element && found.set(keyOf(element.dataset), element.dataset);
    for (const share of [0, 0.5, 1])
      for (let turn = 0; turn < (share ? 8 : 1); turn += 1) {
        const [dx, dy] = [Math.cos((turn * Math.PI) / 4), Math.sin((turn * Math.PI) / 4)];
        const hit = document.elementFromPoint(x + dx * reach * share, y + dy * reach * share);
        const thing = hit?.closest("[data-kind][data-id]");
        if (thing && this.pictures.some((picture) => picture.contains(thing))) add(thing);
      }
    const stacks = [...found.values()].map((data) => this.find(data)?.closest(".crex-draw-stack"));
    for (const stack of new Set(stacks)) {
      for (const piece of stack?.querySelectorAll("[data-kind][data-id]") || []) add(piece);
      if (stack?.dataset.placeId) add(this.find({ kind: stack.dataset.placeKind, id: stack.dataset.placeId }));
    }
    return [...found.values()].map(({ kind, id }) => ({ kind, id }));
  }

  // ---- the keyboard: from one lit thing to the next ----
  #pressed(event) {
    const here = event.target.closest("[data-kind]");
    if (event.key in ARROWS) {
      const lit = this.pictures.flatMap((picture) => [...picture.querySelectorAll(".lit, .chosen")]);
      if (!lit.length) return;
      event.preventDefault();
      const next = here ? nearest(here, lit, ARROWS[event.key]) : lit[0];
      next?.focus();
      next?.scrollIntoView({ block: "nearest", inline: "nearest" });
    } else if ((event.key === "Enter" || event.key === " ") && here) {
      event.preventDefault();
      const box = here.getBoundingClientRect();
      const { kind, id } = here.dataset;
      this.touched([{ kind, id }], { x: box.right, y: box.top, fine: true });
    }
  }

  /** Go to the first thing that is lit. */
  focus() {
    (this.pictures.map((picture) => picture.querySelector(".lit")).find(Boolean) || this.view).focus();
  }

  // ---- how large it is ----
  #zoomed() {
    const button = (words, sign, act) =>
      el("button", { type: "button", "aria-label": words, title: words, onclick: act }, sign);
    fill(
      byId("zoom"),
      button(say("table-smaller"), "−", () => this.enlarge(1 / 1.3)),
      button(say("table-whole"), "▣", () => this.enlarge(0)),
      button(say("table-larger"), "+", () => this.enlarge(1.3)),
    );
    this.view.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.enlarge(event.deltaY < 0 ? 1.15 : 1 / 1.15, event);
      },
      { passive: false },
    );
    let apart = 0;
    const spread = ({ touches: [a, b] }) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    this.view.addEventListener("touchstart", (event) => (apart = event.touches.length === 2 ? spread(event) : 0));
    this.view.addEventListener(
      "touchmove",
      (event) => {
        if (event.touches.length !== 2 || !apart) return;
        event.preventDefault();
        const [a, b] = event.touches;
        this.enlarge(spread(event) / apart, {
          clientX: (a.clientX + b.clientX) / 2,
          clientY: (a.clientY + b.clientY) / 2,
        });
        apart = spread(event);
      },
      { passive: false },
    );
  }

  /** Enlarge the board about a point of the screen; 0 shows the whole of it. */
  enlarge(times, point = null) {
    const box = this.view.getBoundingClientRect();
    const [x, y] = point ? [point.clientX - box.left, point.clientY - box.top] : [box.width / 2, box.height / 2];
    const before = this.zoom;
    this.zoom = times ? Math.min(Math.max(this.zoom * times, NEAREST), LARGEST) : 1;
    this.#fit();
    const ratio = this.zoom / before;
    this.view.scrollLeft = (this.view.scrollLeft + x) * ratio - x;
    this.view.scrollTop = (this.view.scrollTop + y) * ratio - y;
  }

  #fit() {
    if (!this.map) return;
    const { width, height } = this.map.viewBox.baseVal;
    const room = this.view.clientWidth;
    const high = Math.max(window.innerHeight - 130, 400);
    const whole = Math.min(room, Math.max((high * width) / height, Math.min(room, width)));
    this.map.style.width = `${Math.round(whole * this.zoom)}px`;
  }
}

/** A picture in parts: the board, if there is one, and what lies beside it, each tray and table by itself. */
function parted(whole) {
  const [, , width, height] = whole.getAttribute("viewBox").split(/\s+/).map(Number);
  whole.querySelector(":scope > title")?.remove();
  whole.querySelector(":scope > .crex-draw-sheet")?.remove();
  whole.querySelector('[data-layer="head"]')?.remove();
  const layers = [...whole.querySelectorAll('[data-layer="trays"], [data-layer="tables"]')];
  const down = (group) =>
    Number(/translate\([-\d.]+[ ,]+([-\d.]+)\)/.exec(group?.getAttribute("transform") || "")?.[1] || 0);
  const end = layers.length ? Math.min(...layers.map(down)) - 4 : height;
  const hand = [];
  const others = [];
  for (const layer of layers) {
    layer.remove();
    for (const tray of [...layer.children])
      (tray.classList.contains("crex-draw-hand") ? hand : others).push(alone(tray, layer, whole));
  }
  const places = whole.querySelector('[data-layer="places"]');
  if (!places) return { map: null, hand, others };
  const start = down(places.parentElement);
  framed(whole, [0, start, width, end - start], whole.getAttribute("aria-label"));
  return { map: whole, hand, others };
}

/** A tray or a table as a picture of its own, as large as it is in the whole. */
function alone(tray, layer, whole) {
  const picture = whole.cloneNode(false);
  const inner = layer.cloneNode(false);
  inner.removeAttribute("transform");
  inner.append(tray);
  picture.append(inner);
  const edge = tray.querySelector(".crex-draw-tray");
  const [x, y, wide, high] = ["x", "y", "width", "height"].map((name) => Number(edge.getAttribute(name)));
  framed(picture, [x - 1, y - 1, wide + 2, high + 2], tray.querySelector("text")?.textContent || say("table-trays"));
  picture.style.width = `${Math.round((wide + 2) * SCALE)}px`;
  return picture;
}

function framed(picture, box, told) {
  picture.setAttribute("viewBox", box.join(" "));
  for (const name of ["width", "height", "style"]) picture.removeAttribute(name);
  picture.setAttribute("role", "group");
  picture.setAttribute("aria-label", told);
}

/** The thing that lies next in a direction. */
function nearest(from, others, [dx, dy]) {
  const middle = (each) => {
    const box = each.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };
  const [x, y] = middle(from);
  let best = null;
  for (const each of others) {
    const [ex, ey] = middle(each);
    const along = (ex - x) * dx + (ey - y) * dy;
    const across = Math.abs((ex - x) * dy) + Math.abs((ey - y) * dx);
    if (each !== from && along > 0 && (!best || along + 2 * across < best[0])) best = [along + 2 * across, each];
  }
  return best ? best[1] : null;
}
