"""Terms and procedures to Python text."""
