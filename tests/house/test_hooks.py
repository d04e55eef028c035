"""The hooks before a commit are our own, and ask what `make` asks; the forms for issues are whole."""

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
CONFIGURATION = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
FORMS = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[!c]*.yml"))


# ---- hooks ----
def test_hooks_are_our_own_and_do_what_make_does() -> None:
    (local,) = CONFIGURATION["repos"]
    assert local["repo"] == "local"
    checks = re.findall(r"^\t\$\((?:RUN\)|BIN\)/)\s*((?:ruff|crex fmt) .*)$", MAKEFILE, re.MULTILINE)
    for hook in local["hooks"]:
        assert hook["language"] == "system"
        command = hook["entry"].removeprefix(".venv/bin/").removesuffix(" --force-exclude")
        assert any(check.startswith(command) for check in checks), command


def test_every_rule_file_passes_by_its_hook() -> None:
    (hook,) = (hook for hook in CONFIGURATION["repos"][0]["hooks"] if hook["id"] == "crex-fmt")
    (folders,) = re.findall(r"^RULES := (.*)$", MAKEFILE, re.MULTILINE)
    for folder in folders.split():
        files = [file.relative_to(ROOT).as_posix() for file in (ROOT / folder).rglob("*.crex")]
        assert files
        assert [file for file in files if not re.search(hook["files"], file)] == []


# ---- forms ----
@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_asks_what_it_takes(path: Path) -> None:
    form = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert form["name"]
    assert form["description"]
    names = [field["id"] for field in form["body"]]
    assert len(names) == len(set(names)) >= 4
    assert {field["type"] for field in form["body"]} <= {"input", "textarea"}
    assert all(field["attributes"]["label"] for field in form["body"])
    assert any(field.get("validations", {}).get("required") for field in form["body"])


def test_there_is_a_form_for_rules_and_one_for_defects() -> None:
    assert [path.stem for path in FORMS] == ["defect", "rules-question"]
