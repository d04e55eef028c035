// A notice when it is one's turn: in the title of the window, and by the system where it was asked for.

import { say } from "./messages.js";

const KEY = "crex-notices";
const plain = document.title;

export const possible = () => "Notification" in window && window.isSecureContext;
export const wanted = () => possible() && Notification.permission === "granted" && localStorage.getItem(KEY) === "yes";
/** Whether the browser lets this page show none, whatever is asked. */
export const barred = () => possible() && Notification.permission === "denied";

/** Ask the browser for leave to show notices, or stop them; answers whether they come now. */
export async function toggle() {
  if (wanted()) localStorage.setItem(KEY, "no");
  else if ((await Notification.requestPermission()) === "granted") localStorage.setItem(KEY, "yes");
  return wanted();
}

/** Say in the title whether it is one's turn; where it has just become so, out of sight, by a notice too. */
export function turn(yours, title, address) {
  const before = document.title !== plain;
  document.title = yours ? `● ${say("table-your-turn")} · ${plain}` : plain;
  if (!yours || before || !document.hidden || !wanted()) return;
  const notice = new Notification(say("table-your-turn"), { body: title, tag: address });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}
