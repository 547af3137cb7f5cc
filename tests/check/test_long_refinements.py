"""Refinements of each other, in their thousands: each is looked at a few times, not each by each.

What is counted are steps from a type to the next wider one, and looks at what a type is built on:
they grow with the number of types, however these are ordered, and whether they are right or not.
"""

import pytest
from marked_source import diagnostics_of

from jadpo_runtime.values import TypeTable

LONG = 1_500
STEPS_A_TYPE = 20


def refinements(base: str) -> list[str]:
    return [
        f"type T0 = {base} {{ min: 0 }}",
        *(f"type T{i} = T{i - 1} {{ max: {10 * LONG - i} }}" for i in range(1, LONG)),
    ]


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What is widened, in order."""
    widened = TypeTable.widened
    taken: list[object] = []

    def counting(table: TypeTable, type_: object) -> object:
        taken.append(type_)
        return widened(table, type_)  # type: ignore[arg-type]  # it is passed on as it came

    monkeypatch.setattr(TypeTable, "widened", counting)
    return taken


@pytest.mark.parametrize("base", ["Int", "Nope"])
@pytest.mark.parametrize("reverse", [False, True])
def test_a_chain_of_refinements_is_walked_once(
    steps: list[object], base: str, reverse: bool
) -> None:
    declared = refinements(base)
    found = diagnostics_of("\n".join(reversed(declared) if reverse else declared))

    assert [each.rule for each in found] == ([] if base == "Int" else ["type.unknown"])
    assert len(steps) < STEPS_A_TYPE * LONG
