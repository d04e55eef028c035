"""Programs that tell what they do: counters and probes beside the same play."""
