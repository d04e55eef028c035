// Filters: a form.crex-filter narrows the rows of the element that it names to those that fit, counts them,
// and keeps what was chosen in the address, so that a narrowed table can be shared. Without scripts all rows are there.
(function () {
  "use strict";

  const APART = { ł: "l", ø: "o", đ: "d", ħ: "h", ı: "i", ß: "ss", þ: "t", ð: "d", ŋ: "n" };

  // A text in small plain letters, as a searcher types it.
  function folded(text) {
    return text
      .toLowerCase()
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(/[łøđħıßþðŋ]/g, (letter) => APART[letter]);
  }

  function listed(text) {
    return (text || "").split(/\s+/).filter(Boolean);
  }

  function Filter(form) {
    const target = document.getElementById(form.dataset.filter);
    const rows = Array.from(target.querySelectorAll("[data-row]"));
    const groups = Array.from(target.querySelectorAll("[data-group]")).reverse();
    const controls = Array.from(form.elements).filter((control) => control.name);
    const matching = controls.filter((control) => control.dataset.match);
    const order = controls.find((control) => "order" in control.dataset);
    const shown = form.querySelector("output");
    const texts = new Map();

    function text(row) {
      if (!texts.has(row)) texts.set(row, folded(`${row.textContent} ${row.dataset.words || ""}`));
      return texts.get(row);
    }

    function standard(control) {
      if (control.tagName !== "SELECT") return control.defaultValue;
      const options = Array.from(control.options);
      return (options.find((option) => option.defaultSelected) || options[0]).value;
    }

    function fits(row, words) {
      const tokens = (control) => listed(row.dataset[control.dataset.match]);
      return (
        matching.every((control) => !control.value || tokens(control).includes(control.value)) &&
        words.every((word) => text(row).includes(word))
      );
    }

    function sort() {
      if (!order) return;
      const place = (row) => Number(listed(row.dataset.places)[order.selectedIndex]);
      rows.sort((one, two) => place(one) - place(two)).forEach((row) => row.parentNode.append(row));
    }

    function show() {
      const words = listed(folded(form.elements.words.value));
      let count = 0;
      for (const row of rows) {
        row.hidden = !fits(row, words);
        if (!row.hidden) count += 1;
      }
      for (const group of groups) group.hidden = !group.querySelector("[data-row]:not([hidden])");
      shown.textContent = shown.dataset.shown.replace("{shown}", count).replace("{all}", rows.length);
    }

    function keep() {
      const address = new URL(window.location);
      for (const control of controls) {
        if (control.value === standard(control)) address.searchParams.delete(control.name);
        else address.searchParams.set(control.name, control.value);
      }
      address.hash = "";
      window.history.replaceState(window.history.state, "", address);
    }

    function choose(values) {
      for (const control of controls) {
        if (!values.has(control.name)) continue;
        control.value = values.get(control.name);
        if (control.tagName === "SELECT" && control.selectedIndex < 0) control.value = standard(control);
      }
    }

    // What the address points at is shown, whatever was chosen before.
    function reveal() {
      const place = document.getElementById(decodeURIComponent(window.location.hash.slice(1)));
      if (!place || !target.contains(place)) return;
      const pick = place.closest("[data-pick]");
      if (pick) choose(new URLSearchParams(pick.dataset.pick));
      else if (place.closest("[hidden]")) choose(new URLSearchParams(controls.map((control) => [control.name, ""])));
      show();
      place.scrollIntoView();
    }

    choose(new URLSearchParams(window.location.search));
    form.hidden = false;
    sort();
    show();
    reveal();
    form.addEventListener("input", (event) => {
      if (event.target === order) sort();
      show();
      keep();
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () =>
      window.setTimeout(() => {
        sort();
        show();
        keep();
      }),
    );
    window.addEventListener("hashchange", reveal);
  }

  document.querySelectorAll("form.crex-filter").forEach(Filter);
})();
