"""A small game in which the weights are wrong: whoever has most coins wins, and bots would rather have stones."""

HEAD = """\
game tiny "Heaps"
    players ann, bob
    begins with play

stage round in game

"""

HEAPS = """\
clause heaps "Heaps"
    state coins(player): 0..100, starts at 0
    state stones(player): 0..100, starts at 0
    state luck: 1..6, starts at 1
    procedure play
        repeat 6 times
            open round
                for each p in players
                    roll 1 die
                    luck becomes total of dice
                    p chooses take-coins, take-stones
        if coins(ann) > coins(bob)
            end game won by ann
        if coins(bob) > coins(ann)
            end game won by bob
        end game drawn
    action take-coins in round
        text "coins"
        do
            coins(actor) += luck
    action take-stones in round
        text "stones"
        do
            stones(actor) += 7 - luck
    permit take-coins
    permit take-stones

worth(p: player) each round
    "coins" counts 2 for coins(p)
    "stones" counts 3 for stones(p)
    "what never changes" counts 7 against 4
"""
