"""Watching: checking again whenever a file changes, and telling what was mended and what broke
since.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from dramaturg.app.check.report import Report
from dramaturg.content.library import everything_in
from dramaturg.kernel.errors import DramaturgError

EVERY = 0.5  # seconds between two looks
STILL = 0.1  # a file that changes within so many seconds is still being written

Seen = dict[Path, tuple[int, int]]
Troubles = Counter[tuple[str, ...]]


def watch(
    paths: Sequence[Path], check: Callable[[], Report], text: Callable[[Report], str]
) -> None:
    """Check now and after every change under the paths, until somebody presses Ctrl-C."""
    try:
        _watch(paths, check, text)
    except KeyboardInterrupt:
        print()


def _watch(
    paths: Sequence[Path], check: Callable[[], Report], text: Callable[[Report], str]
) -> None:
    seen, before = look(paths), None
    print(f"watching {', '.join(map(str, paths))}; Ctrl-C ends it\n", flush=True)
    while True:
        try:
            report = check()
        except DramaturgError as error:  # a file or folder that is gone, for the moment or for good
            print(error, flush=True)
        else:
            change = "" if before is None else f" ({changes(before, report)})"
            print(f"{text(report)}{change}\n", flush=True)
            before = report
        now = _changed(paths, seen)
        print(f"{time.strftime('%H:%M:%S')} {', '.join(_differing(seen, now))}", flush=True)
        seen = now


def _changed(paths: Sequence[Path], seen: Seen) -> Seen:
    """Wait until something has changed and is still again."""
    while (now := look(paths)) == seen:
        time.sleep(EVERY)
    while True:
        time.sleep(STILL)
        later = look(paths)
        if later == now:
            return now
        now = later


def look(paths: Sequence[Path]) -> Seen:
    """When each file was written last, and how long it is."""
    found: Seen = {}
    for file in (file for path in paths for file in _files(path)):
        try:
            status = file.stat()
        except OSError:  # gone since it was listed
            continue
        found[file] = status.st_mtime_ns, status.st_size
    return found


def _files(path: Path) -> Iterator[Path]:
    return (
        (file for file in everything_in(path) if file.is_file()) if path.is_dir() else iter((path,))
    )


def _differing(before: Seen, now: Seen) -> Iterator[str]:
    for file in sorted({*before, *now}):
        if file not in now:
            yield f"{file} is gone"
        elif file not in before:
            yield f"{file} is new"
        elif before[file] != now[file]:
            yield f"{file} changed"


def changes(before: Report, now: Report) -> str:
    """What was mended and what broke, in a few words."""
    old, new = _troubles(before), _troubles(now)
    gone, fresh = (old - new).total(), (new - old).total()
    if not gone and not fresh:
        return "nothing mended, nothing broken"
    if not gone:
        return f"{fresh} new {_faults(fresh)}"
    return f"{gone} {_faults(gone)} gone" + (f", {fresh} new" if fresh else "")


def _faults(count: int) -> str:
    return "fault" if count == 1 else "faults"


def _troubles(report: Report) -> Troubles:
    """Faults wherever in their file they stand, and claims that do not hold and are told as no
    fault.
    """
    faults = ((fault.code, fault.file or "", fault.message) for fault in report.faults)
    claims = (
        (proof.subject, proof.claim)
        for proof in report.proofs
        if not proof.holds and not proof.code
    )
    return Counter((*faults, *claims))
