"""Going through the IR in the order in which it is written."""

from ir_building import HERE, INT, add, const, do, if_, local, reject, returns

from jadpo.ir import nodes
from jadpo.ir.walk import children, descendants


def test_children_stand_in_tuples_pairs_and_fields():
    made = nodes.MakeObject(((1, const(1)), (0, const(2))), 2, INT, HERE)
    assert list(children(made)) == [const(1), const(2)]
    rejection = reject("Gone", const(3))
    assert list(children(rejection)) == [rejection.failure]
    assert list(children(rejection.failure)) == [const(3)]


def test_a_constant_that_holds_tuples_has_no_children():
    assert list(children(const(((1, "a"), ("b", 2))))) == []


def test_descendants_come_each_before_its_own_parts():
    statement = if_(local(0), [do(add(const(1), const(2)))], [returns()])
    kinds = [type(node).__name__ for node in descendants(statement)]
    assert kinds == ["Local", "Evaluate", "Arithmetic", "Constant", "Constant", "Return"]


def test_ten_thousand_levels_need_no_recursion():
    deep = const(1)
    for _ in range(10_000):
        deep = add(deep, const(1))
    assert sum(1 for _ in descendants(deep)) == 20_000
