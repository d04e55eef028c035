"""How a scene comes out: counted exactly where that is feasible, sampled where not."""
