"""Shares and means with their confidence intervals, and paired tests."""
