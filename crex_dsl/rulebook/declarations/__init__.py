"""What names mean: kinds, tables, memory, definitions, actions and procedures, declared and built."""
