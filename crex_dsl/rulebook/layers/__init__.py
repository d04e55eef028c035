"""Layers laid over one another: the clauses of one selection, not yet resolved."""
