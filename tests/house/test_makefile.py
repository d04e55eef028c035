"""`make` sets itself up, and says in one sentence what it lacks."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

# What a poor Python says of itself before it answers, and the sentence that the user should read.
POOR_PYTHONS = {
    "without-venv": (
        "import sys; sys.modules['ensurepip'] = None",
        "crex needs Python's venv module: install the package python3-venv (Debian, Ubuntu) and run make again.",
    ),
    "too-old": (
        "import sys; sys.version_info = (3, 10, 13)",
        "crex needs Python 3.11 or newer, and '{python}' is older: "
        "install the package python3.11 or a later one and name it with make PYTHON=python3.11.",
    ),
    "broken": (
        "raise SystemExit(127)",
        "crex needs Python 3.11 or newer, and '{python}' does not run: "
        "install the package python3, or name another with make PYTHON=...",
    ),
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout in which nothing has been set up yet."""
    folder = tmp_path.resolve() / "checkout"
    folder.mkdir()
    for name in ("Makefile", "pyproject.toml", "requirements.txt"):
        shutil.copy(ROOT / name, folder)
    return folder


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make as a user would, even when these tests were themselves started by make."""
    inherited = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "MAKEOVERRIDES", "PYTHON"}
    environment = {name: value for name, value in os.environ.items() if name not in inherited}
    return subprocess.run(
        ["make", *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def own_lines(text: str) -> list[str]:
    """The lines that are ours: make adds one of its own after a failure."""
    return [line for line in text.splitlines() if not line.startswith("make")]


def set_up(folder: Path, made_in: Path) -> None:
    """Leave the traces of an environment that was made in some folder."""
    (folder / ".venv").mkdir()
    (folder / ".venv" / ".crex-setup").write_text(f"{made_in}\n")


@pytest.mark.parametrize("target", ["demo", "test"])
@pytest.mark.parametrize("kind", POOR_PYTHONS)
def test_a_poor_python_is_refused_in_one_sentence(checkout: Path, kind: str, target: str) -> None:
    says, sentence = POOR_PYTHONS[kind]
    python = checkout.parent / kind
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" -c "{says}\n$2"\n')
    python.chmod(0o755)

    run = make(checkout, target, f"PYTHON={python}")

    assert run.returncode != 0
    assert own_lines(run.stderr) == [sentence.format(python=python)]
    assert own_lines(run.stdout) == []
    assert not (checkout / ".venv").exists()


def test_a_missing_python_is_refused_in_one_sentence(checkout: Path) -> None:
    run = make(checkout, "demo", "PYTHON=no-such-python")
    assert run.returncode != 0
    (sentence,) = own_lines(run.stderr)
    assert sentence.startswith("crex needs Python 3.11 or newer, and 'no-such-python' does not run")


def test_setup_is_done_once(checkout: Path) -> None:
    set_up(checkout, made_in=checkout)
    run = make(checkout, "setup", "PYTHON=no-such-python")
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")


@pytest.mark.parametrize("name", ["requirements.txt", "pyproject.toml"])
def test_setup_is_done_anew_when_what_it_installs_changes(checkout: Path, name: str) -> None:
    set_up(checkout, made_in=checkout)
    stamp = (checkout / ".venv" / ".crex-setup").stat().st_mtime
    os.utime(checkout / name, (stamp + 10, stamp + 10))
    assert make(checkout, "setup", "PYTHON=no-such-python").returncode != 0


def test_setup_is_done_anew_in_a_moved_checkout(checkout: Path) -> None:
    set_up(checkout, made_in=checkout.parent / "elsewhere")
    assert make(checkout, "setup", "PYTHON=no-such-python").returncode != 0


def test_help_is_the_default_and_lists_every_target(checkout: Path) -> None:
    run = make(checkout)
    assert run.returncode == 0
    listed = {line.split()[1] for line in run.stdout.splitlines()}
    assert listed >= {
        "demo",
        "check",
        "test",
        "test-site",
        "bench",
        "soak",
        "docs",
        "setup",
        "lint",
        "types",
        "imports",
        "fmt",
        "clean",
    }


def test_ci_runs_the_tests_and_then_those_of_the_site() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert script.read_text().splitlines()[-2:] == ["make test", "exec make test-site"]


# ---- the browser for the site ----
@pytest.fixture
def few_programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the few programs that there are: no browser, and nothing that installs one."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("make", "sh", "id", "cat", "env", "touch", "chmod"):
        (programs / name).symlink_to(str(shutil.which(name)))
    monkeypatch.setenv("PATH", str(programs))
    return programs


def program(path: Path, text: str) -> None:
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)


def test_without_a_browser_it_says_so_and_fails(checkout: Path, few_programs: Path) -> None:
    sentence = (
        "The site is tested in a browser, and there is none: "
        "install the packages chromium and chromium-driver (Debian) and run make test-site again."
    )
    for install in ("", "exit 100"):
        if install:
            program(few_programs / "apt-get", install)
            program(few_programs / "sudo", 'shift; exec "$@"')
        run = make(checkout, "test-site")
        assert run.returncode != 0
        assert own_lines(run.stderr) == [sentence]
        assert not (checkout / ".venv").exists()


def test_nobody_is_asked_for_a_password(checkout: Path, few_programs: Path) -> None:
    (few_programs / "id").unlink()
    program(few_programs / "id", "echo 1000")
    program(few_programs / "apt-get", f"touch {few_programs}/called")
    program(few_programs / "sudo", 'test "$1" = -n && exit 1')
    assert make(checkout, "test-site").returncode != 0
    assert not (few_programs / "called").exists()


def test_a_browser_is_installed_where_that_may_be_done(checkout: Path, few_programs: Path) -> None:
    installs = f'case "$*" in *install*) cd {few_programs}; touch chromium chromedriver; chmod +x chrom*;; esac'
    program(few_programs / "apt-get", installs)
    program(few_programs / "sudo", 'shift; exec "$@"')
    first, second = make(checkout, "browser"), make(checkout, "browser")
    assert (first.returncode, first.stderr) == (0, "")
    assert own_lines(first.stdout) == ["Installing chromium and chromium-driver (only once) ..."]
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")


def test_the_site_is_built_before_it_is_tried(checkout: Path) -> None:
    told = make(checkout, "--dry-run", "test-site").stdout
    assert told.index("crex docs build --out build/site") < told.index("pytest -n auto tests/browser")


@pytest.mark.parametrize("target", ["check", "test"])
@pytest.mark.parametrize(
    "check",
    ["ruff check", "ruff format --check", "mypy --strict", "lint-imports", "crex fmt --check", "pytest"],
)
def test_no_check_is_left_out(checkout: Path, check: str, target: str) -> None:
    assert check in make(checkout, "--dry-run", target).stdout


def test_the_fast_tests_are_there_and_the_slow_ones_among_them() -> None:
    told = make(ROOT, "--dry-run", "check").stdout.replace("\\\n", " ")
    (line,) = (line for line in told.splitlines() if " pytest " in line)
    folders = [word for word in line.split() if word.startswith("tests/")]
    slow = re.findall(r" --(?:ignore|deselect)=(\S+)", line)
    assert folders
    assert slow
    assert [folder for folder in folders if not (ROOT / folder).is_dir()] == []
    for test in slow:
        file, _, name = test.partition("::")
        assert file.startswith(tuple(f"{folder}/" for folder in folders)), test
        assert f"\ndef {name}" in (ROOT / file).read_text(encoding="utf-8"), test
