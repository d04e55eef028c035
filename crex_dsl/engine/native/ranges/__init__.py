"""What numbers of a generated module can become: ranges, arithmetic on them, and the fixpoint over all functions."""
