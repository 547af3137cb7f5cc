"""The nearest visible name to a misspelt one."""

from collections.abc import Iterable


def nearest_name(wanted: str, candidates: Iterable[str]) -> str | None:
    """The candidate most likely meant by ``wanted``, or ``None`` if none is near.

    Near is a Damerau-Levenshtein distance (insertions, deletions, replacements and swaps of
    neighbours) of at most a third of the name's length, at least 1, where case and underscores
    do not count. Names of one letter are near only to their other case: any letter would be
    one step from them. Of equally near names the first in alphabetical order is given.
    """
    folded = _fold(wanted)
    limit = max(1, len(folded) // 3) if len(folded) > 1 else 0
    best: tuple[int, str] | None = None
    for candidate in candidates:
        if candidate == wanted:
            continue
        other = _fold(candidate)
        if abs(len(other) - len(folded)) > limit or (limit and len(other) <= 1):
            continue
        distance = edit_distance(folded, other)
        if distance <= limit and (best is None or (distance, candidate) < best):
            best = (distance, candidate)
    return best[1] if best else None


def edit_distance(left: str, right: str) -> int:
    """The Damerau-Levenshtein distance of two texts (optimal string alignment)."""
    before_last: list[int] = []
    last = list(range(len(right) + 1))
    for i, a in enumerate(left, start=1):
        current = [i]
        for j, b in enumerate(right, start=1):
            cost = min(last[j] + 1, current[j - 1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                cost = min(cost, before_last[j - 2] + 1)
            current.append(cost)
        before_last, last = last, current
    return last[-1]


def _fold(name: str) -> str:
    return name.casefold().replace("_", "")
