"""Random procedures: loops, stages, triggers and choices put together in ways that nobody would think of."""

from __future__ import annotations

import random

HEAD = """\
game tiny "Tiny"
    players ann, bob
    begins with play

kind unit is u1, u2, u3, u4
kind spot is here, there
stage day in game with hour: 0..9, host: player starts at bob
stage meal in day with course: 0..9
stage nap in day

clause memory "Memory"
    tally clock
    tally trace
    state at(unit): spot, starts at here
    state hp(unit): 0..9, starts at 3
    set chosen of unit
    set fed of unit per meal
    tally steps_today per day
    tally fuel
    procedure note(k: number)
        clock += 1
        trace += clock * k
    action poke(unit) in game
        text "poke {unit}"
        do
            hp(unit) becomes max(hp(unit) - 1, 0)
            do note(hp(unit) + 2)
    permit poke(unit) when hp(unit) > 0 and fuel < 40
    action shift(unit, spot) in game
        text "shift {unit} {spot}"
        do
            at(unit) becomes spot
            fuel += 1
            do note(5)
    permit shift(unit, spot) when at(unit) is not spot and fuel < 40
    forbid shift(unit, spot) when actor is bob and unit is u4
    action mark(unit) in game unordered
        text "mark {unit}"
        do
            add unit to chosen
    permit mark(unit) when unit not in chosen
    action nod in game
        text "nod"
        do
            fuel += 1
            do note(3)
    permit nod
    action wink in game
        text "wink"
        do
            do note(4)
    permit wink when fuel < 40
"""
STAGES = {"game": [], "day": ["day"], "meal": ["meal", "day"], "nap": ["nap", "day"]}
OFTEN = {"each": 2, "ask": 3, "perform": 2, "open": 2}
SORTS = ("branch", "each", "count", "times", "loop", "ask", "together", "perform", "open", "leave", "let")
FEW = ("2", "size of chosen", "min(fuel, 2)")


