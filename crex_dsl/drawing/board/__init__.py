"""The board and the pieces of a game, drawn as its rule files say."""
