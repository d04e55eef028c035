"""Which edition and which options, and what there is to choose from."""
