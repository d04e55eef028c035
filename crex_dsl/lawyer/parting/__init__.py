"""Where two rulebooks part: positions in which they allow different actions, or make different things of one."""
