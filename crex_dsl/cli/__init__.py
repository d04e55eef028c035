"""The command line: one module per command, each asking the layers below and telling what they answer."""
