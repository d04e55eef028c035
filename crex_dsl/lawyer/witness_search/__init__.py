"""Positions that show how two rulebooks differ: searched for, weighed and told."""
