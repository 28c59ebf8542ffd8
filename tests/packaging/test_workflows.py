"""The workflows call what there is, and try the Pythons that are promised."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import bootstrap
import pytest
import yaml

import build

WORKFLOWS = sorted((build.ROOT / ".github" / "workflows").glob("*.yml"))


def jobs(path: Path) -> dict[str, dict]:
    return yaml.safe_load(path.read_text("utf-8"))["jobs"]


def steps() -> Iterator[dict]:
    for path in WORKFLOWS:
        for job in jobs(path).values():
            yield from job["steps"]


def test_there_are_workflows() -> None:
    assert [path.stem for path in WORKFLOWS] == ["ci", "package"]


def test_the_scripts_that_are_called_are_there() -> None:
    called = {
        script
        for step in steps()
        for script in re.findall(r"(?:packaging|tests)/[\w/]+\.py", step.get("run", ""))
    }
    assert {"packaging/build.py", "packaging/test.py"} <= called
    assert [script for script in sorted(called) if not (build.ROOT / script).is_file()] == []


def test_the_oldest_and_the_newest_python_are_tried_on_three_systems() -> None:
    (ci, _) = WORKFLOWS
    matrix = jobs(ci)["tests"]["strategy"]["matrix"]
    assert [name.split("-")[0] for name in matrix["os"]] == ["ubuntu", "windows", "macos"]
    promised = [bootstrap.OLDEST_PYTHON, bootstrap.NEWEST_PYTHON]
    assert matrix["python"] == [f"{major}.{minor}" for major, minor in promised]
    project = tomllib.loads((build.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == f">={matrix['python'][0]}"


def test_every_python_that_is_promised_is_tried_and_named() -> None:
    (ci, _) = WORKFLOWS
    matrix = jobs(ci)["tests"]["strategy"]["matrix"]
    between = [more["python"] for more in matrix["include"] if more["os"] in matrix["os"]]
    major, oldest = bootstrap.OLDEST_PYTHON
    promised = [f"{major}.{minor}" for minor in range(oldest, bootstrap.NEWEST_PYTHON[1] + 1)]
    assert sorted({*matrix["python"], *between}) == promised
    project = tomllib.loads((build.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    named = [text.rpartition(" :: ")[2] for text in project["classifiers"] if " :: 3." in text]
    assert named == promised


def test_an_action_has_one_version_in_all_workflows() -> None:
    used = {step["uses"] for step in steps() if "uses" in step}
    actions = [action.split("@")[0] for action in used]
    assert sorted(actions) == sorted(set(actions))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_no_job_may_write_but_the_one_that_makes_a_release(path: Path) -> None:
    assert yaml.safe_load(path.read_text("utf-8"))["permissions"] == {"contents": "read"}
    writers = {name for name, job in jobs(path).items() if "permissions" in job}
    assert writers == ({"release"} if path.stem == "package" else set())
