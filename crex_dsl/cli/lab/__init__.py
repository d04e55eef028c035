"""Many games: simulated, compared, odds."""
