"""What each kind of body may do (language.md §5), and recursion."""

import pytest

from tests.support.marked_source import checked, diagnostics_of, edited, rejected

WORLD = """\
type Count = Int {}
type Id = Uuid {}
entity Todo { id: Uuid { generated: identity }  rank: Count  identity: id
  action add(rank: Count) -> Todo { return attempt create Todo { rank: rank } }
  query counted() freshness: authoritative -> Count { return Count(attempt query count Todo {}) }
}
function pure(n: Count) -> Count { return n }
action act() -> Count { return Todo.counted() }
public event Done { done { rank: Count } }
"""


@pytest.mark.parametrize(
    "expression",
    [
        "«clock.now»",
        "«random.uuid()»",
        "«act»()",
        "«Todo.counted»()",
        "«Todo.add»(Count(1))",
    ],
)
def test_a_function_is_pure(expression: str) -> None:
    rejected("effect.not_allowed", f"{WORLD}function f() -> Unit {{ var _ = {expression} }}")


@pytest.mark.parametrize(
    "expression", ["«clock.now»", "«random.uuid()»", "«act»()", "«Todo.add»(Count(1))"]
)
def test_a_query_reads_only(expression: str) -> None:
    rejected(
        "effect.not_allowed",
        f"{WORLD}query q() freshness: authoritative -> Count "
        f"{{ var _ = {expression}  return Count(1) }}",
    )


def test_a_function_does_not_emit() -> None:
    found = diagnostics_of(f"{WORLD}function f() -> Unit {{ emit Done.done {{ rank: Count(1) }} }}")

    assert [each.rule for each in found] == ["effect.not_allowed"]


def test_a_query_calls_functions_and_queries_and_an_action_calls_everything() -> None:
    checked(
        f"{WORLD}query q() freshness: authoritative -> Count "
        "{ return pure(Todo.counted()) }\n"
        "action f() -> Instant {\n"
        "  var _ = random.uuid()  var _ = act()  var _ = pure(q())  var _ = Todo.add(Count(1))\n"
        "  emit Done.done { rank: Count(1) }\n  return clock.now\n}"
    )


def test_a_test_that_reads_the_clock_is_told_what_a_test_can_do_instead() -> None:
    """[X1] It has no parameters to take an `Instant` by."""
    diagnostic = rejected("effect.not_allowed", f'{WORLD}test "a" {{ var _ = «clock.now» }}')

    assert "parameter" not in diagnostic.help


def test_a_test_calls_actions_and_queries_in_boundaries_of_their_own() -> None:
    """[X1]"""
    marked = f'{WORLD}test "a" {{ assert «Todo.counted»() == 0 }}'

    diagnostic = rejected("effect.not_allowed", marked)

    assert "`call`" in diagnostic.help


@pytest.mark.parametrize(
    "declarations",
    [
        "action f() -> Unit { «f()» }",
        "action f() -> Unit { «g()» }\naction g() -> Unit { f() }",
        "query f() freshness: authoritative -> Count { return «f()» }\ntype Count = Int {}",
    ],
)
def test_only_functions_are_recursive(declarations: str) -> None:
    rejected("effect.recursion", declarations)


def test_functions_call_each_other_in_circles() -> None:
    checked(
        "type N = Int {}\n"
        "function a(n: N) -> N { if n > 0 { return b(N(n - 1)) } return n }\n"
        "function b(n: N) -> N { return a(n) }"
    )


def test_a_query_says_how_fresh_it_is() -> None:
    marked = "type N = Int {}\nquery «f»(n: N) -> N { return n }"

    assert "(n: N) freshness: authoritative" in edited(marked, rejected("query.freshness", marked))
    rejected(
        "query.freshness", "type N = Int {}\nquery f() freshness: «cached» -> N { return N(1) }"
    )
