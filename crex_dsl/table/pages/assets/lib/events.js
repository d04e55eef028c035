// What is new, told by the server: one stream for all windows of this browser, where the browser can share it.

const RETRY = 3000;
const listeners = new Set();
const channel = "BroadcastChannel" in window ? new BroadcastChannel("crex-events") : null;
const told = new Set(); // tables of which the stream has said something
let stream = null;
let state = "opening";

/** Hear of news: `heard(sort, data)` with the sorts `news`, `chat`, `seats`, and `state` (`open` or `lost`). */
export function listen(tables, heard) {
  listeners.add(heard);
  wanted.push(...tables);
  if (listeners.size === 1) begin();
  else heard("state", state);
}

const wanted = [];

function tell(sort, data) {
  if (sort === "state") state = data;
  else told.add(data.table);
  for (const heard of listeners) heard(sort, data);
}

function begin() {
  if (!channel || !navigator.locks) return connect();
  channel.onmessage = ({ data: [sort, data] }) => {
    if (sort !== "wanted") tell(sort, data);
    else if (stream) data.every((table) => told.has(table)) ? pass("state", state) : connect();
  };
  // Whoever holds the lock has the stream; when that window closes, the next one gets it.
  navigator.locks.request("crex-events", () => {
    connect();
    return new Promise(() => {});
  });
  channel.postMessage(["wanted", wanted]);
}

function pass(sort, data) {
  channel?.postMessage([sort, data]);
}

function both(sort, data) {
  tell(sort, data);
  pass(sort, data);
}

function connect() {
  stream?.close();
  const opened = new EventSource("/events");
  stream = opened;
  opened.onopen = () => both("state", "open");
  opened.onerror = () => {
    both("state", "lost");
    if (opened.readyState === EventSource.CLOSED && opened === stream) setTimeout(connect, RETRY);
  };
  for (const sort of ["news", "chat", "seats"])
    opened.addEventListener(sort, (event) => both(sort, JSON.parse(event.data)));
}

window.addEventListener("pagehide", () => stream?.close());
window.addEventListener("pageshow", (event) => event.persisted && stream && connect());
