"""A wheel has everything in it: installed elsewhere, with no Node in reach, it serves the
studio.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import httpx2
import pytest
from tests.hanging import LONG
from tests.studio.server import serving

ROOT = Path(__file__).parent.parent


def copied(to: Path) -> Path:
    """What is under version control or will be, and nothing that was built here."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)
    return to


def path_without_node(folder: Path) -> str:
    """Where programs are looked for, with no Node among them; a shell stays, wherever it lies."""
    folder.mkdir()
    for name in ("sh", "env"):
        (folder / name).symlink_to(str(shutil.which(name)))
    others = [
        each for each in os.environ["PATH"].split(os.pathsep) if not (Path(each) / "node").exists()
    ]
    return os.pathsep.join((str(folder), *others))


def installed(wheel: Path, to: Path) -> Path:
    """The wheel in an environment of its own; what it depends on is lent to it from here. Gives the
    program.
    """
    subprocess.run([sys.executable, "-m", "venv", to], check=True)
    python = to / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "--quiet", "--no-deps", wheel], check=True)
    site = next((to / "lib").glob("python*/site-packages"))
    lent = [
        path
        for path in Path(sysconfig.get_path("purelib")).iterdir()
        if "dramaturg" not in path.name
    ]
    for path in lent:
        if not (site / path.name).exists():
            (site / path.name).symlink_to(path)
    return to / "bin" / "dramaturg"


@pytest.mark.slow
def test_a_wheel_from_a_clean_copy_serves_the_studio_without_node(tmp_path: Path) -> None:
    source, out, path = (
        copied(tmp_path / "source"),
        tmp_path / "out",
        path_without_node(tmp_path / "bin"),
    )
    assert shutil.which("node", path=path) is None
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(out),
        str(source),
    ]
    subprocess.run(build, check=True, env={**os.environ, "PATH": path})
    (wheel,) = out.glob("dramaturg-*.whl")
    program = installed(wheel, tmp_path / "env")
    with serving(tmp_path, program=[str(program)], PATH=path) as server:
        page = httpx2.get(server.url)
        assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assets = re.findall(r'(?:src|href)="(/assets/[^"]+)"', page.text)
        assert assets and all(httpx2.get(server.url + asset).status_code == 200 for asset in assets)
        opened = httpx2.post(
            f"{server.api}/sessions",
            json={"engine": "sims", "scenario": "launch_decision"},
            timeout=LONG,
        )
        assert opened.json()["head"]["title"] == "Ship in 48 hours?"
