"""The generated module made leaner: small functions put in place, loops freed of what they need not repeat."""

from __future__ import annotations

import ast

from crex_dsl.engine.hoisting import Hoister
from crex_dsl.engine.inlining import Inliner
from crex_dsl.engine.listing import listed
from crex_dsl.engine.reading import Readers
from crex_dsl.engine.remembering import Rememberer
from crex_dsl.engine.sharing import Sharer


def tuned(text: str) -> str:
    """The text of a generated module with every function that only reads made leaner."""
    module = ast.parse(text)
    readers = Readers(module)
    inliner, hoister, sharer = Inliner(readers), Hoister(readers), Sharer(readers)
    for name in readers.pure:
        inliner.answer(name)  # before anything is rewritten
    reading = [node for node in readers.functions.values() if node.name in readers.reading]
    for node in reading:
        node.body = listed(node.body)
        inliner.function(node)
        hoister.function(node)
        sharer.function(node)
    rememberer = Rememberer(readers)
    for node in reading:
        rememberer.lists(node)
    lines = text.splitlines()
    made: list[str] = []
    done = 0
    for node in reading:
        made += [*lines[done : node.lineno - 1], ast.unparse(node)]
        done = node.end_lineno or node.lineno
    twins = [ast.unparse(node) for node in rememberer.twins()]
    return "\n".join([*made, *twins, *lines[done:], ""])
