"""Rule files checked and laid out, and the site built."""
