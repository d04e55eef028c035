"""The command `crex`: its commands, and how an error becomes a sentence and an exit code."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any

import typer

from crex_dsl.cli.authoring import check, docs, fmt
from crex_dsl.cli.completion import words_made_whole
from crex_dsl.cli.configuration import command_language, settings
from crex_dsl.cli.errors import INTERRUPTED, WrongUsage, refused
from crex_dsl.cli.help_text import (
    SpokenCommand,
    SpokenGroup,
    UsageError,
    first_sentence,
    refused_usage,
    tell,
    write_rows,
)
from crex_dsl.cli.lab import balance, compare, odds, simulate, tune
from crex_dsl.cli.lookup import clause, concordance, diff, editions, find, options, rulings, show
from crex_dsl.cli.pager import paged
from crex_dsl.cli.table import play, replay, saves, serve, trace, why
from crex_dsl.text.messages import languages, listed_as_said, marked, said, speaking

NO_COLOR, LANG = "--no-color", "--lang"


PLAY, OTHERS = marked("Play"), marked("Others")
GROUPS = {
    PLAY: ("play", "serve", "saves", "replay", "why", "trace"),
    marked("Look up"): ("editions", "options", "show", "clause", "find", "diff", "concordance", "rulings", "assumed"),
    marked("Lab"): ("simulate", "odds", "compare", "balance", "tune"),
    marked("Write rules"): ("check", "fmt", "docs"),
}


class Answers(SpokenGroup):
    """Commands in groups, whose every refusal is a sentence on stderr, never a traceback."""

    def main(self, args: Sequence[str] | None = None, *rest: Any, **named: Any) -> Any:
        """Run a command in the language that is asked for, wherever that was typed."""
        arguments = list(sys.argv[1:] if args is None else args)
        language = _moved_to_front(LANG, arguments, self)
        with speaking(command_language(language)):
            tell(self)
            return super().main(arguments, *rest, **named)

    def make_context(self, *arguments: Any, **named: Any) -> Any:
        try:
            return super().make_context(*arguments, **named)
        except UsageError as error:
            raise refused_usage(error) from None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands by what they are for, each with its first sentence."""
        known = {name: command for name in self.list_commands(ctx) if (command := self.get_command(ctx, name))}
        grouped = {name for names in GROUPS.values() for name in names}
        for title, names in (*GROUPS.items(), (OTHERS, tuple(name for name in known if name not in grouped))):
            rows = [(name, first_sentence(known[name])) for name in names if name in known]
            write_rows(said(title), rows, formatter)

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (typer.Exit, typer.Abort):
            raise
        except UsageError as error:
            raise refused_usage(error) from None
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        except BrokenPipeError:  # whoever read our answer has read enough
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            raise typer.Exit from None
        except Exception as error:
            code = refused(error)
            if code is None:
                raise
            raise typer.Exit(code) from None


def _moved_to_front(flag: str, arguments: list[str], group: Any) -> str | None:
    """Let a flag be meant for the whole command, unless that knows it itself; the value that it has."""
    end = arguments.index("--") if "--" in arguments else len(arguments)
    place = next((k for k, word in enumerate(arguments[:end]) if word.partition("=")[0] == flag), None)
    if place is None:
        return None
    taken = arguments[place : place + 1 if "=" in arguments[place] else place + 2]
    command = group.commands.get(next((word for word in arguments if word in group.commands), ""))
    if command is not None and not any(flag in parameter.opts for parameter in command.params):
        del arguments[place : place + len(taken)]
        arguments[:0] = taken
    return taken[0].partition("=")[2] or taken[-1]


