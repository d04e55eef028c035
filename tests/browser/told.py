"""What a page tells, by the language that it says it is in: texts, labels, titles, alternatives and placeholders."""

from collections.abc import Iterable, Mapping

from tests.browser.reader import Reader
from tests.rules.foreign_words import ForeignWords

# Notation is the same in any language; what is typed by people is in theirs.
TOLD = """
const skipped = 'script, style, noscript, template, pre, code, kbd, samp, textarea, [translate="no"]';
const attributes = ['aria-label', 'title', 'alt', 'placeholder', 'aria-description', 'data-title', 'content'];
const found = {};
const note = (element, text) => {
  if (!text || !/\\p{L}/u.test(text)) return;
  const language = element.closest('[lang]')?.getAttribute('lang') || '';
  (found[language] ||= new Set()).add(text.replace(/\\s+/g, ' ').trim());
};
note(document.documentElement, document.title);
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
while (walker.nextNode()) {
  const node = walker.currentNode;
  const element = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
  if (element.closest(skipped)) continue;
  if (node.nodeType === Node.TEXT_NODE) note(element, node.data);
  else for (const name of attributes) note(element, element.getAttribute(name));
}
return Object.fromEntries(Object.entries(found).map(([language, texts]) => [language, [...texts]]));
"""


def told(reader: Reader) -> dict[str, list[str]]:
    """By language, what the page that is open tells."""
    texts: dict[str, list[str]] = reader.run(TOLD)
    return texts


def strange(texts: Mapping[str, Iterable[str]], known: Mapping[str, ForeignWords]) -> dict[str, str]:
    """By word, what is told in another language than the page says; a language that nobody knows is itself strange."""
    found: dict[str, str] = {}
    for language, lines in texts.items():
        if language not in known:
            found[f"language {language!r}"] = next(iter(lines))
        else:
            found |= {f"{language}: {word}": line for word, line in known[language].found(lines).items()}
    return found
