"""Where memory stands, and procedures with their triggers woven in."""
