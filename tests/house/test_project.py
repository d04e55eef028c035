"""The pins, the declared dependencies and the layers agree with each other and with what is there."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def entries() -> list[list[str]]:
    """Every package of the pins with the hashes of its files."""
    text = (ROOT / "requirements.txt").read_text().replace("\\\n", "")
    return [line.split() for line in text.splitlines() if line and not line.startswith("#")]


def pins() -> list[Requirement]:
    return [Requirement(name) for name, *_ in entries()]


def test_every_pin_names_the_very_files_that_were_published() -> None:
    for name, *hashes in entries():
        assert hashes, name
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", found) for found in hashes), name


def assert_pinned_in_range(declared: list[str]) -> None:
    pinned = {canonicalize_name(pin.name): pin for pin in pins()}
    for requirement in map(Requirement, declared):
        (pin,) = pinned[canonicalize_name(requirement.name)].specifier
        assert requirement.specifier.contains(pin.version), f"{requirement} is pinned to {pin.version}"


def test_every_pin_is_exact() -> None:
    for pin in pins():
        assert [specifier.operator for specifier in pin.specifier] == ["=="], str(pin)
        assert pin.url is None


def test_no_package_is_pinned_twice() -> None:
    names = [canonicalize_name(pin.name) for pin in pins()]
    assert sorted(names) == sorted(set(names))


def test_dependencies_are_pinned_within_their_ranges() -> None:
    assert_pinned_in_range(PROJECT["project"]["dependencies"])
    assert_pinned_in_range(PROJECT["build-system"]["requires"])
    for extra in PROJECT["project"]["optional-dependencies"].values():
        assert_pinned_in_range(extra)


def test_every_folder_of_the_package_has_its_layer() -> None:
    (contract,) = PROJECT["tool"]["importlinter"]["contracts"]
    layers = {name.strip(" ()") for layer in contract["layers"] for name in layer.split("|")}
    folders = {file.parent.name for file in (ROOT / "crex_dsl").glob("*/__init__.py")}
    assert folders <= layers
