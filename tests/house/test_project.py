"""The pins, the declared dependencies and the layers agree with each other and with what is there."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def pins(name: str) -> dict[str, Requirement]:
    lines = [line for line in (ROOT / name).read_text().splitlines() if line and not line.startswith("#")]
    return {canonicalize_name(pin.name): pin for pin in map(Requirement, lines)}


def assert_pinned_in_range(declared: list[str], pinned: dict[str, Requirement]) -> None:
    for requirement in map(Requirement, declared):
        (pin,) = pinned[canonicalize_name(requirement.name)].specifier
        assert requirement.specifier.contains(pin.version), f"{requirement} is pinned to {pin.version}"


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-docs.txt"])
def test_every_pin_is_exact(name: str) -> None:
    for pin in pins(name).values():
        assert [specifier.operator for specifier in pin.specifier] == ["=="], str(pin)
        assert pin.url is None


def test_no_package_is_pinned_twice() -> None:
    assert not pins("requirements.txt").keys() & pins("requirements-docs.txt").keys()


def test_dependencies_are_pinned_within_their_ranges() -> None:
    assert_pinned_in_range(PROJECT["project"]["dependencies"], pins("requirements.txt"))
    assert_pinned_in_range(PROJECT["build-system"]["requires"], pins("requirements.txt"))
    assert_pinned_in_range(PROJECT["project"]["optional-dependencies"]["docs"], pins("requirements-docs.txt"))


def test_every_folder_of_the_package_has_its_layer() -> None:
    (contract,) = PROJECT["tool"]["importlinter"]["contracts"]
    layers = {name.strip(" ()") for layer in contract["layers"] for name in layer.split("|")}
    folders = {file.parent.name for file in (ROOT / "crex_dsl").glob("*/__init__.py")}
    assert folders <= layers
