"""Narrowing: where a value is known to be there, or supplied [C3] [T7]."""

import pytest

from jadpo.ir import nodes as ir
from tests.support.marked_source import checked, rejected

WORLD = """\
type Name = Text {}
type Size = Int {}
type Address = Object { city: Name? }
type Person = Object { name: Name?  address: Address?  other: Name? }
type Filter = Object { name: Name optional  note: Name? optional  inner: Address optional }
"""


def narrowing(statements: str, parameters: str = "p: Person, n: Name?, m: Name?") -> str:
    return (
        f"{WORLD}function use(name: Name) -> Name {{ return name }}\n"
        f"function f({parameters}) -> Name {{ {statements} }}"
    )


@pytest.mark.parametrize(
    "statements",
    [
        'if n exists { return n } return Name("")',
        'if n != none { return n } return Name("")',
        'if none != n { return n } return Name("")',
        'if n == none { return Name("") } return n',
        'if not n exists { return Name("") } return n',
        'if not (n == none) { return n } return Name("")',
        'if n == none { return Name("") } else { return n }',
        'if n exists and use(n) == "a" { return n } return Name("")',
        'if n == none or use(n) == "a" { return Name("") } return n',
        'if n exists and m exists { return use(m) } return Name("")',
        'if n == none or m == none { return Name("") } return m',
        'if not (n exists and m exists) { return Name("") } return use(n)',
        'if not (n == none or m == none) { return n } return Name("")',
        'if p.name exists { return p.name } return Name("")',
        "if p.address exists { if p.address.city exists { return p.address.city } } "
        'return Name("")',
        'if p.address exists and p.address.city exists { return p.address.city } return Name("")',
        'while n exists { return n } return Name("")',
        'while n == none { return Name("") } return n',
        'while true { if n exists { return n } break } return Name("")',
        'for i in [1] { if n == none { continue } return n } return Name("")',
        'if n == none { if true { return Name("a") } else { return Name("b") } } return n',
        'match n { none => { return Name("") } some(found) => { return found } }',
        'if n exists { for i in [1] { return n } } return Name("")',
        'var bound = p.name  if bound exists { return bound } return Name("")',
        'var known = n exists and use(n) == "a"  if known { } return Name("")',
        'if n exists { if n exists { return n } } return Name("")',
        'if n exists { match n { some(x) => { return x } none => { } } } return Name("")',
        'if n == none { return Name("") } if m exists { return n } return use(n)',
    ],
)
def test_a_value_is_known_to_be_there(statements: str) -> None:
    checked(narrowing(statements))


@pytest.mark.parametrize(
    "statements",
    [
        "return «n»",
        "if n exists { } return «n»",
        'if n == none { return «n» } return Name("")',
        'if n exists or m exists { return «n» } return Name("")',
        "if n exists { return n } return «n»",
        'if not (n exists or m exists) { return «n» } return Name("")',
        'if m exists { return «n» } return Name("")',
        'if p.other exists { return «p.name» } return Name("")',
        "while n == none { break } return «n»",
        "while n exists { } return «n»",
        'var mut x = n  if x exists { return «x» } return Name("")',
        'if n == none or use(«n») == "a" { return Name("") } return Name("")'.replace(
            "n == none or", "n exists or"
        ),
        "if n exists and true { } return «n»",
        'if n == none { for i in [1] { return Name("") } } return «n»',
    ],
)
def test_a_value_is_not_known_to_be_there(statements: str) -> None:
    rejected("type.may_be_none", narrowing(statements))


def test_a_field_behind_what_may_be_none_is_not_read() -> None:
    rejected("type.may_be_none", narrowing('if «p.address».city exists { } return use(Name(""))'))


def test_narrowing_a_field_keeps_its_nominal_type() -> None:
    """[T3]"""
    checked(
        f"{WORLD}function wants(a: Person.name) -> Name? {{ return a }}\n"
        "function f(p: Person) -> Unit { if p.name exists { var _ = wants(p.name) } }"
    )


def test_what_is_known_is_an_unwrap_in_the_ir() -> None:
    program = checked(narrowing('if n exists { return n } return Name("")'))
    branch = program.callables["f"].body[0]
    assert isinstance(branch, ir.If)
    returned = branch.then[0]
    assert isinstance(returned, ir.Return)

    assert isinstance(returned.value, ir.Unwrap)


@pytest.mark.parametrize(
    "statements",
    [
        'if q.name supplied { return q.name } return Name("")',
        'if not q.name supplied { return Name("") } return q.name',
        'if q.name supplied and use(q.name) == "a" { return q.name } return Name("")',
        'if q.note supplied and q.note exists { return q.note } return Name("")',
        'if q.inner supplied { if q.inner.city exists { return q.inner.city } } return Name("")',
    ],
)
def test_an_optional_field_is_read_where_it_was_supplied(statements: str) -> None:
    """[T7]"""
    checked(narrowing(statements, "q: Filter"))


@pytest.mark.parametrize(
    ("rule", "statements"),
    [
        ("type.not_supplied", "return «q.name»"),
        ("type.not_supplied", 'if q.note supplied { return «q.name» } return Name("")'),
        ("type.not_supplied", 'if «q.note» exists { } return Name("")'),
        ("type.may_be_none", 'if q.note supplied { return «q.note» } return Name("")'),
        ("type.not_supplied", "if q.name supplied { } return «q.name»"),
        ("type.always_supplied", 'if «p.name» supplied { } return Name("")'),
        ("type.always_supplied", 'if «q» supplied { } return Name("")'),
        ("type.unknown_field", 'if q.«nmae» supplied { } return Name("")'),
    ],
)
def test_an_optional_field_is_not_read_where_it_may_be_left_out(rule: str, statements: str) -> None:
    """[T7]"""
    rejected(rule, narrowing(statements, "q: Filter, p: Person"))
