"""What lasts: tables, seats, decisions and rule files in a database, and nothing acknowledged before it is there."""
