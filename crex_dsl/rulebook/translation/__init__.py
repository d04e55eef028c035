"""Texts of the rule files in further languages: found, put in their places, and counted where they are missing."""
