"""How two sides are compared, and how the result is said.

Both sides run in turn, A B A B, and medians are compared, so that what else the machine does falls on both.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

# Runs the side once and returns the seconds it took.
Side = Callable[[], float]


def timed(work: Callable[[], object]) -> Side:
    """A side that is timed from its call to its return."""

    def run() -> float:
        began = time.perf_counter()
        work()
        return time.perf_counter() - began

    return run


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times longer one side takes than the other, by their medians in seconds."""

    name: str
    ours: float
    bare: float
    rounds: int
    aim: float | None = None

    @property
    def times(self) -> float:
        """The ratio."""
        return self.ours / self.bare

    def line(self) -> str:
        """What is printed of it."""
        aim = f"aim {self.aim:g}" if self.aim is not None else "no aim"
        sides = f"{self.ours * 1000:.1f} ms against {self.bare * 1000:.1f} ms, median of {self.rounds}"
        return f"{self.name}: {self.times:.1f} times ({aim}) - {sides}"


@dataclass
class Report:
    """Compares two sides and says what it found; `say` prints a line now and again at the end of the run."""

    say: Callable[[str], None]

    def compare(
        self, name: str, ours: Side, bare: Side, rounds: int, *, aim: float | None = None, warm: int = 1
    ) -> Ratio:
        """Run both sides in turn, `warm` times unmeasured, and say the ratio of their medians."""
        (ratio,) = self.compare_all([(name, ours, bare, aim)], rounds, warm=warm)
        return ratio

    def compare_all(
        self, wanted: Sequence[tuple[str, Side, Side, float | None]], rounds: int, *, warm: int = 1
    ) -> list[Ratio]:
        """The same for several pairs (name, ours, bare, aim). A side that stands in several pairs runs once a round."""
        sides = list(dict.fromkeys(side for _, ours, bare, _ in wanted for side in (ours, bare)))
        took: dict[Side, list[float]] = {side: [] for side in sides}
        for turn in range(warm + rounds):
            for side in sides:
                seconds = side()
                if turn >= warm:
                    took[side].append(seconds)
        middle = {side: statistics.median(seconds) for side, seconds in took.items()}
        ratios = [Ratio(name, middle[ours], middle[bare], rounds, aim) for name, ours, bare, aim in wanted]
        for ratio in ratios:
            self.say(ratio.line())
        return ratios
