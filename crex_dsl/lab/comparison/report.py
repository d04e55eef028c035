"""The report of a comparison: one page that needs nothing else, and tells all that it takes to repeat it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from crex_dsl.lab.comparison.blind_spots import blind_spots
from crex_dsl.lab.comparison.compare import Comparison
from crex_dsl.lab.comparison.game_metrics import ended
from crex_dsl.lab.comparison.headline import headlines, seating
from crex_dsl.lab.comparison.ladder import Rung
from crex_dsl.lab.comparison.plots import inline
from crex_dsl.lab.comparison.wording import chance, correlated, difference, figure, interval, unrepeatable, verdict
from crex_dsl.lab.plot_style import NoPlots
from crex_dsl.lab.plot_style import ready as plots_ready
from crex_dsl.text.messages import figure_as_said, number_as_said, said, spoken

if TYPE_CHECKING:
    from jinja2 import Environment


TEMPLATE = "report.html.jinja"


def ready() -> None:
    """Nothing, if reports can be written; otherwise raises NoPlots."""
    plots_ready()
    try:
        import jinja2  # noqa: F401
    except ImportError:
        raise NoPlots(said("reports need Jinja2: install it with `pip install crex[lab]`")) from None


def report(found: Comparison, version: str, command: str, ladder: Sequence[Rung] = ()) -> str:
    """The page: rulebooks, bots and seeds, what is significant, plots, every effect, and what went wrong."""
    from markupsafe import Markup

    page = environment().get_template(TEMPLATE)
    drawn = [(title, Markup(text)) for title, text in inline(found)]
    return page.render(
        language=spoken(),
        found=found,
        headlines=headlines(found),
        ladder=ladder,
        bots=list(dict.fromkeys(name for book in found.rulebooks for name in book.bots.values())),
        version=version,
        command=command,
        plots=drawn,
    )


@cache
def environment() -> Environment:
    """What makes pages of templates."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    made = Environment(
        loader=PackageLoader("crex_dsl.lab.comparison", "layouts"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.globals["say"] = said
    made.filters |= {
        "before": lambda effect: figure(effect, effect.before),
        "after": lambda effect: figure(effect, effect.after),
        "difference": difference,
        "interval": interval,
        "chance": chance,
        "correlated": correlated,
        "unrepeatable": unrepeatable,
        "verdict": verdict,
        "seating": seating,
        "blind_spots": blind_spots,
        "ended": lambda ending: ended(ending.kind, ending.called),
        "number": number_as_said,
        "percent": _percent,
        "decimal": lambda number: figure_as_said(f"{number:.2f}"),
        "between": lambda of: said("{low} to {high}", low=_percent(of.low), high=_percent(of.high)),
        "css": lambda part: f"{100 * part:.2f}%",
    }
    return made


def _percent(part: float) -> str:
    return figure_as_said(f"{100 * part:.1f}%")
