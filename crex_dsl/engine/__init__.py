"""A rulebook to a program, a program to positions: compiled, run, masked, explained, saved."""
