"""What is built is whole: the grammar, every rule file, the guides, and nothing of the workshop."""

import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).resolve().parents[2]


def files_under(folder: Path) -> set[str]:
    """Every file of a folder of the checkout, by its path from the root."""
    return {
        file.relative_to(ROOT).as_posix()
        for file in folder.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, freshly built from the checkout."""
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--quiet"]
    built = subprocess.run(
        [*command, "--no-deps", "--no-build-isolation", "--wheel-dir", str(out), str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = out.glob("crex-*.whl")
    return wheel


@pytest.fixture(scope="module")
def contents(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.mark.parametrize("folder", ["ruleset", "variants", "docs"])
def test_every_rule_file_and_guide_ships(contents: set[str], folder: str) -> None:
    expected = {f"crex_dsl/_data/{file}" for file in files_under(ROOT / folder)}
    assert expected
    assert {name for name in contents if name.startswith(f"crex_dsl/_data/{folder}/")} == expected


def test_the_whole_package_ships(contents: set[str]) -> None:
    assert "crex_dsl/language/grammar.lark" in contents
    assert files_under(ROOT / "crex_dsl") <= contents


def test_the_configuration_of_the_site_ships(wheel: Path, contents: set[str]) -> None:
    assert "crex_dsl/_data/mkdocs.yml" in contents
    with ZipFile(wheel) as archive:
        assert archive.read("crex_dsl/_data/mkdocs.yml") == (ROOT / "mkdocs.yml").read_bytes()


def test_nothing_else_ships(contents: set[str]) -> None:
    tops = {name.partition("/")[0] for name in contents}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"crex_dsl"}


def test_an_installed_crex_runs_without_the_checkout(wheel: Path, tmp_path: Path) -> None:
    with ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
    program = "import crex_dsl; from crex_dsl.cli.app import main; print(crex_dsl.__file__, flush=True); main()"
    run = subprocess.run(
        [sys.executable, "-c", program, "--help"],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path / "installed")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith(str(tmp_path / "installed"))
