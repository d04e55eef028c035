"""The command line: one module per command, each asking the layers below and telling what they answer."""

import gc

gc.set_threshold(100_000)  # a command makes many things as it starts and drops few: to look for those takes too long
