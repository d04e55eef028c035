"""Nodes to one edition with its options: files found, layers laid over one another, names resolved, all of it typed."""
