// The search: its entries are script files, so that it works from a folder too. A word meets all its forms, typed with
// or without accents; a clause is offered once, with the other editions that have it beside it.
(() => {
  const dialog = document.getElementById("crex-find");
  if (!dialog) return;
  const base = dialog.dataset.base;
  const [field, scope] = [dialog.querySelector("[name=words]"), dialog.querySelector("[name=book]")];
  const [list, status] = [dialog.querySelector(".crex-find-list"), dialog.querySelector(".crex-find-count")];
  const MOST = 40;
  const APART = { ł: "l", ø: "o", đ: "d", ħ: "h", ı: "i", ß: "s", þ: "t", ð: "d", ŋ: "n" };
  const WORD = /\d+(?:\.\d+)*|[\p{L}\p{M}]+/gu;

  const fold = (text) =>
    text
      .toLowerCase()
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .replace(/[łøđħıßþðŋ]/g, (letter) => APART[letter]);

  const books = [];
  const entries = [];
  const forms = new Map(); // by language, a form of a word to what all its forms have in common
  const postings = new Map(); // by language and stem, entries with what they count
  const known = new Map(); // by language, all words

  const stem = (word, language) => forms.get(language)?.[word] ?? word;

  const note = (key, number, weight) => {
    let found = postings.get(key);
    if (!found) postings.set(key, (found = new Map()));
    found.set(number, Math.max(found.get(number) || 0, weight));
  };

  window.crexSearch = (file) => {
    for (const [language, of] of Object.entries(file.forms)) forms.set(language, { ...forms.get(language), ...of });
    file.books.forEach((book) => {
      const at = books.push(book) - 1;
      for (const [page, anchor, number, title, text, clause] of book.entries) {
        const place = entries.push({ book: at, page, anchor, number, title, text, clause }) - 1;
        const language = book.language;
        const words = known.get(language) || known.set(language, new Set()).get(language);
        const add = (part, weight) => {
          for (const [word] of fold(part).matchAll(WORD)) {
            words.add(word);
            note(`${language} ${stem(word, language)}`, place, weight);
          }
        };
        add(text, 1);
        add(title, 4);
        add(number, 3);
        if (number) note(`${language} ${fold(number)}`, place, 20);
      }
      delete book.entries;
      const option = new Option(book.title, book.key);
      option.lang = book.language;
      scope.add(option);
    });
    asked -= 1;
    show();
  };

  // What a word can mean in a language: itself in any form, what begins with it, or what differs in its ending.
  const meant = (word, language) => {
    const words = known.get(language);
    const found = new Map();
    const take = (form, share) => {
      const key = `${language} ${stem(form, language)}`;
      found.set(key, Math.max(found.get(key) || 0, share));
    };
    if (words.has(word) || /\d/.test(word)) take(word, 1);
    if (word.length > 2) {
      for (const form of words) if (form !== word && form.startsWith(word)) take(form, 0.6);
      if (!found.size && word.length > 4) {
        const begins = word.slice(0, Math.max(4, word.length - 3));
        for (const form of words) if (form.startsWith(begins) && form.length < word.length + 4) take(form, 0.4);
      }
    }
    return found;
  };

  const hits = (words, book) => {
    const totals = new Map();
    for (const language of known.keys()) {
      const per = words.map((word) => {
        const found = new Map();
        for (const [key, share] of meant(word, language)) {
          const of = postings.get(key);
          if (!of) continue;
          const rare = Math.log(1 + entries.length / of.size);
          for (const [place, weight] of of) found.set(place, Math.max(found.get(place) || 0, share * weight * rare));
        }
        return found;
      });
      for (const [place] of per.reduce((a, b) => (a.size < b.size ? a : b)))
        if (per.every((found) => found.has(place)))
          totals.set(place, per.reduce((sum, found) => sum + found.get(place), 0));
    }
    const here = dialog.dataset.book;
    const game = (key) => key.split("/")[0];
    const scored = [];
    for (const [place, total] of totals) {
      const its = books[entries[place].book];
      if (book && its.key !== book) continue;
      let score = total * its.weight;
      if (here && its.key === here) score *= 1.6;
      else if (here && game(its.key) === game(here)) score *= 1.2;
      scored.push([score, place]);
    }
    return scored.sort((one, two) => two[0] - one[0]).map(([, place]) => place);
  };

  const address = (entry) => `${base}/${entry.page}${entry.anchor ? `#${entry.anchor}` : ""}`;

  const excerpt = (entry, words) => {
    const language = books[entry.book].language;
    const wanted = new Set(words.flatMap((word) => [...meant(word, language).keys()]));
    const marks = [...entry.text.matchAll(WORD)]
      .filter(([word]) => wanted.has(`${language} ${stem(fold(word), language)}`))
      .map((match) => [match.index, match.index + match[0].length]);
    const from = marks.length && marks[0][0] > 80 ? entry.text.indexOf(" ", marks[0][0] - 60) + 1 : 0;
    const to = entry.text.length <= from + 190 ? entry.text.length : entry.text.lastIndexOf(" ", from + 190);
    const line = document.createElement("p");
    let at = from;
    if (from) line.append("… ");
    for (const [start, end] of marks) {
      if (start < at || end > to) continue;
      line.append(entry.text.slice(at, start));
      const mark = document.createElement("mark");
      mark.textContent = entry.text.slice(start, end);
      line.append(mark);
      at = end;
    }
    line.append(entry.text.slice(at, to), to < entry.text.length ? " …" : "");
    return line;
  };

  const linked = (entry, label) => {
    const link = document.createElement("a");
    link.href = address(entry);
    link.textContent = label;
    link.lang = books[entry.book].language;
    return link;
  };

  const item = ([first, ...others], words) => {
    const made = document.createElement("li");
    const entry = entries[first];
    const head = linked(entry, [entry.number, entry.title].filter(Boolean).join(" "));
    head.className = "crex-find-hit";
    const where = document.createElement("span");
    where.className = "crex-find-book";
    where.textContent = books[entry.book].title;
    where.lang = books[entry.book].language;
    const text = excerpt(entry, words);
    text.lang = books[entry.book].language;
    made.append(head, " ", where, text);
    if (others.length) {
      const also = document.createElement("p");
      also.className = "crex-find-also";
      also.append(`${dialog.dataset.also} `);
      others.forEach((place, count) => {
        const other = entries[place];
        if (count) also.append(" · ");
        also.append(linked(other, [books[other.book].brief, other.number].filter(Boolean).join(" ")));
      });
      made.append(also);
    }
    return made;
  };

  const show = () => {
    const words = [...fold(field.value).matchAll(WORD)].map(([word]) => word);
    list.replaceChildren();
    status.textContent = "";
    if (!words.length) return;
    if (asked > 0) {
      status.textContent = dialog.dataset.wait;
      return;
    }
    const groups = new Map();
    for (const place of hits(words, scope.value)) {
      const entry = entries[place];
      const key = entry.clause ? `${books[entry.book].key.split("/")[0]} ${entry.clause}` : `${entry.page}#${entry.anchor}`;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(place);
    }
    status.textContent = groups.size ? `${dialog.dataset.found} ${groups.size}` : dialog.dataset.none;
    list.append(...[...groups.values()].slice(0, MOST).map((places) => item(places, words)));
  };

  let asked = 0;
  const load = () => {
    if (asked || books.length) return;
    const files = dialog.dataset.files.split(" ").filter(Boolean);
    asked = files.length;
    for (const file of files) {
      const script = document.createElement("script");
      script.src = `${base}/${file}`;
      document.head.append(script);
    }
  };

  const open = () => {
    load();
    if (!dialog.open) dialog.showModal();
    field.focus();
    field.select();
  };

  document.querySelectorAll(".crex-find-open").forEach((button) => button.addEventListener("click", open));
  field.addEventListener("input", show);
  scope.addEventListener("input", show);
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("a")) dialog.close();
  });
  dialog.querySelector("form").addEventListener("submit", (event) => {
    if (event.submitter?.value === "close") return;
    event.preventDefault();
    list.querySelector("a")?.click();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault(); // a search field would only be emptied by it
      dialog.close();
      return;
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.target === scope) return;
    event.preventDefault();
    const all = [field, ...list.querySelectorAll(".crex-find-hit")];
    const at = all.indexOf(document.activeElement);
    all[Math.min(Math.max(at + step, 0), all.length - 1)].focus();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    open();
  });
})();
