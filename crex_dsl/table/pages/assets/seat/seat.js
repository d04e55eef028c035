// The page of one seat: fetches what this seat may know, shows it, and sends what is decided.

import "../lib/colours.js";
import { byId, el, fill, pageData } from "../lib/dom.js";
import { banner, refused, trying, withdraw } from "../lib/banner.js";
import { dialog } from "../lib/dialog.js";
import { cited } from "../lib/clauses.js";
import { listen } from "../lib/events.js";
import { say } from "../lib/messages.js";
import * as notices from "../lib/notices.js";
import { get, post } from "../lib/server.js";
import { Answers } from "./answers.js";
import { Board } from "./board.js";
import { Choice, keyOf } from "./choice.js";
import { Explanations } from "./explain.js";
import { help, keys } from "./keyboard.js";
import { showMargin } from "./margin.js";
import { order } from "./orders.js";
import { Record } from "./record.js";
import { Replay } from "./replay.js";
import { collectThings, offerThings } from "./stack_dialog.js";
import { Tools } from "./tools.js";

let view = pageData();
const address = `/api/tables/${view.table}/${view.seat}`;
const log = [...view.log];
let decision = view.decision;
let choice = new Choice(decision);
let picks = { ids: [], texts: [] };
let ordered = null; // the pieces of an order that is being put together, by their keys
let decided = (log.at(-1)?.moment ?? 0) - 1; // the moment at which this seat last decided
let heard = 0; // how often the server has told of something new
let sending = false;
let revealed = null; // the question of which what is lit was brought into sight
let fetching = null;

const MOST_LINES = 30;

const KEYS = [
  ["a", "table-key-answers", () => answers.focus()],
  ["b", "table-key-board", () => board.focus()],
  ["/", "table-key-words", () => answers.words.focus()],
  ["o", "table-key-order", () => toggleOrder()],
  ["w", "table-key-why", () => answers.focused()?.click()],
  ["u", "table-key-undo", () => view.can.undo && tools.undo()],
  ["c", "table-key-chat", () => record.focusChat()],
  ["[", "table-key-back", () => replay.step(-1)],
  ["]", "table-key-on", () => replay.step(1)],
];

const board = new Board(touched);
const answers = new Answers({
  answer: decide,
  why: (answer) => explanations.why({ action: answer.id }, answer.text),
  mean: (things) => board.mean(things),
  drop: (key) => change(() => choice.choose(key)),
  dropPick: () => repick(picks.ids.slice(0, -1)),
  type: (words) => change(() => choice.type(words)),
  enter: entered,
  order: toggleOrder,
});
const explanations = new Explanations(() => ({ address, n: view.n, at: view.at, language: view.edition.language }));
const record = new Record({
  chat: (text) => trying(() => post(`${address}/chat`, { text })).then((sent) => sent !== undefined),
  show: (moment) => replay.go(moment),
});
const replay = new Replay(look);
const tools = new Tools(
  () => ({ view, address }),
  refresh,
  () => help(KEYS),
);

// ---- showing ----
/** Show everything anew that does not depend on a picture. */
function show() {
  showMargin(view, tools.buttons());
  record.showChat(view.chat, view.can.chat);
  replay.tell(view.moments, view.at);
  record.mark(view.at);
  tools.consent(view);
  notices.turn(view.your_turn && !view.over, view.title, address);
  showChoice();
}

function showChoice() {
  const named = (key) => board.title(thingOf(key)).split(" (")[0]; // without its traits
  answers.show({
    view,
    decision,
    choice,
    picked: picks.texts,
    named,
    ordering: ordered !== null,
    looking: view.at !== null,
    lines: happened(),
    tools: tools.beside(),
  });
  const plain = ordered || !decision;
  board.light(plain ? new Map() : choice.lit, ordered || new Set(choice.chosen), plain ? new Set() : choice.given);
}

/** What has happened since this seat last decided; at an earlier moment, what happened in it. */
function happened() {
  if (view.at !== null) return log.filter((line) => line.moment === view.at);
  return log.filter((line) => line.moment > decided).slice(-MOST_LINES);
}

/** A thing by its key, which is its kind and its id. */
function thingOf(key) {
  const [kind] = key.split(" ", 1);
  return { kind, id: key.slice(kind.length + 1) };
}

function change(act) {
  act();
  showChoice();
}

