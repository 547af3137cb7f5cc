"""Length is no depth: chains of thousands check, lower and run in both modes, with their meaning.

[C3] [C5] [C6] [Q1] hold along them as they do in short ones.
"""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.marked_source import checked, rejected

TERMS = 5_000
BRANCHES = 500


def chain(operator: str, *terms: str) -> str:
    return f" {operator} ".join(terms)


def function(name: str, body: str, result: str = "N") -> str:
    return f"function {name}(n: N) -> {result} {{ {body} }}\n"


def else_ifs(branch: str, last: str) -> str:
    ifs = (f"if n == {i} {{ {branch.format(i)} }}" for i in range(BRANCHES))
    return f"{' else '.join(ifs)} else {{ {last} }}"


EVEN_RETURNS = "if n % 2 == 0 {{ return N({0}) }} m = {0}"
NUMBERS = chain("or", *[f"n == {i}" for i in range(2_000)])
LONG = (
    "type N = Int\ntype D = Decimal\ntype T = Text\ntype B = Bool\n"
    + function("sum", f"return N({chain('+', *['n'] * TERMS)})")
    + function("alternating", f"return N(n {'- n + n ' * (TERMS // 2)})")
    + function("thirds", f"return D(n {'/ 3 * 3 ' * 100})", "D")
    + function("joined", f"return T({chain('+', *['text.of(n)'] * TERMS)})", "T")
    + function("all", f"return B({chain('and', *[f'n < {9 + i}' for i in range(TERMS)])})", "B")
    + function("any", f"return B({chain('or', *[f'n == {i}' for i in range(TERMS)])})", "B")
    + function("some", f"return B(n == 1 {'and n > 5 or n == 2 ' * (TERMS // 2)})", "B")
    + function("returning", else_ifs("return N({})", "return N(-1)"))
    + function("assigning", f"var mut m = 0 {else_ifs('m = {} + 1', 'm = -1')} return N(m)")
    + function(
        "mixed",
        f"var mut m = 0 {else_ifs(EVEN_RETURNS, 'm = -1')} return N(m)",
    )
    + function("listed", f"return N(collection.count([{', '.join(['n'] * 20_000)}]))")
    + function("stepwise", "var mut m = 0 " + "m = m + n\n" * TERMS + "return N(m)")
    + f"""
entity Row {{
    id: Uuid {{ generated: identity }}
    n: N
    identity: id
    action add(n: Row.n) -> Row {{ return attempt create Row {{ n: n }} }}
    query matching(n: Row.n) freshness: authoritative -> Row.n {{
        return Row.n(attempt query count Row {{ where: {NUMBERS} }})
    }}
}}
test "chains" {{
    assert sum(N(3)) == {3 * TERMS}
    assert alternating(N(3)) == 3
    assert text.length(joined(N(12))) == {2 * TERMS}
    assert all(N(8))
    assert all(N(9)) == false
    assert any(N({TERMS - 1}))
    assert any(N({TERMS})) == false
    assert some(N(2))
    assert some(N(1)) == false
    assert thirds(N(6)) == 6
    assert returning(N(0)) == 0 and returning(N(39)) == 39 and returning(N(40)) == 40
    assert returning(N({BRANCHES - 1})) == {BRANCHES - 1} and returning(N({BRANCHES})) == -1
    assert assigning(N(0)) == 1 and assigning(N(39)) == 40 and assigning(N(40)) == 41
    assert assigning(N({BRANCHES - 1})) == {BRANCHES} and assigning(N({BRANCHES})) == -1
    assert mixed(N(44)) == 44 and mixed(N(45)) == 45 and mixed(N({BRANCHES})) == -1
    assert listed(N(1)) == 20_000
    assert stepwise(N(2)) == {2 * TERMS}
    var row = call Row.add(Row.n(1_999))
    assert call Row.matching(row.n) == 1
}}
"""
)


def test_long_chains_mean_what_short_ones_do_in_both_modes(tmp_path: Path) -> None:
    (tmp_path / "long.jadpo").write_text(LONG)

    run = subprocess.run(
        [sys.executable, "-m", "jadpo", "test", str(tmp_path / "long.jadpo")],
        capture_output=True,
        text=True,
        check=False,
    )

    assert run.returncode == 0, run.stdout + run.stderr
    assert "1 passed" in run.stdout


def test_the_time_grows_with_the_length_alone() -> None:
    # Where the time grew with the square of the length this would take minutes.
    checked("type B = Bool\n" + function_of_conditions(8_000))


def function_of_conditions(terms: int) -> str:
    conditions = chain("and", *["n exists"] + ["n > 1"] * terms)
    return f"type N = Int\nfunction f(n: N?) -> B {{ return B({conditions}) }}"


def test_what_the_first_of_a_chain_shows_holds_to_its_end() -> None:
    checked("type B = Bool\n" + function_of_conditions(300))


@pytest.mark.parametrize("operator", ["+", "and", "or"])
def test_a_mistake_at_the_end_of_a_long_chain_is_one_diagnostic(operator: str) -> None:
    term = "1" if operator == "+" else "true"
    long = chain(operator, *[term] * 300, "«missing»")

    rejected("name.unknown", f"action f() -> Unit {{ var x = {long} var y = x }}")
