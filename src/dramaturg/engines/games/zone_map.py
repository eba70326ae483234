"""A picture's zones drawn with characters, so that games on pictures can be played in a
terminal.
"""

from __future__ import annotations

import numpy as np

from dramaturg.drawing.geometry import all_inside, area
from dramaturg.engines.games.base.blueprint import BlueprintZone, Scene

WIDTH, TALLEST = 72, 30
ASPECT = 0.5  # a character is twice as high as it is wide
EMPTY = "·"


def zone_map(scene: Scene, width: int = WIDTH) -> list[str]:
    """Every place shows the number of the smallest zone there, and each zone's full number stands
    at its middle.
    """
    if scene.diagram is None:
        return []
    height = max(
        8, min(TALLEST, round(width * scene.diagram.height / scene.diagram.width * ASPECT))
    )
    grid = [[EMPTY] * width for _ in range(height)]
    points = np.array(
        [
            ((x + 0.5) * 100 / width, (y + 0.5) * 100 / height)
            for y in range(height)
            for x in range(width)
        ]
    )
    for zone in sorted(scene.zones, key=lambda zone: -area(zone.points)):
        for place in np.flatnonzero(all_inside(zone.points, points)):
            # neighbouring zones look different
            grid[int(place) // width][int(place) % width] = "░▒▓▚▞▤▥▦▧▨"[
                int(zone.id.removeprefix("z")) % 10
            ]
    for zone in scene.zones:
        _write(grid, zone)
    return ["".join(row) for row in grid]


def _write(grid: list[list[str]], zone: BlueprintZone) -> None:
    number = f" {zone.id.removeprefix('z')} "
    row = min(len(grid) - 1, int(zone.at[1] / 100 * len(grid)))
    start = max(0, min(len(grid[0]) - len(number), int(zone.at[0] / 100 * len(grid[0])) - 1))
    grid[row][start : start + len(number)] = number
