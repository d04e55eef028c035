"""Why, and what happened: legality with its reasons, the log, traces."""
