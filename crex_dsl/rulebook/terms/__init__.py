"""The typed form of the rules: every name resolved, every expression typed, nothing left to look up."""

from crex_dsl.rulebook.terms.named import *
from crex_dsl.rulebook.terms.steps import *
from crex_dsl.rulebook.terms.values import *
