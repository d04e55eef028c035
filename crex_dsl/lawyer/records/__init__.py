"""The clauses of a rulebook as plain data, kept in the cache."""
