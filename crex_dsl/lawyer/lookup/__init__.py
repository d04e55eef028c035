"""Clauses by number, heading, id or ruling, in this edition and the others."""
