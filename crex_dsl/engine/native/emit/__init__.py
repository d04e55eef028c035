"""Generated functions as WebAssembly text: statements, conditions, numbers of one word or several, lists, calls."""