class Script:
    """Writes the procedures of one random game."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.names = 0
        self.callable: list[tuple[str, str]] = []  # name and stage of the procedures that may be called
        self.lines: list[str] = []

    def game(self) -> str:
        """The clauses."""
        self.add(0, 'clause procedures "Procedures"')
        for number in range(5):
            stage = self.rng.choice(["game", "day", "day", "meal"])
            self.add(1, f"procedure p{number}" + ("" if stage == "game" else f" in {stage}"))
            self.block(2, stage, 3)
            self.callable.append((f"p{number}", stage))
        self.add(1, "procedure play")
        self.add(2, "repeat 4 times")
        self.add(3, "fuel += 1")
        for _ in range(3):
            self.block(3, "game", 4)
        self.add(2, "end game drawn")
        self.add(0, 'clause hanging "Hanging"')
        self.add(1, "after wink when fuel > 3")
        self.add(2, "do note(6)")
        self.triggers()
        return "\n".join(self.lines) + "\n"

    def triggers(self) -> None:
        """What hangs on procedures, calling only those before them, and on stages."""
        procedures = self.callable
        for number, (name, stage) in enumerate(procedures):
            self.callable = procedures[:number]
            for sort in ("before", "after", "instead of"):
                if self.rng.random() < 0.3:
                    always = sort != "instead of" and self.rng.random() < 0.5
                    self.add(1, f"{sort} {name}" + ("" if always else f" when {self.condition(stage)}"))
                    self.block(2, stage, 2)
        self.callable = []
        for stage in ("day", "meal", "nap"):
            for edge in ("begins", "ends"):
                if self.rng.random() < 0.6:
                    always = self.rng.random() < 0.7
                    self.add(1, f"when {stage} {edge}" + ("" if always else f" if {self.condition(stage)}"))
                    if self.rng.random() < 0.5:
                        self.add(2, "host chooses nod, wink")
                    self.block(2, stage, 2)

    def add(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def condition(self, stage: str, unit: str = "") -> str:
        """A condition that can be asked in a stage, perhaps about a unit."""
        options = ["clock > 9", "fuel < 6", "size of chosen > 1", "some u in chosen", "hp(u1) > 1", "at(u2) is here"]
        if stage != "game":
            options += ["hour > 2", "steps_today < 2", "host is bob"]
        if stage == "meal":
            options += ["course = 1", "u1 in fed"]
        if unit:
            options += [f"hp({unit}) > 1", f"at({unit}) is here", f"{unit} not in chosen", f"{unit} in chosen"] * 2
        first = self.rng.choice(options)
        return f"{first} and {self.rng.choice(options)}" if self.rng.random() < 0.25 else first

    # ---- steps ----
    def block(self, depth: int, stage: str, level: int, unit: str = "") -> None:
        """Some steps, indented by a depth."""
        for _ in range(self.rng.randint(1, 3)):
            self.step(depth, stage, level, unit)

    def step(self, depth: int, stage: str, level: int, unit: str) -> None:
        """One step: a plain change, or something with steps inside as long as the level allows."""
        self.names += 1
        if level <= 0 or self.rng.random() < 0.35:
            self.add(depth, self.change(stage, unit))
            return
        sort = self.rng.choices(SORTS, [OFTEN.get(sort, 1) for sort in SORTS])[0]
        getattr(self, f"_{sort}")(depth, stage, level - 1, unit)

    def target(self, unit: str) -> str:
        return self.rng.choice([unit or "u1", unit or "u2", "u2", "u3", "u4"])

    def change(self, stage: str, unit: str) -> str:
        rng, target = self.rng, self.target(unit)
        options = [
            f"do note({rng.randint(1, 9)})",
            f"hp({target}) becomes {rng.randint(0, 4)}",
            f"at({target}) becomes {rng.choice(['here', 'there'])}",
            f"add {target} to chosen",
            f"remove {target} from chosen",
            "clear chosen",
            "fuel += 1",
        ]
        if stage != "game":
            options += ["steps_today += 1", "hour becomes min(hour + 1, 9)", "host becomes enemy of host"]
        if stage == "meal":
            options += [f"add {target} to fed", "course becomes 1"]
        return rng.choice(options)

    def _branch(self, depth: int, stage: str, level: int, unit: str) -> None:
        self.add(depth, f"if {self.condition(stage, unit)}")
        self.block(depth + 1, stage, level, unit)
        if self.rng.random() < 0.5:
            self.add(depth, "otherwise")
            self.block(depth + 1, stage, level, unit)

    def _each(self, depth: int, stage: str, level: int, unit: str) -> None:
        name = f"x{self.names}"
        source = self.rng.choice([f"{name}: unit", f"{name} in chosen", f"{name} in [u3, u1, u4]"])
        where = f" where {self.condition(stage, name)}" if self.rng.random() < 0.7 else ""
        counting = self.rng.random() < 0.5
        self.add(depth, f"for each {source}{where}" + (f" counting i{self.names}" if counting else ""))
        if counting:
            self.add(depth + 1, f"do note(i{self.names})")
        self.block(depth + 1, stage, level, name)

    def _count(self, depth: int, stage: str, level: int, unit: str) -> None:
        self.add(depth, f"for each n{self.names} from 1 to {self.rng.choice(FEW)}")
        self.block(depth + 1, stage, level, unit)

    def _times(self, depth: int, stage: str, level: int, unit: str) -> None:
        self.add(depth, f"repeat {self.rng.choice(FEW)} times")
        self.block(depth + 1, stage, level, unit)

    def _loop(self, depth: int, stage: str, level: int, unit: str) -> None:
        self.add(depth, f"while fuel < {self.rng.randint(2, 9)}")
        self.add(depth + 1, "fuel += 1")
        self.block(depth + 1, stage, level, unit)

    def _ask(self, depth: int, stage: str, level: int, unit: str) -> None:
        rng, target = self.rng, self.target(unit)
        who = rng.choice(["ann", "bob"] if stage == "game" else ["ann", "bob", "host"])
        offers = ["poke", "shift", "mark", "nod", "wink", f"poke({target})", f"shift({target}, any)"]
        actions = ", ".join(rng.sample(offers, 2))
        match rng.randrange(3):
            case 0:
                self.add(depth, f"{who} chooses {actions}")
                self.add(depth + 1, "otherwise")
                self.block(depth + 2, stage, level, unit)
            case 1:
                self.add(depth, f'{who} may choose {actions} or "no"')
            case _:
                self.add(depth, f'{who} may keep choosing {rng.choice(["mark", "mark, shift", "poke"])} or "no"')

    def _together(self, depth: int, stage: str, level: int, unit: str) -> None:
        self.add(depth, "together each p in players chooses nod, wink")

    def _perform(self, depth: int, stage: str, level: int, unit: str) -> None:
        fitting = [name for name, of in self.callable if of == "game" or of in STAGES[stage]]
        self.add(depth, f"do {self.rng.choice(fitting)}" if fitting else "do note(7)")

    def _open(self, depth: int, stage: str, level: int, unit: str) -> None:
        inner = {"game": "day", "day": self.rng.choice(["meal", "nap"])}.get(stage)
        if inner is None:
            self.add(depth, "do note(8)")
            return
        field = {"day": "hour", "meal": "course"}.get(inner)
        self.add(depth, f"open {inner}" + (f" with {field} is {self.rng.randint(0, 4)}" if field else ""))
        self.block(depth + 1, inner, level, unit)

    def _leave(self, depth: int, stage: str, level: int, unit: str) -> None:
        ends = [f"end {name}" for name in STAGES[stage]]
        self.add(depth, f"if {self.condition(stage, unit)}")
        self.add(depth + 1, self.rng.choice(["return", *ends, *ends[1:]]))

    def _let(self, depth: int, stage: str, level: int, unit: str) -> None:
        name = f"y{self.names}"
        self.add(depth, f"let {name} be {self.rng.choice(['fuel', 'size of chosen', 'hp(u2)'])}")
        self.step(depth, stage, level, unit)
        self.add(depth, f"do note({name})")
