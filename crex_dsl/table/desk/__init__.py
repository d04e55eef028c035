"""What runs in processes of their own: rules loaded, decisions taken, seats told what they may know, bots."""
