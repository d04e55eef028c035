"""A procedure of the rules as a picture, and as a list of the same steps."""
