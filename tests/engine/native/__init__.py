"""The native engine: the same as Python, to the bit."""
