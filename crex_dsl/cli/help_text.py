"""Help and refusals of usage in the language that is spoken: our own texts, and Typer's sentences around them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

from crex_dsl.text.messages import OWN, said, spoken

Retelling = Callable[[str], str]

# What Typer says in English whatever the locale; first what we say otherwise in English too. A sentence of its own
# that is none of these stays as it is.
_OTHERWISE = {
    "Input should be a valid integer, unable to parse string as an integer": "this is no whole number",
    "Input should be a valid number, unable to parse string as a number": "this is no number",
    "Input should be greater than or equal to {least}": "it must be at least {least}",
    "Input should be less than or equal to {most}": "it must be at most {most}",
}
_AS_THEY_ARE = (
    "Missing argument {what}.",
    "Missing option {what}.",
    "Missing command.",
    "No such option: {option} (Possible options: {others})",
    "No such option: {option}",
    "No such command {command}. Did you mean {others}?",
    "No such command {command}.",
    "Option {option} requires an argument.",
    "Option {option} does not take a value.",
    "Got unexpected extra argument(s) ({arguments})",
    "Invalid value for {what}: {why}",
    "Show this message and exit.",
)
SENTENCES = (*_OTHERWISE.values(), *_AS_THEY_ARE)
_EXAMPLE = re.compile(r"( *)(\S.*?)  +(\S.*)")
_PLACEHOLDER = re.compile(r"(?<![\w$-])[A-Z]{3,}(?![\w-])")


UsageError: Any = typer.BadParameter.__mro__[1]  # which Typer keeps to itself


class SpokenCommand(TyperCommand):
    """A command whose help is told in the language that is spoken."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Say how it is called."""
        _write_usage(self, ctx, formatter)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """List what it takes."""
        _write_options(self, ctx, formatter)


class SpokenGroup(TyperGroup):
    """Commands whose help is told in the language that is spoken."""

    def format_usage(self, ctx: Any, formatter: Any) -> None:
        """Say how it is called."""
        _write_usage(self, ctx, formatter)

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """List what it takes, and its commands."""
        _write_options(self, ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """List the commands, each with its first sentence."""
        write_rows(said("Commands"), [(name, first_sentence(each)) for name, each in self.commands.items()], formatter)


def first_sentence(command: Any) -> str:
    """What a command does, whole: a line that is cut off says less than two lines."""
    return " ".join((command.help or "").partition("\n\n")[0].split()).rstrip(".")


def tell(command: Any) -> None:
    """Put the help of a command, and of those below it, into the language that is spoken."""
    if spoken() != OWN:
        _retell(command, said)


def texts(command: Any) -> Iterator[str]:
    """Everything that the help of a command and of those below it says, for the catalogues."""
    found: dict[str, None] = {}

    def noted(text: str) -> str:
        found[text] = None
        return text

    _retell(command, noted)
    yield from found


def _retell(command: Any, say: Retelling) -> None:
    if command.help:
        command.help = _told(command.help, say)
    command.options_metavar = say(command.options_metavar)
    for parameter in command.params:
        if getattr(parameter, "help", None):
            parameter.help = say(parameter.help)
        if parameter.metavar:
            parameter.metavar = _placeholders(parameter.metavar, say)
    if hasattr(command, "commands"):
        command.subcommand_metavar = say(command.subcommand_metavar)
        for below in command.commands.values():
            _retell(below, say)


def _told(text: str, say: Retelling) -> str:
    """A help text retold, paragraph by paragraph, and line by line where its lines are kept."""
    return "\n\n".join(
        "\n".join(_line(line, say) for line in paragraph.split("\n"))
        if paragraph.startswith("\b")
        else say(" ".join(paragraph.split()))
        for paragraph in text.split("\n\n")
    )


def _line(line: str, say: Retelling) -> str:
    """A line of examples: the command with its placeholders, and what it is good for."""
    found = _EXAMPLE.fullmatch(line)
    if found is not None:
        indent, command, words = found.groups()
        typed = _placeholders(command, say) if " " in command else command  # alone it is a variable
        return f"{indent}{typed:<{found.start(3) - len(indent) - 1}} {say(words)}"
    return say(line) if line.endswith(":") else _placeholders(line, say)


def _placeholders(text: str, say: Retelling) -> str:
    """What a user types, with the words in capitals that stand for something."""
    return _PLACEHOLDER.sub(lambda word: say(word[0]), text)


def _write_usage(command: Any, ctx: Any, formatter: Any) -> None:
    pieces = " ".join(map(_typed, command.collect_usage_pieces(ctx)))
    formatter.write_usage(ctx.command_path, pieces, f"{said('Usage:')} ")


def _typed(piece: str) -> str:
    """A part of a call without the braces and second brackets that Typer puts around it, with its dots once."""
    inner, dots = (piece[:-3], "...") if piece.endswith("...") else (piece, "")
    if inner.startswith(("{", "[[")):
        inner = inner[1:-1]
    return inner if "..." in inner else inner + dots


def _write_options(command: Any, ctx: Any, formatter: Any) -> None:
    rows: dict[str, list[tuple[str, str]]] = {"argument": [], "option": []}
    for parameter in command.get_params(ctx):
        row = parameter.get_help_record(ctx)
        if row is not None:
            rows[parameter.param_type_name].append((row[0], _with_defaults(row[1])))
    write_rows(said("Arguments"), rows["argument"], formatter)
    write_rows(said("Options"), rows["option"], formatter)


def write_rows(title: str, rows: list[tuple[str, str]], formatter: Any) -> None:
    """Write names with what is said of each below a title, if there are any."""
    if rows:
        formatter.write_paragraph()
        formatter.write(said("{title}:", title=title) + "\n")
        with formatter.indentation():
            formatter.write_dl(rows)


def _with_defaults(text: str) -> str:
    """A line of help with what Typer adds to it: what is taken where nothing is said, and what must be said."""
    head, bracket, extra = in_our_words(text).rpartition("  [")
    extra = re.sub(r"^default: (.*?)(?=[;\]])", lambda taken: said("default: {value}", value=taken[1]), extra)
    return head + bracket + (said("[required]")[1:] if extra == "required]" else extra)


def refused_usage(error: Any) -> typer.Exit:
    """Tell what is wrong with a call, and how to learn more."""
    ctx = error.ctx
    if ctx is not None:
        typer.echo(ctx.get_usage(), err=True)
        if ctx.command.get_help_option(ctx) is not None:
            command = f"{ctx.command_path} {ctx.help_option_names[-1]}"
            typer.echo(said("Try '{command}' for help.", command=command), err=True)
        typer.echo(err=True)
    typer.echo(said("Error: {sentence}", sentence=in_our_words(error.format_message())), err=True)
    return typer.Exit(error.exit_code)


def in_our_words(sentence: str) -> str:
    """A sentence of Typer's in the language that is spoken, with what it is about."""
    for template, ours in {**_OTHERWISE, **dict(zip(_AS_THEY_ARE, _AS_THEY_ARE, strict=True))}.items():
        found = re.fullmatch(_pattern(template), sentence)
        if found is not None:
            return said(ours, **{name: in_our_words(value) for name, value in found.groupdict().items()})
    return sentence


def _pattern(template: str) -> str:
    return re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.+?)", re.escape(template))
