"""The site built, served and checked."""
