"""Nodes to rulebook: find the files, lay the layers over one another, resolve, type and cite."""
