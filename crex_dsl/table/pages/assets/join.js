// Taking a seat: the button trades the link's token for the seat; opening the page does nothing.

import { byId } from "./lib/dom.js";
import { banner, trying } from "./lib/banner.js";
import { say } from "./lib/messages.js";
import { post } from "./lib/server.js";

const form = byId("join");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const token = window.location.hash.slice(1);
  if (!token) return banner("refused", say("table-join-no-token"), { sort: "wrong" });
  const seat = await trying(() =>
    post(`/api/tables/${form.dataset.table}/join`, { token, name: byId("name").value.trim() }),
  );
  if (seat) window.location.replace(seat.address);
  return undefined;
});
