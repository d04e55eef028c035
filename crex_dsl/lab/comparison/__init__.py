"""The same seeds under several rulebooks: effects, reports, plots."""
