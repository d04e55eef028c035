"""Help is at hand, with examples that can be typed, and comes at once."""

import re
import subprocess
import sys
from importlib.metadata import version

import pytest

from crex_dsl.cli.app import app
from tests.cli.conftest import Crex

COMMANDS = [str(command.name) for command in app.registered_commands]
GROUPS = {str(group.name): group.typer_instance for group in app.registered_groups}
BELOW = [
    f"{group} {command.callback.__name__}"
    for group, commands in GROUPS.items()
    for command in commands.registered_commands
    if command.callback
]


@pytest.mark.parametrize("command", [*COMMANDS, *BELOW])
@pytest.mark.parametrize("word", ["-h", "--help"])
def test_every_command_shows_examples(crex: Crex, command: str, word: str) -> None:
    answer = crex(*command.split(), word)
    assert answer.exit_code == 0
    examples = re.findall(rf"^    (crex {command}\b.*)$", answer.stdout, re.MULTILINE)
    assert len(examples) >= 3
    options = answer.stdout.partition("\nOptions:\n")[2]
    for example in examples:
        for flag in re.findall(r"(?<= )--?[a-z]+", example.partition("|")[0]):
            assert re.search(rf"(?<![\w-]){flag}\b", options), f"{example}: {flag}"


@pytest.mark.parametrize("arguments", [(), ("-h",), ("--help",)])
def test_help_lists_every_command(crex: Crex, arguments: tuple[str, ...]) -> None:
    answer = crex(*arguments)
    assert answer.exit_code == 0
    for command in [*COMMANDS, *GROUPS]:
        assert re.search(rf"^  {command} +[A-Z]", answer.stdout, re.MULTILINE)


@pytest.mark.parametrize("group", GROUPS)
@pytest.mark.parametrize("word", ["", "-h"])
def test_a_command_of_several_lists_them_all(crex: Crex, group: str, word: str) -> None:
    answer = crex(group, *word.split())
    assert answer.exit_code == 0
    for command in (each.removeprefix(f"{group} ") for each in BELOW if each.startswith(f"{group} ")):
        assert re.search(rf"^  {command} +[A-Z]", answer.stdout, re.MULTILINE)


def test_version(crex: Crex) -> None:
    answer = crex("--version")
    assert answer.exit_code == 0
    engine = r"games played (natively by wasmtime [\d.]+|in Python: .+)"
    assert re.fullmatch(rf"crex {re.escape(version('crex'))}, {engine}\n", answer.stdout)


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys; from crex_dsl.cli.app import app; app(['check', '--help'], standalone_mode=False); "
        "print({'rich', 'lark', 'crex_dsl.language.nodes'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == "set()\n"
