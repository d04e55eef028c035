// A dialog over the page: one at a time, closed by Escape, by its button, or by a click outside.

import { el } from "./dom.js";
import { say } from "./messages.js";

let open = null;

/** Show a dialog; answers with how to close it and where its contents are. `near` is a point of the screen. */
export function dialog(title, inner, { near = null, className = "" } = {}) {
  open?.close();
  const heading = el("h2", { id: "dialog-title", tabIndex: -1 }, title);
  const body = el("div", { className: "body" }, inner);
  const shut = el(
    "button",
    { type: "button", className: "quiet shut", onclick: () => made.close() },
    say("table-close"),
  );
  const made = el("dialog", { className, "aria-labelledby": "dialog-title" }, el("header", {}, heading, shut), body);
  made.addEventListener("click", (event) => event.target === made && made.close());
  made.addEventListener("close", () => {
    made.remove();
    if (open === made) open = null;
  });
  document.body.append(made);
  open = made;
  made.showModal();
  if (near && window.innerWidth >= 700) place(made, near);
  return { element: made, body, close: () => made.close() };
}

export const dialogOpen = () => open !== null;

function place(made, { x, y }) {
  const box = made.getBoundingClientRect();
  made.classList.add("placed");
  made.style.left = `${Math.max(8, Math.min(x + 14, window.innerWidth - box.width - 8))}px`;
  made.style.top = `${Math.max(8, Math.min(y - 20, window.innerHeight - box.height - 8))}px`;
}
