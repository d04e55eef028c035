// Drawings are light or dark as the rest of the page is: their style sheet goes by an attribute, the page by the system.

const dark = window.matchMedia("(prefers-color-scheme: dark)");

function follow() {
  document.documentElement.dataset.mdColorScheme = dark.matches ? "slate" : "default";
}

dark.addEventListener("change", follow);
follow();