/** Take a view that has come as the present one. */
function take(next, tell) {
  const before = view;
  if (next.at === null) {
    const kept = log.filter((line) => line.moment <= next.since);
    log.length = 0;
    log.push(...kept, ...next.log);
  }
  const asked = JSON.stringify(before.decision) === JSON.stringify(next.decision);
  const same = asked && (before.n === next.n || (before.in_secret && next.in_secret)); // others may choose meanwhile
  view = next;
  if (!same) {
    settle();
    decision = next.decision;
    choice = new Choice(decision);
    choice.type(answers.words.value);
    picks = { ids: [], texts: [] };
    ordered = null;
    if (decision && !choice.left.length) {
      answers.words.value = "";
      choice.type("");
    }
  }
  if (next.picture) board.show(next.picture, tell);
  if (next.at === null && (next.log.length || next.since < 0)) record.showLog(log, view.edition.language);
  show();
  if (next.at === null && next.picture) reveal();
  if (tell && next.at === null) announce(next.log, before);
}

/** Bring what can be chosen into sight, once for each question. */
function reveal() {
  const question = JSON.stringify(decision);
  if (!decision || question === revealed) return;
  revealed = question;
  const sheet = byId("decision");
  const over = getComputedStyle(sheet).position === "fixed";
  board.reveal(over ? sheet.getBoundingClientRect().top : window.innerHeight);
}

/** Tell those who hear the page what happened, and whose turn it is. */
function announce(lines, before) {
  const words = lines.map((line) => `${line.name} ${line.text}`.trim());
  if (view.over && !before.over) words.push(view.result?.text || say("table-over"));
  else if (decision && JSON.stringify(before.decision) !== JSON.stringify(view.decision))
    words.push(`${say("table-your-turn")}: ${decision.prompt}`);
  if (words.length)
    fill(
      byId("told"),
      words.map((text) => el("p", { lang: view.edition.language }, text)),
    );
}

/** The last moment of which the log tells; -1 where it tells nothing yet. */
const last = () => log.at(-1)?.moment ?? -1;

/** Ask for the present view, and show what is new in it; again, where there were news meanwhile. */
function refresh(quiet = false) {
  if (view.at !== null) return Promise.resolve();
  fetching ??= upToDate(quiet).finally(() => (fetching = null));
  return fetching;
}

async function upToDate(quiet) {
  for (let seen = -1; seen !== heard;) {
    seen = heard;
    const next = await trying(present);
    if (!next || view.at !== null) return;
    take(next, !quiet);
  }
}

/** The present view, with what the log does not tell yet, and arrows for what moved since this seat last decided. */
async function present() {
  const since = last();
  const known = since < 0 ? "" : `since=${since}&`;
  try {
    const next = await get(`${address}?${known}arrows=${Math.max(decided, 0)}`);
    if (next.moments >= view.moments) return { ...next, since };
  } catch (error) {
    if (decided <= 0) throw error; // else what the arrows begin with may be gone
  }
  return { ...(await get(address)), since: -1 }; // something was taken back
}

/** Look at an earlier moment, or at the present for null. */
async function look(moment) {
  const query =
    moment === null
      ? `arrows=${Math.max(decided, 0)}${last() < 0 ? "" : `&since=${last()}`}`
      : `at=${moment}&since=${moment}&arrows=${Math.max(moment - 1, 0)}`;
  const next = await trying(() => get(`${address}?${query}`));
  if (!next) return;
  next.since = last();
  take(next, true);
  const link = new URL(window.location.href);
  link.search = moment === null ? "" : `?at=${moment}`;
  history.replaceState(null, "", link);
}

// ---- deciding ----
/** Give an answer; where several are picked, one of them; `again` where others chose in secret meanwhile. */
async function decide(answer, again = false) {
  if (sending) return;
  sending = true;
  byId("decision").setAttribute("aria-busy", "true");
  try {
    const reply = await post(
      `${address}/decide`,
      { n: view.n, answer: answer && answer.id, picks: picks.ids },
      (words) => banner("busy", words),
    );
    withdraw("refused");
    if (reply.done) {
      picks = { ids: [], texts: [] };
      answers.words.value = "";
      withdraw("undo");
      decided = last();
      heard += 1; // what is being fetched already may be older than this answer
      await refresh();
    } else repicked(reply);
  } catch (error) {
    if (again || error.kind !== "stale" || !view.in_secret) await wrong(error);
    else {
      await refresh();
      settle();
      if (decision?.answers.some((each) => each.id === answer?.id)) await decide(answer, true);
    }
  } finally {
    withdraw("busy");
    settle();
  }
}

/** Another answer may be given. */
function settle() {
  sending = false;
  byId("decision").removeAttribute("aria-busy");
}

function repicked(reply) {
  picks = { ids: reply.picks, texts: reply.picked };
  decision = reply.decision;
  choice = new Choice(decision);
  answers.words.value = "";
  showChoice();
}

/** Go back to fewer picks at the same question. */
async function repick(ids) {
  const reply = await trying(() => post(`${address}/decide`, { n: view.n, answer: null, picks: ids }));
  if (reply) repicked(reply);
}

