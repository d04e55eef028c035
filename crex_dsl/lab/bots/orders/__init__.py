"""Orders: a side's answers in a row, drawn, put together, tried out and compared."""
