// Who comes in at the first page is led to the one in his language, once; where he goes from there, he stays.
(() => {
  try {
    const known = sessionStorage.getItem("crex-reader");
    sessionStorage.setItem("crex-reader", "here");
    if (known) return;
  } catch {
    return; // without a memory he might never come back to this one
  }
  const others = [...document.querySelectorAll(".crex-start-languages a[hreflang]")];
  for (const wanted of navigator.languages) {
    const [language] = wanted.split("-");
    if (!others.length || language === document.documentElement.lang) return;
    const found = others.find((each) => each.hreflang === language);
    if (found) return location.replace(found.href);
  }
})();
