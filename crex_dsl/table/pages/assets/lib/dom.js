// Elements made and found. Text goes in as text: nothing that anybody wrote becomes markup.

/** An element with properties, attributes (as `aria-…`, `data-…`, `role`, `for`, `lang`) and what stands in it. */
export function el(tag, properties = {}, ...inner) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name in made && !["list", "form", "role"].includes(name)) made[name] = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...inner.flat(Infinity).filter((each) => each !== null && each !== undefined && each !== false));
  return made;
}

export const byId = (id) => document.getElementById(id);

/** Put other things into an element. */
export function fill(element, ...inner) {
  element.replaceChildren(
    ...inner.flat(Infinity).filter((each) => each !== null && each !== undefined && each !== false),
  );
  return element;
}

/** The data that came with the page. */
export function pageData(id = "crex-data") {
  return JSON.parse(byId(id)?.textContent || "null");
}

/** A labelled control in a paragraph of its own. */
export function labelled(text, control, note = null) {
  if (!control.id) control.id = `control-${(labelled.count = (labelled.count || 0) + 1)}`;
  return el("p", { className: "field" }, el("label", { for: control.id }, text), control, note);
}

/** A choice among rows of [value, words]. */
export function selection(rows, chosen, properties = {}) {
  return el(
    "select",
    properties,
    rows.map(([value, words]) => el("option", { value, selected: value === chosen }, words)),
  );
}
