"""Whether a game is even: wins at equal strength, level by level, and what decides."""
