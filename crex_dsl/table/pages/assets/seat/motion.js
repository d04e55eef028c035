// What has moved between two pictures of a board: pieces that are known by their ids glide from where they stood.

const GLIDE = 700;

/** Where each piece of a picture stands that can be told from all others. */
export function standing(picture) {
  const found = new Map();
  for (const piece of picture?.querySelectorAll('[data-layer="pieces"] [data-kind]') || []) {
    const at = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(piece.getAttribute("transform") || "");
    if (at && !piece.dataset.id.startsWith("?"))
      found.set(`${piece.dataset.kind} ${piece.dataset.id}`, { piece, x: +at[1], y: +at[2] });
  }
  return found;
}

/** Let pieces glide from where they stood, unless somebody wants things calm. */
export function glide(before, picture) {
  if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [key, now] of standing(picture)) {
    const then = before.get(key);
    if (!then || Math.hypot(now.x - then.x, now.y - then.y) < 16) continue;
    now.piece.animate(
      [{ transform: `translate(${then.x}px, ${then.y}px)` }, { transform: `translate(${now.x}px, ${now.y}px)` }],
      { duration: GLIDE, easing: "ease-in-out" },
    );
  }
}