app = typer.Typer(
    name="crex",
    cls=Answers,
    rich_markup_mode=None,  # plain help: quick, and whole in a pipe
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
for name, command in (
    ("editions", editions.editions),
    ("options", options.options),
    ("show", show.show),
    ("clause", clause.clause),
    ("find", find.find),
    ("diff", diff.diff),
    ("concordance", concordance.concordance),
    ("rulings", rulings.rulings),
    ("assumed", rulings.assumed),
    ("simulate", simulate.simulate),
    ("odds", odds.odds),
    ("compare", compare.compare),
    ("balance", balance.balance),
    ("tune", tune.tune),
    ("check", check.check),
    ("fmt", fmt.fmt),
    ("play", play.play),
    ("serve", serve.serve),
    ("saves", saves.saves),
    ("replay", replay.replay),
    ("why", why.why),
    ("trace", trace.trace),
):
    app.command(name, cls=SpokenCommand)(command)
app.add_typer(docs.app, name="docs")


@app.callback(invoke_without_command=True)
def crex(
    ctx: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Say which crex this is.", is_eager=True)] = False,
    no_color: Annotated[bool, typer.Option(NO_COLOR, help="Do without colours, as NO_COLOR=1 does.")] = False,
    language: Annotated[
        str | None,
        typer.Option(
            LANG,
            metavar="LANGUAGE",
            help="The language in which crex speaks; else the one in your settings, else your locale's.",
        ),
    ] = None,
) -> None:
    """Board-game rulebooks as data: see what there is, read it, check it, play it.

    Exit codes: 0 answered, 1 the answer is no, 2 wrong usage.

    \b
    Examples:
      crex editions                      which games and editions there are
      crex options -g GAME               what can be chosen in a game
      crex show -e EDITION CLAUSE        what a clause says, and which layer says so
      crex clause 6.42 -e EDITION        what the book says under a number
      crex find WORDS                    where the book speaks of something
      crex diff EDITION EDITION          how two rulebooks differ
      crex rulings WORDS                 what the books leave open, and what we took
      crex simulate -n 1000              who wins, and what the clauses do in play
      crex odds SCENARIO NAME=VALUE      how a scene comes out, and how probably
      crex compare EDITION EDITION       what another rulebook does to the game
      crex balance EDITION               whether a rulebook is even, and what decides
      crex tune EDITION                  what counts for bots, learned from self-play
      crex check                         whether all rule files are in order
      crex play --as SIDE=random         a game against a bot
      crex serve                         tables in the browser
      crex saves                         the games that were saved
      crex docs serve                    the rulebooks as a site
      crex why SAVE ACTION               why an action is legal or not, and where it would be

    \b
    Environment:
      CREX_CACHE                         the folder where compiled rulebooks are kept; empty: nowhere
      CREX_CONFIG                        the file of settings: language, game, its edition, options and seats
      CREX_NATIVE                        0: play everything in Python
      CREX_SAVES                         the folder where games are saved
      CREX_TABLES                        the folder where tables in the browser are kept
      PAGER                              what long answers are read with on a terminal; empty: nothing
      NO_COLOR                           no colours
    """
    if language is not None and language not in languages():
        raise WrongUsage(
            said(
                "crex does not speak `{language}`: choose {known}",
                language=language,
                known=listed_as_said(languages(), "or"),
            )
        )
    if no_color:
        os.environ["NO_COLOR"] = "1"
    if version:
        from crex_dsl.engine.native.availability import engine_name
        from crex_dsl.system.cache import release

        typer.echo(f"crex {release()}, {engine_name()}")
    elif ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())
    else:
        if ctx.invoked_subcommand in GROUPS[PLAY]:
            settings()  # which must be readable
        return
    raise typer.Exit


def _spare_the_collector() -> None:
    """Let nobody look for garbage in what was imported, and seldom in the rest: an answer is given, and all is gone."""
    gc.freeze()
    gc.set_threshold(10_000)
    atexit.register(gc.freeze)


def main() -> None:
    """Run `crex` with the arguments of the process."""
    _spare_the_collector()
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # to look for some takes longer than an answer
    arguments = sys.argv[1:]
    ours = arguments[: arguments.index("--")] if "--" in arguments else arguments
    if NO_COLOR in ours:  # wherever it was typed, it is meant for the whole command
        arguments.remove(NO_COLOR)
        arguments.insert(0, NO_COLOR)
    named = [each for each in app.registered_commands if arguments and each.name == arguments[0]]
    if named:  # what is asked for by its name alone needs none of the others, which take a while to put together
        app.registered_commands, app.registered_groups = named, []
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # rather a question mark than a traceback
    try:
        with words_made_whole(), paged(arguments):
            app(arguments, prog_name="crex")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
