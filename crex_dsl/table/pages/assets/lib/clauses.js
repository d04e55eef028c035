// The rulebook of a table by its title, and its clauses, cited as the edition prints them and linked to where they stand.

import { el } from "./dom.js";

/** What a rulebook is called: many an edition's title begins with that of its game. */
export const bookTitle = (game, edition) =>
  edition.title.startsWith(game.title) ? edition.title : `${game.title} · ${edition.title}`;

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
