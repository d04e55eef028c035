// Worked examples: their pictures and their rule text come as script files when an example is opened, so that pages stay
// light and all of it works from a folder. Where there are several steps, one can walk through them. Without this script
// the steps can be read.
(() => {
  const GROUND = "<!-- ground -->";
  const told = new Map();

  const put = (figure, story, frame) => {
    figure.querySelector("svg")?.remove();
    figure.insertAdjacentHTML("afterbegin", story.frames[frame].replace(GROUND, () => story.ground));
  };

  const walk = (box, story) => {
    const steps = [...box.querySelectorAll(".crex-step[data-frame]")];
    const [given, follows] = box.querySelectorAll(".crex-frame");
    if (steps.length < 2) return;
    const bar = document.createElement("div");
    bar.className = "crex-walk";
    const [back, count, forward] = ["button", "span", "button"].map((tag) => bar.appendChild(document.createElement(tag)));
    back.type = forward.type = "button";
    back.textContent = `‹ ${box.dataset.back}`;
    forward.textContent = `${box.dataset.forward} ›`;
    count.setAttribute("aria-live", "polite");
    const caption = given.querySelector("figcaption");
    const first = caption.textContent;
    const last = follows ? follows.querySelector("figcaption").textContent : first;
    let at = 0;
    const show = (to) => {
      at = Math.min(Math.max(to, 0), steps.length + 1);
      const step = at > 0 && at <= steps.length ? steps[at - 1] : null;
      put(given, story, step ? Number(step.dataset.frame) : at ? story.frames.length - 1 : 0);
      caption.textContent = step ? step.querySelector(".crex-told").textContent : at ? last : first;
      for (const each of steps) each.classList.toggle("crex-now", each === step);
      count.textContent = `${at} / ${steps.length + 1}`;
      back.disabled = at === 0;
      forward.disabled = at === steps.length + 1;
    };
    back.addEventListener("click", () => show(at - 1));
    forward.addEventListener("click", () => show(at + 1));
    given.after(bar);
    show(0);
  };

  const fill = (box) => {
    const story = told.get(box.dataset.key);
    if (!story || box.dataset.filled) return;
    box.dataset.filled = "yes";
    for (const figure of box.querySelectorAll(".crex-frame")) put(figure, story, Number(figure.dataset.frame));
    const script = box.nextElementSibling;
    if (script?.matches(".crex-script")) script.insertAdjacentHTML("beforeend", story.script);
    if (box.matches(".crex-try")) tryOut(box, story);
    else walk(box, story);
    document.dispatchEvent(new Event("crex-filled"));
  };

  // What would happen: a choice is marked on the board and judged; what is legal is then seen done.
  const tryOut = (box, story) => {
    const figure = box.querySelector(".crex-frame");
    const caption = figure.querySelector("figcaption");
    const buttons = [...box.querySelectorAll("button")];
    for (const button of buttons)
      button.addEventListener("click", () => {
        const again = button.getAttribute("aria-pressed") === "true" && "then" in button.dataset;
        const frame = again && !button.dataset.done ? button.dataset.then : button.dataset.frame;
        for (const each of buttons) each.setAttribute("aria-pressed", String(each === button));
        if (again && !button.dataset.done) button.dataset.done = "yes";
        else delete button.dataset.done;
        put(figure, story, Number(frame));
        caption.replaceChildren(button.nextElementSibling.content.cloneNode(true));
        if (button.dataset.then && !button.dataset.done) caption.append(` ${box.dataset.onward}`);
      });
  };

  window.crexStory = (key, story) => {
    told.set(key, story);
    document.querySelectorAll(`:is(.crex-story, .crex-try)[data-key="${CSS.escape(key)}"]`).forEach((box) => {
      if (box.dataset.asked) fill(box);
    });
  };

  const load = (box) => {
    const script = document.createElement("script");
    script.src = box.dataset.story;
    document.head.append(script);
    return script;
  };

  const ask = (box) => {
    if (!box.dataset.story || box.dataset.asked) return;
    box.dataset.asked = "yes";
    if (told.has(box.dataset.key)) fill(box);
    else load(box);
  };

  document.addEventListener(
    "toggle",
    ({ target }) => {
      if (target.open && target.matches?.(".crex-example"))
        target.querySelectorAll(":scope > :is(.crex-story, .crex-try), :scope > section > .crex-story").forEach(ask);
    },
    true,
  );
  document.querySelectorAll(".crex-example[open] .crex-story").forEach(ask);

  // What stands open on a page is drawn when it comes near the window, or when the page is printed. Its files come before
  // that, one after another once the page stands: a page that is printed waits for none.
  const open = document.querySelectorAll(".crex-walked .crex-story");
  if (open.length) {
    const near = new IntersectionObserver(
      (seen) => seen.filter((each) => each.isIntersecting).forEach((each) => ask(each.target)),
      { rootMargin: "300px" },
    );
    open.forEach((box) => near.observe(box));
    const rest = [...open];
    const next = () => {
      const box = rest.find((each) => each.dataset.story && !each.dataset.asked && !told.has(each.dataset.key));
      if (!box) return;
      rest.splice(rest.indexOf(box), 1);
      const script = load(box);
      script.onload = script.onerror = next;
    };
    if (navigator.connection?.saveData) rest.length = 0; // whoever pays for every byte reads on the screen
    if (document.readyState === "complete") next();
    else window.addEventListener("load", next);
    window.addEventListener("beforeprint", () => open.forEach(ask));
  }
})();
