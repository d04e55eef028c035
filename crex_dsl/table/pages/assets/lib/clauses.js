// Clauses of the rulebook, cited as the edition prints them and linked to where they stand.

import { el } from "./dom.js";

/** A clause as a link into the rulebook; its number alone where it is to be short. */
export function cited(clause, short = false) {
  if (!clause) return null;
  const words = short ? clause.numbers?.[0] || clause.heading || clause.printed : clause.printed || clause.clause;
  if (!clause.href) return el("span", { className: "clause" }, words);
  return el(
    "a",
    { className: "clause", href: clause.href, target: "_blank", rel: "noopener", title: clause.printed },
    words,
  );
}
