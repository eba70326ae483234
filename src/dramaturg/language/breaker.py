"""A circuit breaker as a value: after enough failures in a row nobody is sent there for a while,
then one to see.
"""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Breaker:
    """`limit` failures in a row open it until `open_until`, `pause` seconds away; one success
    closes it.
    """

    limit: int = 5
    pause: float = 30.0
    failures: int = 0
    open_until: float | None = None

    def is_open(self, now: float) -> bool:
        return self.open_until is not None and now < self.open_until

    def tried(self, now: float) -> Breaker:
        """Somebody goes there now. Half open, it lets one through and holds the others for another
        pause.

        So nobody has to report back for the next one to be let through: a probe that is cancelled
        leaves nothing stuck.
        """
        return self if self.open_until is None else replace(self, open_until=now + self.pause)

    def failed(self, now: float) -> Breaker:
        failures = self.failures + 1
        return replace(
            self, failures=failures, open_until=now + self.pause if failures >= self.limit else None
        )

    def succeeded(self) -> Breaker:
        return replace(self, failures=0, open_until=None)
