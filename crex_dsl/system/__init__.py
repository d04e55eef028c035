"""The machine: cache, files from outside, the console."""
