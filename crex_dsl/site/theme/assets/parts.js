// What belongs to a clause comes as a script file when it is unfolded, so that a page is its rules, and works from a
// folder. Every clause can be copied as a link and as Markdown; one button hides all but the rules.
(() => {
  const waiting = new Map();

  window.crexPart = (key, part) => {
    for (const box of waiting.get(key) || []) {
      const made = document.createElement("div");
      made.className = "crex-part";
      made.innerHTML = part.html;
      box.querySelector("summary").after(made);
    }
    waiting.delete(key);
  };

  const ask = (box) => {
    if (!box.dataset.part || box.dataset.asked) return;
    box.dataset.asked = "yes";
    const key = box.dataset.key;
    waiting.set(key, [...(waiting.get(key) || []), box]);
    const script = document.createElement("script");
    script.src = box.dataset.part;
    document.head.append(script);
  };

  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (target.open && target.matches?.(".crex-more:not(.crex-folded)")) ask(target);
    },
    true,
  );
  document.querySelectorAll(".crex-more[open]").forEach(ask);

  // The theme unfolds everything to print it; what the reader had left folded stays out of sight on paper.
  const mark = (folded) => {
    for (const box of document.querySelectorAll(".md-content details"))
      if (!folded || !box.open) box.classList.toggle("crex-folded", folded);
  };
  window.addEventListener("beforeprint", () => mark(true), true);
  window.addEventListener("afterprint", () => window.setTimeout(() => mark(false)));

  // What scrolls can be scrolled by the keyboard.
  const reach = () => {
    for (const code of document.querySelectorAll(".md-typeset pre > code"))
      if (code.scrollWidth > code.clientWidth || code.scrollHeight > code.clientHeight) code.tabIndex = 0;
  };
  reach();
  window.addEventListener("load", reach);
  document.addEventListener("toggle", () => window.setTimeout(reach, 100), true);
  document.addEventListener("crex-filled", reach); // a file may come late, after what it fills was unfolded

  // ---- copied ----
  const place = (clause) => {
    if (clause.id) return clause.id;
    let above = clause.previousElementSibling;
    while (above && !/^H[1-6]$/.test(above.tagName)) above = above.previousElementSibling;
    return above ? above.id : "";
  };

  const heading = (clause) => {
    const own = clause.querySelector(".crex-self");
    if (own) return own.textContent.trim();
    const above = document.getElementById(place(clause))?.cloneNode(true);
    above?.querySelector(".headerlink")?.remove();
    return above ? above.textContent.trim().replace(/\s+/g, " ") : "";
  };

  const written = {
    link: (clause) => `${location.href.split("#")[0]}#${encodeURIComponent(place(clause))}`,
    markdown: (clause) => {
      const says = [...clause.querySelectorAll(".crex-says")].map((each) => `> ${each.textContent.trim()}`);
      const book = document.querySelector(".crex-switch [aria-current]")?.textContent.trim();
      const label = [heading(clause), book].filter(Boolean).join(", ");
      return [`**[${label}](${written.link(clause)})**`, "", says.join("\n>\n")].join("\n");
    },
  };

  const put = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.body.appendChild(document.createElement("textarea"));
      area.value = text;
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  };

  document.addEventListener("click", async ({ target }) => {
    const button = target.closest?.(".crex-copy");
    if (!button) return;
    const label = button.textContent;
    const text = written[button.dataset.copy](button.closest(".crex-clause"));
    await put(text);
    button.dataset.copied = text;
    button.textContent = `✓ ${button.dataset.done}`;
    window.setTimeout(() => (button.textContent = label), 1500);
  });

  // ---- only the rules ----
  const only = document.querySelector(".crex-only");
  if (only) {
    const KEPT = "crex-rules-only";
    const show = (yes) => {
      document.documentElement.classList.toggle(KEPT, yes);
      only.setAttribute("aria-pressed", String(yes));
    };
    only.hidden = false;
    try {
      show(localStorage.getItem(KEPT) === "yes");
    } catch {
      show(false);
    }
    only.addEventListener("click", () => {
      const yes = only.getAttribute("aria-pressed") !== "true";
      show(yes);
      try {
        localStorage.setItem(KEPT, yes ? "yes" : "no");
      } catch {
        // nowhere to keep it: it holds for this page
      }
    });
  }
})();
