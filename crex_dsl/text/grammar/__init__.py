"""What rules say: a tree of phrases, and a grammar that puts it into words."""
