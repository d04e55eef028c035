"""What only the whole rulebook shows: circles, stages, ranges, decisions where none may be."""
