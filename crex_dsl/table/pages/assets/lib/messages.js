// What the table says, in the language of the page.

import { pageData } from "./dom.js";

const phrases = pageData("crex-messages") || {};
const language = document.documentElement.lang || "en";

/** The phrase under a key, its blanks filled in. */
export function say(key, values = {}) {
  return (phrases[key] ?? key).replace(/\{(\w+)\}/g, (blank, name) => (name in values ? String(values[name]) : blank));
}

/** A share as a percentage. */
export const percent = (share) =>
  new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 }).format(share);

export const figure = (value) => new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(value);

/** A moment in time, as the reader writes it. */
export const time = (text) =>
  new Intl.DateTimeFormat(language, { dateStyle: "short", timeStyle: "short" }).format(new Date(text));
