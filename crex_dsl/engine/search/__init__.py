"""What searches are made of: pools of states, orders tried out in them, scripts that play on."""
