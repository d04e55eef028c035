"""What pages are made from: games, books, clauses, examples."""