/** Show what was refused; a table that has moved on is shown as it is now. */
async function wrong(error) {
  if (error.status === undefined) throw error;
  if (error.kind === "stale") {
    refused(error);
    await refresh();
    refused(error);
  } else if (error.kind === "illegal") {
    dialog(say("table-not-legal"), [
      el("p", {}, error.message),
      el(
        "ul",
        {},
        (error.body.clauses || []).map((clause) => el("li", {}, cited(clause))),
      ),
    ]);
  } else refused(error);
}

/** Words were entered: the only answer that holds them, else an order. */
async function entered(words) {
  if (!words.trim() || !decision) return;
  const left = choice.left;
  if (left.length === 1) await decide(left[0]);
  else if (left.length && !view.can.order) answers.focus();
  else await carryOut({ words });
}

/** Take what is typed as an order; else let pieces and a place be pointed at, or no more. */
function toggleOrder() {
  if (!decision || !view.can.order) return;
  const words = answers.words.value;
  if (!ordered && words.trim()) return carryOut({ words });
  change(() => (ordered = ordered ? null : new Set()));
}

async function carryOut(wish) {
  const done = await order(address, view.n, wish, view.edition.language);
  if (!done) return;
  answers.words.value = "";
  withdraw("undo");
  ordered = null;
  decided = last();
  if (done.note) banner("order", done.note, { seconds: 12 });
  await refresh();
}

// ---- touching things ----
/** Something on the board was touched: choose it, open the stack, or tell why it cannot be chosen. */
function touched(things, point) {
  if (ordered) return collect(things, point);
  const can = choice.touchable;
  const open = things.filter((thing) => can.has(keyOf(thing)));
  const [first] = things;
  const direct = open.includes(first) && (point.fine || open.length === 1);
  if (direct || (open.length === 1 && things.length < 3)) return choose(direct ? first : open[0]);
  return offer(things, point);
}

function choose(thing) {
  choice.choose(keyOf(thing), board.placeOf(thing));
  const left = choice.left;
  if (left.length === 1 && choice.chosen.length) return decide(left[0]);
  return showChoice();
}

/** Show what stands here: what can be chosen first, then the rest but for the ground, with why not. */
function offer(things, point) {
  const { lit, touchable } = choice;
  const rows = things
    .map((thing) => ({ thing, key: keyOf(thing), title: board.title(thing) }))
    .map((row) => ({ ...row, can: touchable.has(row.key), note: lit.get(row.key) === 1 ? onlyAnswer(row.key) : "" }));
  const ranked = [...rows.filter((row) => row.can), ...rows.filter((row) => !row.can && !board.lies(row.thing))];
  offerThings(ranked, point, view.edition.language, { choose, why: decision && view.can.why ? whyNot : null });
}

/** The only answer that is left with a thing, in words. */
function onlyAnswer(key) {
  return choice.left.find((answer) => [...answer.things, ...answer.goals].some((each) => keyOf(each) === key))?.text;
}

/** Tell why something cannot be chosen, together with what is chosen already. */
function whyNot(thing) {
  const things = [...choice.chosen.map(thingOf), thing];
  const title = say("table-why-not-this", { text: board.title(thing) });
  explanations.why({ things, words: things.map((each) => board.title(each)).join(" ") }, title);
}

/** While an order is put together: pieces are collected, a place ends it. */
function collect(things, point) {
  const piece = (thing) => Boolean(board.find(thing)?.closest('[data-layer="pieces"], [data-layer="trays"]'));
  const act = (thing) => {
    if (!piece(thing)) return orderTo(thing);
    if (!ordered.delete(keyOf(thing))) ordered.add(keyOf(thing));
    return showChoice();
  };
  if (point.fine || things.length === 1) return act(things[0]);
  const rows = things.map((thing) => ({ thing, title: board.title(thing), piece: piece(thing) }));
  const taken = (thing) => ordered.has(keyOf(thing));
  return collectThings(rows, point, view.edition.language, { taken, act });
}

function orderTo(place) {
  const pieces = [...ordered].map(thingOf);
  if (pieces.length) return carryOut({ pieces, place });
  return banner("order", say("table-order-how"), { seconds: 6 });
}

// ---- what is new ----
listen([view.table], (sort, data) => {
  if (sort === "state") {
    if (data === "lost") banner("stream", say("table-reconnecting"), { sort: "wrong" });
    else withdraw("stream");
  } else if (data.table === view.table) {
    if (sort === "news" && data.seat !== view.seat) return;
    heard += 1;
    refresh();
  }
});

keys(KEYS, {
  numbered: (number) => answers.numbered(number),
  escape: () => {
    if (ordered) change(() => (ordered = null));
    else if (answers.words.value) change(() => choice.type((answers.words.value = "")));
    else if (choice.drop()) showChoice();
    else if (picks.ids.length) repick(picks.ids.slice(0, -1));
  },
});

record.showLog(log, view.edition.language);
show();
answers.fold(false);
if (view.at === null) refresh(true);
else look(view.at);
