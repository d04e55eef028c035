"""What the books say: editions, clauses, differences, open questions."""
