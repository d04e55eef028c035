"""The talking part of a program: texts, reasons, secrecy, and what tools ask."""
