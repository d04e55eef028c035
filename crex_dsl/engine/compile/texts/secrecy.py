"""Who may see what, as functions of a state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crex_dsl.rulebook import terms as t

if TYPE_CHECKING:
    from crex_dsl.engine.compile.texts.text_emitter import TextEmitter


# ---- secrecy ----
def seers(emitter: TextEmitter, secrecy: t.Secrecy) -> str:
    env = emitter.env(secrecy.subjects)
    tests: list[str] = []
    for seer in secrecy.seers:
        parts = [] if seer.who is None else [f"viewer == {emitter.x.value(seer.who, env)}"]
        parts += [] if seer.when is None else [emitter.x.test(seer.when, env)]
        tests.append(" and ".join(parts) or "True")
    name = emitter.unit.name("y")
    emitter.unit.function(
        name, ["S", "viewer", *env.values()], [f"return bool({' or '.join(f'({p})' for p in tests)})"]
    )
    return name


def emit_secrecy(emitter: TextEmitter) -> None:
    sees, guesses = [], []
    for state in emitter.layout.memory:
        sees.append("None" if state.seen is None else seers(emitter, state.seen))
        if state.seen is None or state.seen.guess is None:
            guesses.append("None")
        else:
            env = emitter.env(state.seen.subjects)
            ends = [emitter.x.value(term, env) for term in state.seen.guess]
            guesses.append(emitter.lambda_text(env, f"({', '.join(ends)})"))
    emitter.table("REMEMBERED", emitter.remembered.rows())
    emitter.table("SEES", sees)
    emitter.table("GUESSES", guesses)
    rows = [f"{kind.name!r}: {seers(emitter, secrecy)}" for kind, secrecy in emitter.book.world.identities.items()]
    emitter.tables.append(f"IDENTITIES = {{{', '.join(rows)}}}")
