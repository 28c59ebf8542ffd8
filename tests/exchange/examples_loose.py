"""Files of formats that no program owns."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from example import Example  # type: ignore[import-not-found]

from memdesk.core.entry import Profile, Task
from memdesk.exchange.markdown import write as write_markdown

MOMENT = "2026-07-04T10:30:00.000Z"
JULY = "2026-07-04T10:30:00Z"


def csv_table(folder: Path, texts: Sequence[str]) -> Path:
    path = folder / "memories.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["Title", "Content", "Tags", "Created at", "Colour"])
        rows.writerows([f"T{n}", text, "a, b", JULY, "red"] for n, text in enumerate(texts))
    return path


def csv_semicolons(folder: Path, texts: Sequence[str]) -> Path:
    path = folder / "tasks.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, delimiter=";", lineterminator="\n", quoting=csv.QUOTE_ALL)
        rows.writerow(["kind", "id", "name", "notes", "status"])
        rows.writerows(["task", f"t{n}", f"T{n}", text, "doing"] for n, text in enumerate(texts))
    return path


def csv_wrong(folder: Path) -> Path:
    path = folder / "memories.csv"
    lines = [
        b"kind,id,title,content,tags,category,created,pinned",
        b"memory,a,good,,,,,",
        b"memory,b,short",
        b",c,,good,no kind,strange,yesterday,perhaps",
        b"person,d,title,content",
        b",,,,,,,",
        b"task,f,,,,",
        b'memory,g,"a broken "quotation",x',
        b"memory,h,bytes,\xff\xfe",
        b"memory,a,the id again,x",
        b"task,j,good,notes,,,,,,too,many",
        b'memory,k,never closed,"and so on',
        b"to the end",
    ]
    path.write_bytes(b"\n".join(lines))
    return path


def markdown(folder: Path, texts: Sequence[str]) -> Path:
    path = folder / "notes.md"
    sections = [f"## T{n}\n\n{text}\n\n### Deeper\n\nmore\n" for n, text in enumerate(texts)]
    path.write_text("# My notes\n\n" + "\n".join(sections), "utf-8", newline="")
    return path


def markdown_own(folder: Path, texts: Sequence[str]) -> Path:
    path = folder / "memdesk.md"
    entries = [
        Task(id=f"t{n}", title=f"T{n}", notes=f"{text}\n\n## No task\n\n# Tasks", updated_at=MOMENT)
        for n, text in enumerate(texts)
    ]
    profile = Profile(interests=("tea",)) if entries else Profile()
    text = write_markdown(profile, entries).text or "# Tasks\n"
    path.write_text(text, "utf-8", newline="")
    return path


def markdown_folder(folder: Path, texts: Sequence[str]) -> Path:
    home = folder / "notes"
    home.mkdir()
    for n, text in enumerate(texts):
        (home / f"n{n}.md").write_text(f"# T{n}\n\n{text}\n", "utf-8", newline="")
    return home


def markdown_wrong(folder: Path) -> Path:
    home = markdown_folder(folder, ["good", "x" * 100_001])
    (home / "a.md").write_bytes(b"# a\n\xff\xfe\xfd")
    (home / "b.md").write_text("---\na: &a [x]\nb: [*a]\ntags: 5\n---\n# good\n\nx\n", "utf-8")
    (home / "c.md").write_text("", "utf-8")
    (home / "d.md").write_text("## A\n\n- id: a\n- tags: x\n- relevance: odd\n", "utf-8")
    (home / "e.md").write_text("---\ntags: {a: 1}\n---\nno heading at all", "utf-8")
    return home


EXAMPLES = (
    Example(
        format="csv",
        write=csv_table,
        wrong=csv_wrong,
        taken=4,
        noted=(
            "line 5",
            "line 7",
            "line 8",
            "line 9",
            "line 10",
            "line 12",
        ),
        cut="unseen",
    ),
    Example(
        format="csv",
        shape="semicolons",
        write=csv_semicolons,
        wrong=csv_wrong,
        taken=4,
        noted=(
            "line 5",
            "line 7",
            "line 8",
            "line 9",
            "line 10",
            "line 12",
        ),
        cut="partly",
        most=20_000,
    ),
    Example(
        format="markdown",
        write=markdown,
        wrong=markdown_wrong,
        taken=3,
        noted=("n1.md: line 1", "a.md", "b.md: frontmatter", "c.md", "d.md: line 1", "e.md: tags"),
        cut="unseen",
    ),
    Example(
        format="markdown",
        shape="own",
        write=markdown_own,
        wrong=markdown_wrong,
        taken=3,
        noted=("n1.md: line 1", "a.md", "b.md: frontmatter", "c.md", "d.md: line 1", "e.md: tags"),
        cut="unseen",
        most=20_000,
    ),
    Example(
        format="markdown",
        shape="folder",
        write=markdown_folder,
        wrong=markdown_wrong,
        taken=3,
        noted=("n1.md: line 1", "a.md", "b.md: frontmatter", "c.md", "d.md: line 1", "e.md: tags"),
        most=3_000,
    ),
)
