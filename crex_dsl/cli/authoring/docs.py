"""`crex docs`: the rulebooks and the guides as a site, built into a folder or served to a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crex_dsl.cli.arguments import GameName, RulePaths, games
from crex_dsl.cli.errors import INTERRUPTED, NoAnswer, WrongUsage, refused
from crex_dsl.cli.help_text import SpokenCommand, SpokenGroup
from crex_dsl.system.console import Bar, say
from crex_dsl.text.messages import said

if TYPE_CHECKING:
    from crex_dsl.site.publish.build import Building, Order


OutFolder = Annotated[
    Path, typer.Option("--out", metavar="FOLDER", help="The folder for the site; an older site goes.")
]
PdfFolder = Annotated[Path, typer.Option("--out", metavar="FOLDER", help="The folder for the PDFs.")]
HostOption = Annotated[str, typer.Option("--host", metavar="HOST", help="Who is served: 0.0.0.0 is the whole network.")]
PortOption = Annotated[int, typer.Option("--port", metavar="PORT", min=1, max=65535, help="The port to serve at.")]

NEEDED = ("mkdocs", "material")

app = typer.Typer(rich_markup_mode=None, cls=SpokenGroup)


@app.callback(invoke_without_command=True)
def docs(ctx: typer.Context) -> None:
    """Build or serve the rulebooks and the guides as a site.

    \b
    Examples:
      crex docs build                    the site as a folder that a browser can open
      crex docs pdf                      the rules of every edition, one PDF each
      crex docs serve                    the site at http://127.0.0.1:8000/, following every change
      crex docs build --help             more
    """
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())
        raise typer.Exit


@app.command(cls=SpokenCommand)
def build(out: OutFolder = Path("site"), game: GameName = None, rules: RulePaths = None) -> None:
    """Build the site of all games, or of one, into a folder.

    Its pages come from the rule files at hand and those named, with house editions of your own; they need no
    network. Every link is checked. An older site in the folder is replaced once the new one is whole; a folder
    that holds anything else is left alone.

    \b
    Examples:
      crex docs build
      crex docs build --out public -g GAME
      crex docs build --rules my-edition.crex
    """
    order = _order(rules, game)
    from crex_dsl.site.publish.build import TakenFolder, UnsoundSite
    from crex_dsl.site.publish.build import build as built

    try:
        with Bar(said("bar-building")) as bar:
            pages = built(order, out, bar.show)
    except TakenFolder as error:
        raise WrongUsage(str(error)) from None
    except UnsoundSite as error:
        raise NoAnswer(_unsound(error.findings)) from None
    say(
        said(
            "{count} page in {folder}: open {file}, or see it with `crex docs serve`, search and all.",
            "{count} pages in {folder}: open {file}, or see them with `crex docs serve`, search and all.",
            count=pages,
            folder=out,
            file=out / "index.html",
        )
    )


@app.command(cls=SpokenCommand)
def pdf(out: PdfFolder = Path("pdf"), game: GameName = None, rules: RulePaths = None) -> None:
    """Print the rules of every edition of all games, or of one, as one PDF each.

    The pages are those of the site, without anything but the rules; Chromium prints them.

    \b
    Examples:
      crex docs pdf
      crex docs pdf --out print -g GAME
      crex docs pdf --rules my-edition.crex
    """
    order = _order(rules, game)
    from crex_dsl.site.publish.build import UnsoundSite
    from crex_dsl.site.publish.pdf import NoBrowser, Unprinted, browser, print_books

    try:
        browser()
        with Bar(said("bar-building")) as bar:
            files = print_books(order, out, bar.show)
    except (NoBrowser, Unprinted) as error:
        raise NoAnswer(str(error)) from None
    except UnsoundSite as error:
        raise NoAnswer(_unsound(error.findings)) from None
    for file in files:
        say(str(file))


@app.command(cls=SpokenCommand)
def serve(
    host: HostOption = "127.0.0.1", port: PortOption = 8000, game: GameName = None, rules: RulePaths = None
) -> None:
    """Serve the site of all games, or of one, and build it anew when a rule file or a written page changes.

    Ctrl-C ends it.

    \b
    Examples:
      crex docs serve
      crex docs serve --port 8080 -g GAME
      crex docs serve --rules my-edition.crex
    """
    order = _order(rules, game, strict=False)
    from crex_dsl.site.publish.serve import NoAddress, Server

    bar = Bar(said("bar-building"))
    server = Server(order, host, port, bar.show)

    def ready(building: Building) -> None:
        bar.close()
        if building.findings:
            say(_unsound(building.findings), stderr=True)
        say(
            said(
                "{count} page at {address} (Ctrl-C ends it)",
                "{count} pages at {address} (Ctrl-C ends it)",
                count=building.pages,
                address=server.address,
            )
        )

    def broken(error: Exception) -> None:
        bar.close()
        if refused(error) is None:
            raise error

    try:
        server.serve(ready, broken)
    except NoAddress as error:
        raise WrongUsage(str(error)) from None
    except KeyboardInterrupt:
        say("\n" + said("Goodbye."))
        raise typer.Exit(INTERRUPTED) from None
    finally:
        bar.close()


def _order(rules: list[Path] | None, game: str | None, strict: bool = True) -> Order:
    """What is to be built, once we know that it can be."""
    from importlib.util import find_spec

    asked = games(rules or (), game)
    if not all(map(find_spec, NEEDED)):
        raise NoAnswer(said("the site is made with MkDocs, which is not installed: pip install 'crex[docs]'"))
    from crex_dsl.site.publish.build import Order

    return Order(rules or (), [files.id for files in asked] if game is not None else (), strict)


def _unsound(findings: list[str]) -> str:
    head = said("the site has {count} fault:", "the site has {count} faults:", count=len(findings))
    return "\n".join([head, *(f"  {finding}" for finding in findings)])
