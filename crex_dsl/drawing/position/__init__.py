"""A position as one side sees it, drawn: pieces on the board, trays, tables, marks and arrows."""
