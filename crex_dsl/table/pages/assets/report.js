// What came of a session: decisions, time, clauses looked up, refusals, questions, and the result.

import { byId, el, fill, pageData } from "./lib/dom.js";
import { bookTitle, cited } from "./lib/clauses.js";
import { say, time } from "./lib/messages.js";

const report = pageData();
const here = window.location.pathname.replace(/\/report\/?$/, "");

function list(title, rows, columns) {
  if (!rows.length) return null;
  return el(
    "section",
    { className: "card" },
    el("h2", {}, title),
    el(
      "div",
      { className: "scrolls" },
      el(
        "table",
        { className: "rows" },
        el(
          "tbody",
          {},
          rows.map((row) =>
            el(
              "tr",
              {},
              columns(row).map((cell) => el("td", {}, cell)),
            ),
          ),
        ),
      ),
    ),
  );
}

/** A time as hours, minutes and seconds. */
function span(seconds) {
  const whole = Math.round(seconds);
  const two = (number) => String(number).padStart(2, "0");
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}

fill(
  byId("report"),
  el(
    "p",
    { className: "by" },
    [bookTitle(report.game, report.edition), ...(report.options || []), report.scenario].filter(Boolean).join(" · "),
  ),
  el(
    "p",
    { className: "by" },
    report.people
      .map(({ side, player, bot }) => [side, player || (bot ? say("table-bot", { name: bot }) : "")])
      .map(([side, who]) => (who ? `${side} (${who})` : side))
      .join(" · "),
  ),
  el(
    "p",
    { className: "actions" },
    el("a", { className: "button", href: here }, say("table-back-to-table")),
    el("a", { className: "button", href: `${here}/report.md` }, "Markdown"),
    el("a", { className: "button", href: `/api${here}/report` }, "JSON"),
  ),
  el(
    "dl",
    { className: "keys" },
    [
      [say("table-begun"), time(report.begun)],
      report.ended ? [say("table-ended"), time(report.ended)] : null,
      [say("table-moments"), String(report.moments)],
      report.decisions === null ? null : [say("table-decisions"), String(report.decisions)],
      report.taken_back === null ? null : [say("table-taken-back"), String(report.taken_back)],
      [say("table-result"), report.result?.text ?? report.result ?? "–"],
      [say("table-chat-lines"), String(report.chat_lines)],
    ]
      .filter(Boolean)
      .map(([term, told]) => [el("dt", {}, term), el("dd", {}, told)]),
  ),
  list(say("table-thought"), report.thinking, (row) => [
    row.side,
    say("table-thought-of", {
      decisions: row.decisions,
      seconds: span(row.seconds),
      median: span(row.median),
      longest: span(row.longest),
    }),
  ]),
  list(say("table-questions"), report.questions, (row) => [
    el("a", { href: `${here}?at=${row.at}` }, String(row.at ?? "")),
    row.text,
    cited(row.clause?.clause ? row.clause : null) ?? row.clause ?? "",
    row.seat,
  ]),
  list(say("table-refusals"), report.refusals, (row) => [
    row.text || row.action,
    ...[row.clauses.map((clause) => [cited(clause), " "])].map((all) => el("span", {}, all)),
    `×${row.times}`,
  ]),
  list(say("table-consulted"), report.clauses, (row) => [cited(row.clause), `×${row.times}`]),
);
