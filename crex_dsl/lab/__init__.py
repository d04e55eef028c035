"""What happens when rules are played many times: bots, games in series, and what they add up to."""
