"""Help is at hand, with examples that can be typed, and comes at once."""

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from typing import Any

import pytest
from typer.main import get_command

from crex_dsl.cli.app import app
from crex_dsl.cli.help_text import tell, texts
from crex_dsl.text.messages import languages, speaking
from tests.cli.conftest import Crex

COMMANDS = [str(command.name) for command in app.registered_commands]
GROUPS = {str(group.name): group.typer_instance for group in app.registered_groups}
BELOW = [
    f"{group} {command.callback.__name__}"
    for group, commands in GROUPS.items()
    for command in commands.registered_commands
    if command.callback
]

# Words that no English sentence does long without, and none of which is a word of another language of ours.
ENGLISH = re.compile(r"\b(the|of|and|is|are|what|which|with|from|where|this|every|default|required)\b", re.IGNORECASE)
TYPED = re.compile(
    r"^ +(crex|[^ ]+ \| crex) .*?(?=  |$)|(?<!\w)--?[a-z][\w-]*", re.MULTILINE
)  # which is said in no language


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


@pytest.mark.parametrize("language", languages()[1:])
def test_no_english_is_left_in_the_help_of_any_command(language: str) -> None:
    sentences = [text for text in texts(get_command(app)) if " " in text]
    root = get_command(app)
    with speaking(language):
        tell(root)
        helps = dict(_helps(root, "crex"))
    assert len(helps) == 1 + len(COMMANDS) + len(GROUPS) + len(BELOW)
    for path, text in helps.items():
        told = " ".join(TYPED.sub("", text).split())
        assert [sentence for sentence in sentences if sentence in told] == [], path
        assert not (found := ENGLISH.search(told)), f"{path}: {found}"


def _helps(command: Any, path: str) -> Iterator[tuple[str, str]]:
    """What a command and those below it say of themselves."""
    yield path, command.get_help(command.context_class(command, info_name=path))
    for name, below in getattr(command, "commands", {}).items():
        yield from _helps(below, f"{path} {name}")


@pytest.mark.parametrize(
    ("locale", "arguments", "answers"),
    [
        (
            "pl_PL.UTF-8",
            "--help",
            ["Użycie: crex [OPCJE] POLECENIE", "Przykłady:", "Środowisko:", "\nGra:\n", "--help"],
        ),
        ("fr_FR.UTF-8", "docs serve -h", ["Usage : crex docs serve [OPTIONS]", "[par défaut : 8000"]),
        ("en_GB.UTF-8", "--lang ru replay -h", ["Использование: crex replay [КЛЮЧИ]", "Ключи:", "[обязательно]"]),
        ("ru_RU.UTF-8", "play -h", ["--as СТОРОНА=КТО"]),
        ("ru_RU.UTF-8", "--lang en clause -h", ["Usage: crex clause [OPTIONS]", "Examples:", "Options:"]),
    ],
)
def test_help_speaks_the_language_that_is_asked_for_else_that_of_the_locale(
    crex: Crex, monkeypatch: pytest.MonkeyPatch, locale: str, arguments: str, answers: list[str]
) -> None:
    monkeypatch.setenv("LC_ALL", locale)
    answer = crex(*arguments.split())
    assert answer.exit_code == 0
    assert [words for words in answers if words not in answer.stdout] == []


@pytest.mark.parametrize(
    ("language", "arguments", "refusal"),
    [
        (
            "ru",
            "clause",
            "Справка: 'crex clause --help'.\n\nОшибка: Нет аргумента 'ССЫЛКА'.\n",
        ),
        ("ru", "xyzzy", "Ошибка: Нет команды 'xyzzy'.\n"),
        ("fr", "fnd", "Erreur : Il n’y a pas de commande 'fnd'. Vouliez-vous dire 'find' ?\n"),
        ("fr", "simulate -n 0", "Erreur : Valeur incorrecte pour '--games' / '-n' : il faut au moins 1\n"),
        ("fr", "clause a b", "Erreur : Arguments en trop (b)\n"),
        ("fr", "play --as frank=hard", "Erreur : --as : `frank` ne joue pas : vouliez-vous dire `franks` ?\n"),
        ("fr", "find", "Erreur : Il manque l’argument 'MOTS'.\n"),
        (
            "fr",
            "clause 6.42 -e french -o charge-casualties-first",
            "prenez une de ses lectures, charge-casualties-first=enemy-first ou charge-casualties-first=own-first\n",
        ),
        ("pl", "simulate -n x", "Błąd: Zła wartość '--games' / '-n': to nie jest liczba całkowita\n"),
        ("pl", "simulate --jobz 3", "Błąd: Nie ma opcji --jobz (możliwe: --json)\n"),
        ("pl", "clause --json=3 x", "Błąd: Opcja '--json' nie przyjmuje wartości.\n"),
    ],
)
def test_wrong_usage_is_told_in_the_language_that_is_spoken(
    crex: Crex, language: str, arguments: str, refusal: str
) -> None:
    answer = crex("--lang", language, *arguments.split())
    assert answer.exit_code == 2
    assert answer.stderr.endswith(refusal)
    assert not ENGLISH.search(TYPED.sub("", answer.stderr))


def test_version(crex: Crex) -> None:
    answer = crex("--version")
    assert answer.exit_code == 0
    engine = r"games played (natively by wasmtime [\d.]+|in Python: .+)"
    assert re.fullmatch(rf"crex {re.escape(version('crex'))}, {engine}\n", answer.stdout)


def test_help_loads_nothing_heavy() -> None:
    program = (
        "import sys; from crex_dsl.cli.app import app; app(['check', '--help'], standalone_mode=False); "
        "crex = {f'crex_dsl.{each}' for each in ('language.nodes', 'engine.game', 'lab', 'lawyer')}; "
        "print({'rich', 'lark', *crex} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == "set()\n"
