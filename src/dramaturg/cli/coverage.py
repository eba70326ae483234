"""Coverage at the shell: a table of kinds and the names that no session reached, and the same as
JSON.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from shutil import get_terminal_size
from textwrap import wrap

from dramaturg.english.forms import many
from dramaturg.turn.coverage import Coverage, Kind

WIDTH, MARGIN = 110, 6
MOST_NAMED = 40  # of one kind that no session reached


def coverage_text(coverages: Iterable[Coverage]) -> str:
    return "\n\n".join("\n".join(_lines(coverage)) for coverage in coverages)


def coverage_json(coverages: Iterable[Coverage]) -> list[dict[str, object]]:
    return [
        {
            "subject": coverage.subject,
            "sessions": coverage.sessions,
            "of_other_versions": coverage.others,
            "kinds": [_kind_json(kind) for kind in coverage.kinds],
        }
        for coverage in coverages
    ]


def _kind_json(kind: Kind) -> dict[str, object]:
    return {
        "kind": kind.name,
        "things": len(kind.sessions),
        "reached": len(kind.reached),
        "share": round(kind.share, 4),
        "sessions": dict(kind.sessions),
        "not_reached": list(kind.missed),
    }


def _lines(coverage: Coverage) -> Iterator[str]:
    others = f", {coverage.others} of them held with another version" if coverage.others else ""
    yield f"{coverage.subject}, over {many(coverage.sessions, 'session')}{others}"
    widest = max((len(kind.name) for kind in coverage.kinds), default=0)
    for kind in coverage.kinds:
        figures = f"{len(kind.reached):>5} of {len(kind.sessions):<5}{kind.share:>5.0%}"
        yield f"  {kind.name:<{widest}}{figures}{_often(kind, coverage.sessions)}"
        yield from (f"{' ' * MARGIN}{line}" for line in _missed(kind))


def _often(kind: Kind, sessions: int) -> str:
    """The thing that fewest sessions reached, where some did not."""
    rarest = min(((count, name) for name, count in kind.sessions.items() if count), default=None)
    if rarest is None or rarest[0] == sessions:
        return ""
    return f"   seldom: {rarest[1]} ({rarest[0]} of {sessions})"


def _missed(kind: Kind) -> Iterator[str]:
    """The names that no session reached, those with the same beginning on a line of their own."""
    named, width = kind.missed[:MOST_NAMED], min(get_terminal_size().columns, WIDTH) - MARGIN
    if named:
        yield "not reached:"
    for beginning, names in groupby((name.rpartition("/") for name in named), key=itemgetter(0)):
        line = f"{beginning}{': ' if beginning else ''}{', '.join(name for _, _, name in names)}"
        yield from wrap(
            line,
            width,
            initial_indent="  ",
            subsequent_indent="    ",
            break_long_words=False,
            break_on_hyphens=False,
        )
    if len(kind.missed) > len(named):
        yield f"  and {len(kind.missed) - len(named)} more"
