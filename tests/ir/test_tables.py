"""Every kind of node is in every table that goes by kinds of nodes."""

import inspect
from typing import NamedTuple

from jadpo.interpret.statements import STATEMENT_TEXTS
from jadpo.interpret.tables import INLININGS, OPERATIONS, TRANSLATIONS
from jadpo.ir import nodes
from jadpo.ir.node_texts import WRITERS
from jadpo.ir.shapes import name_of
from jadpo.ir.verifier.callables import RULES
from jadpo.ir.verifier.failures import failures_of
from jadpo.ir.walk import CASES, EXPRESSIONS, NODES, PARTS, STATEMENTS

OUTSIDE_BODIES = {nodes.Slot, nodes.Callable}


def classes_of_nodes() -> set[type]:
    return {
        class_
        for _, class_ in inspect.getmembers(nodes, inspect.isclass)
        if class_.__module__.startswith(nodes.__name__)
        and issubclass(class_, tuple)
        and NamedTuple in getattr(class_, "__orig_bases__", ())
    }


def test_the_walker_knows_every_class_of_nodes():
    assert classes_of_nodes() - OUTSIDE_BODIES == NODES


def test_no_class_is_of_two_sorts():
    assert len(NODES) == len(EXPRESSIONS) + len(STATEMENTS) + len(CASES) + len(PARTS)


def test_the_printer_has_a_text_for_every_kind():
    assert WRITERS.keys() == NODES


def test_the_verifier_has_rules_for_every_kind_or_says_that_there_are_none():
    assert RULES.keys() == NODES
    without = {kind.__name__ for kind, rules in RULES.items() if not rules}
    assert without == {
        # Their parts have all the rules, or the rules of failures and flow are theirs.
        *("Constant", "ClockNow", "RandomUuid", "Reject", "RaiseFailure", "MatchFailure"),
        *("Evaluate", "Break", "Continue", "Arm", "FailureArm", "Propagate", "Assignment"),
        *("ConflictClause", "VariantCase", "LiteralCase", "NoneCase", "SomeCase", "OtherCase"),
    }


def test_the_serialiser_has_a_shape_for_every_kind():
    assert all(name_of(kind) is not None for kind in NODES | OUTSIDE_BODIES)


def test_the_interpreter_translates_every_expression_and_every_statement():
    assert INLININGS.keys() | TRANSLATIONS.keys() >= EXPRESSIONS
    assert STATEMENT_TEXTS.keys() | TRANSLATIONS.keys() >= STATEMENTS
    assert INLININGS.keys() | TRANSLATIONS.keys() | STATEMENT_TEXTS.keys() == (
        EXPRESSIONS | STATEMENTS
    )


def test_whatever_can_fail_can_be_the_subject_of_a_match():
    fallible = {
        class_
        for class_ in EXPRESSIONS
        if {"failures", "conflicts", "missing"} & set(class_._fields)
    } | {nodes.Validate}
    assert fallible - {nodes.Attempt} <= OPERATIONS.keys()
    assert failures_of(nodes.Validate(None, None, None)) == {"InvalidValue"}
