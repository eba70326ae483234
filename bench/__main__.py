"""`python -m bench [NAME...]`: run all benchmarks, or the named ones, and say of each demanded
bound whether it holds.
"""

from __future__ import annotations

import sys
import time
from importlib import import_module

from bench.report import machine, table

BENCHMARKS = (
    "walker",
    "startup",
    "growth",
    "durable_turn",
    "steering",
    "games_build",
    "ear_turn",
    "signals_read",
    "interview_graph",
    "interview_dedupe",
    "interview_scoring",
    "interview_turn",
    "study_matrix",
    "study_thousand",
    "what_if",
    "memoir_turn",
    "migration",
    "structural_defects",
    "studio",
)


def main(names: list[str]) -> int:
    unknown = set(names) - set(BENCHMARKS)
    if unknown:
        print(
            f"No benchmark {', '.join(sorted(unknown))}. Known: {', '.join(BENCHMARKS)}.",
            file=sys.stderr,
        )
        return 2
    print("\n".join(machine()))
    missed = sum(run(name) for name in names or BENCHMARKS)
    print(
        f"\nRatios are Dramaturg's figure divided by the other's. Demanded bounds missed: {missed}."
    )
    return 0


def run(name: str) -> int:
    """Print the benchmark's table; how many bounds it missed."""
    benchmark = import_module(f"bench.{name}")
    began = time.perf_counter()
    findings = list(benchmark.findings())
    further = f"\n\n{benchmark.details()}" if hasattr(benchmark, "details") else ""
    print(
        f"\n## {benchmark.__doc__}\n\n{table(findings)}{further}\n\n({time.perf_counter() - began:.0f} s)",
        flush=True,
    )
    return sum(finding.holds is False for finding in findings)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
