// The switch between editions stays on the clause that is being read. Without this script it stays on the chapter.
(() => {
  const bar = document.querySelector(".crex-switch");
  const header = document.querySelector(".md-header");
  if (!bar) return;

  const place = () => {
    const top = header ? header.getBoundingClientRect().height : 0;
    document.documentElement.style.setProperty("--crex-top", `${Math.round(top)}px`);
    document.documentElement.style.setProperty("--crex-bar", `${Math.round(bar.getBoundingClientRect().height)}px`);
  };
  place();
  window.addEventListener("resize", place);

  const clauses = [...document.querySelectorAll(".crex-clause")];

  // The clause of the last link followed, as long as it is in sight; else the one at the top of the window.
  const current = () => {
    const line = bar.getBoundingClientRect().bottom + 8;
    const named = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (named) {
      const clause = named.closest(".crex-clause") || following(named);
      const box = clause && clause.getBoundingClientRect();
      if (box && box.bottom > line && box.top < window.innerHeight) return clause;
    }
    return clauses.find((clause) => clause.getBoundingClientRect().bottom > line) || clauses.at(-1);
  };

  const following = (heading) => {
    let next = heading.nextElementSibling;
    while (next && !next.matches(".crex-clause, h1, h2")) next = next.nextElementSibling;
    return next && next.matches(".crex-clause") ? next : null;
  };

  const reading = () => (window.scrollY < 8 && !location.hash ? null : current());

  // To step through a page by the keyboard scrolls it: what was being read before is what is meant until one scrolls.
  let kept;
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Tab" && kept === undefined) kept = reading();
    else if (!["Tab", "Shift", "Enter"].includes(key)) kept = undefined;
  });
  for (const sign of ["pointerdown", "wheel", "touchmove"])
    document.addEventListener(sign, () => (kept = undefined), { passive: true });

  const counterpart = (link) => {
    const clause = kept === undefined ? reading() : kept;
    return clause && clause.querySelector(`.crex-elsewhere[data-edition="${CSS.escape(link.dataset.edition)}"]`);
  };

  for (const link of bar.querySelectorAll("a[data-edition]")) {
    const chapter = link.href;
    const aim = () => {
      const found = counterpart(link);
      link.href = found ? found.href : chapter;
    };
    for (const sign of ["pointerenter", "focus", "pointerdown", "click"]) link.addEventListener(sign, aim);
  }
})();
