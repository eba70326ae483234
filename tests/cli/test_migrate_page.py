"""docs/migrating.md is true: its example prints what it says, and every worry is on it."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.at_the_shell import shell

from dramaturg.app.content.migration import Migration
from dramaturg.content.library import packaged

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/migrating.md").read_text(encoding="utf-8")


def test_the_example_goes_as_the_page_says(tmp_path: Path) -> None:
    at = shell(tmp_path)
    first = kept(at("play", "sim", "launch_decision", said=("/quit",)))
    second = kept(
        at("play", "sim", "launch_decision", said=("Hi.", "What did the eval turn up?", "/quit"))
    )
    nodes, map = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    (tmp_path / "technical.yaml").write_text(edited(nodes), encoding="utf-8")
    (tmp_path / "map.yaml").write_text(map, encoding="utf-8")
    dry_run, migrated = re.findall(
        r"```\n\$ dramaturg migrate technical.yaml.*?\n(.*?)```", PAGE, re.DOTALL
    )
    printed = at.finds_fault("migrate", str(tmp_path / "technical.yaml"), "--dry-run")
    assert told(printed, first, second) == dry_run
    done = at(
        "migrate", str(tmp_path / "technical.yaml"), "--map", str(tmp_path / "map.yaml"), "--yes"
    )
    assert set(migrated.splitlines()) - {"..."} <= set(done.splitlines())
    assert "node technical/DEEPEN -> technical/REACT" in done


def kept(printed: str) -> str:
    (session,) = re.findall(r"Kept as ([\w-]+)", printed)
    return str(session)


def edited(nodes: str) -> str:
    text = (packaged() / "sims/backbones/technical.yaml").read_text(encoding="utf-8")
    before, rest = text.split("  - id: DEEPEN")
    after = rest[rest.index("  - id: PIVOT_1") :]
    for was, now in (
        ('version: "1"', 'version: "2"'),
        ("GROUND", "GREETING"),
        ("advance: DEEPEN", "advance: TEACH"),
    ):
        before = before.replace(was, now)
    return f"{before}{nodes}\n{after}"


def told(printed: str, first: str, second: str) -> str:
    return printed.replace(first, "0198c2a3-first").replace(second, "0198c2a4-second")


def test_every_worry_and_every_key_of_a_map_is_on_the_page() -> None:
    files = [
        *(ROOT / "src/dramaturg/engines").glob("*/migrate.py"),
        ROOT / "src/dramaturg/app/migrate/plan.py",
    ]
    codes = {
        code
        for file in files
        for code in re.findall(r'"([a-z]+(?:-[a-z]+)+)"', file.read_text(encoding="utf-8"))
    }
    assert {"gate-never-met", "judged-otherwise", "perhaps-renamed"} <= codes
    assert [code for code in codes if f"`{code}`" not in PAGE] == []
    assert [
        key
        for key in Migration.model_fields
        if f"`{key}`" not in PAGE and key not in ("kind", "id", "version")
    ] == []
