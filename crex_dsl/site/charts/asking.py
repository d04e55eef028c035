"""How a decision is put: who is asked, and how."""

from __future__ import annotations

from crex_dsl.site.charts.flow import Choice
from crex_dsl.site.phrasebook import Phrases


def asked(choice: Choice, language: str) -> str:
    """Who is asked and how, before what there is to choose."""
    say = Phrases(language)
    if choice.mode == "together":
        text = say("chart-together")
    else:
        text = say(f"chart-{choice.mode}", who=f", {say('chart-then')} ".join(choice.who))
    return capital(say("chart-offers", asked=text) if choice.offers else text)


def capital(text: str) -> str:
    """A text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
