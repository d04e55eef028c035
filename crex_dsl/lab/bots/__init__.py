"""Bots: who answers for a side, knowing what that side knows."""
