"""What happens when rules are played many times: bots, simulation, statistics, comparisons, odds."""
