"""Facts about terms: folded, assumed, implied, read and written, secret, bounded in cost."""
