"""Every rulebook that a game's files can make, built, compiled and tried."""
