"""What the rules say: clauses and rulings by number, id or word, from rulebooks that need not be built again."""
