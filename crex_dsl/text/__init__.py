"""Words of any language: folded, stemmed, spelled, listed, put into messages."""
