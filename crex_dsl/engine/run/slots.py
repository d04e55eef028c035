"""The first slots of every position, and the numbers of the points where play stops."""

from __future__ import annotations

# The first slots of every position.
CHANCE = 0  # the generator's state; below 0 when chance is taken over
POINT = 1  # where play stands: a step or a decision point
ENDING = 2  # 0 while the game goes on, 1 when it is won, 2 when it is drawn
WINNERS = 3  # the set of winners
LEAVING = 4  # how deep the stage lies that is being left early; 0 where nobody leaves
SITE = 5  # where the game ended, the number of a place in the rules
FREELY = 6  # 1 where unordered picks may come in any order, as examples write them
HEAD = 7

# Steps are numbered from 0, the points where play stops from here on.
POINTS = 1 << 20
OVER = POINTS
IDLE = POINTS + 1

NOWHERE = -1  # the site of a game that no rule ended: it ran out
PICKS = -1  # unordered picks are gone through; nothing in a state tells how many are left
