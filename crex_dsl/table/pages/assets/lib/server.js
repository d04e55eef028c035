// Questions to the server: an answer, or a Refusal that holds one sentence.

import { say } from "./messages.js";

const TRIES = 5;

/** What the server would not do, and why; `kind` says what can be done about it. */
export class Refusal extends Error {
  constructor(body, status) {
    super(body.error);
    this.kind = body.kind;
    this.status = status;
    this.body = body;
  }
}

const pause = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));

async function ask(path, options, waiting) {
  for (let tried = 1; ; tried += 1) {
    let response;
    try {
      response = await fetch(path, { credentials: "same-origin", cache: "no-store", ...options });
    } catch {
      throw new Refusal({ error: say("table-lost"), kind: "lost" }, 0);
    }
    let body;
    try {
      body = await response.json();
    } catch {
      body = { error: say("table-fault", { status: response.status }), kind: "fault" };
      if (response.ok) throw new Refusal(body, response.status);
    }
    if (response.ok) return body;
    if (body.kind !== "busy" || tried === TRIES) throw new Refusal(body, response.status);
    waiting?.(body.error);
    await pause(Number(response.headers.get("Retry-After")) || 1);
  }
}

export const get = (path) => ask(path, {});

/** Asks that something be done; while the server is busy it waits, says so through `waiting`, and tries again. */
export const post = (path, body = {}, waiting = null) =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }, waiting);
