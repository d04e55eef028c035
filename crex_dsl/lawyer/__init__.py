"""What the rules say: clauses and rulings by number or word, how editions differ, why an action is legal."""
