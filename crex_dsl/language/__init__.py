"""Rule text to nodes: the grammar, the parser, the formatter and every diagnostic's look."""
