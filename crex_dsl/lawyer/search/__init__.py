"""Clauses by word, in any language: index, query, ranking, snippets."""
