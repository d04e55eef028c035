"""Set-ups and worked examples of the rule files, laid out and played."""
