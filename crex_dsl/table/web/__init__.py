"""What runs in the web process: addresses, cookies, events, and no rule of any game."""
