"""How a rulebook becomes a program: layout, lowering, analyses, emission, transformations."""
