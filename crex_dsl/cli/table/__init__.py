"""At the table: played, replayed, explained."""
