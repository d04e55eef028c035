"""Why an action is legal or not, here and under other rulebooks."""
