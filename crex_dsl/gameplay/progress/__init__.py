"""How far a game has come: all of it in little room, where play stands, how everybody stands at the end."""
