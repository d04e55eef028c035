"""What a rule file says, as plain nodes that know where they stand."""

from __future__ import annotations

import functools

from crex_dsl.language.nodes.actions import *
from crex_dsl.language.nodes.base import *
from crex_dsl.language.nodes.clauses import *
from crex_dsl.language.nodes.declarations import *
from crex_dsl.language.nodes.examples import *
from crex_dsl.language.nodes.expressions import *
from crex_dsl.language.nodes.headers import *
from crex_dsl.language.nodes.kinds import *
from crex_dsl.language.nodes.languages import *
from crex_dsl.language.nodes.statements import *
from crex_dsl.language.nodes.tools import *
from crex_dsl.language.nodes.types import *


@functools.cache
def node_class(rule: str) -> type[Node]:
    """The node that the grammar's rule of that name makes."""
    found: type[Node] = globals()["".join(part.capitalize() for part in rule.strip("_").split("_"))]
    assert issubclass(found, Node)
    return found
