"""What a reader would stumble over on a page, found by scripts in it: faint text, wide things, things without names."""

FAINT = """
// Every text whose contrast with what is behind it is too low for its size, with the ratio (WCAG 2.1, 1.4.3).
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const colours = new Map();
const rgba = (text) => {
  if (!colours.has(text)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    colours.set(text, [r, g, b, a / 255]);
  }
  return colours.get(text);
};
const over = (top, below) => {
  const a = top[3];
  return [0, 1, 2].map((i) => top[i] * a + below[i] * (1 - a)).concat([1]);
};
const behind = (element) => {
  const layers = [];
  for (let each = element; each; each = each.parentElement) {
    const colour = rgba(getComputedStyle(each).backgroundColor);
    if (colour[3] > 0) layers.push(colour);
    if (colour[3] >= 1) break;
  }
  return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
};
const light = ([r, g, b]) => {
  const [x, y, z] = [r, g, b].map((v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const faint = new Map();
for (const root of document.querySelectorAll(arguments[0])) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    if (!/[\\p{L}\\p{N}]/u.test(text) || element.closest('script, style, title, desc')) continue;
    const style = getComputedStyle(element);
    const drawn = element instanceof SVGElement;
    const box = element.getBoundingClientRect();
    const shown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    if (!shown || !box.width || !box.height || parseFloat(style.fontSize) === 0) continue;
    if (element.matches('.headerlink, .headerlink *')) continue;  // shown on hover
    const ground = behind(element);
    if (drawn) continue;  // what is behind it is drawn too
    let opacity = 1;
    for (let each = element; each; each = each.parentElement) opacity *= parseFloat(getComputedStyle(each).opacity);
    const colour = rgba(style.color);
    const [one, two] = [light(over([...colour.slice(0, 3), colour[3] * opacity], ground)), light(ground)];
    const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && parseInt(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) {
      const kind = element.tagName.toLowerCase() + (element.className ? '.' + element.className : '');
      if (!faint.has(kind)) faint.set(kind, `${kind} ${ratio.toFixed(2)}: ${text.slice(0, 40)}`);
    }
  }
}
return [...faint.values()];
"""

OVERFLOWING = """
// What sticks out of the window to the right, unless it scrolls or is cut within something that does not.
const wide = document.documentElement.clientWidth;
const held = (element) => {
  for (let each = element.parentElement; each && each !== document.body; each = each.parentElement) {
    const style = getComputedStyle(each);
    if (style.overflowX !== 'visible' && each.getBoundingClientRect().right <= wide + 1) return true;
    if (style.position === 'fixed') return true;
  }
  return false;
};
const found = [];
for (const element of document.querySelectorAll('.md-content *, .md-header *, .md-footer *')) {
  const box = element.getBoundingClientRect();
  if (box.width && box.right > wide + 1 && element.checkVisibility({ visibilityProperty: true }) && !held(element))
    found.push(`${element.tagName} ${element.getAttribute('class') || ''} ends at ${Math.round(box.right)}`);
}
return found.slice(0, 5);
"""

UNFOLD = "for (const each of document.querySelectorAll('details')) each.open = true"

HEADINGS = """
return [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
  .filter((each) => each.checkVisibility())
  .map((each) => [parseInt(each.tagName[1]), each.textContent.trim()])
"""

UNNAMED = """
// Links, buttons, pictures and inputs that a voice could not name.
const named = (each) =>
  (each.getAttribute('aria-label') || each.getAttribute('title') || each.getAttribute('alt') || '').trim() ||
  (each.getAttribute('aria-labelledby') || '').split(' ').some((id) => id && document.getElementById(id)) ||
  (each.labels && [...each.labels].some(named)) ||
  each.textContent.trim() ||
  [...each.querySelectorAll('img, svg')].some((inner) => named(inner));
const found = [];
for (const each of document.querySelectorAll('a[href], button, img, svg, input, select')) {
  if (each.closest('[aria-hidden=true]') || !each.checkVisibility()) continue;
  if (each.matches('img[alt=""]')) continue;
  if (each.matches('svg') && (each.closest('a, button, label, summary') || each.parentElement.closest('svg'))) continue;
  if (!named(each)) found.push(each.outerHTML.slice(0, 120));
}
return found;
"""

UNMARKED = """
// Whether the thing that has the focus shows it: by an outline, or by looking other than it did without.
const element = document.activeElement;
if (element === document.body) return null;
if (element.matches('.md-search__input') && document.getElementById('__search').checked) return null;  // it unfolds
const around = [element, element.nextElementSibling, element.closest('form'), ...(element.labels || [])];
const look = () => around.filter(Boolean).flatMap((each) => [each, ...each.querySelectorAll('*')]).map((each) => {
  const style = getComputedStyle(each);
  return [style.outlineStyle, style.outlineWidth, style.boxShadow, style.borderColor, style.color,
          style.backgroundColor, style.textDecorationLine].join();
}).join(';');
const style = getComputedStyle(element);
if (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) return null;
const focused = look();
element.blur();
const same = look() === focused;
element.focus({ focusVisible: true });
return same ? element.outerHTML.slice(0, 120) : null;
"""
