"""One mistake gives one diagnostic, at the smallest range that is responsible for it.

Each program holds one mistake; `«` and `»` stand around the range that is to be shown (`«»` where
something is missing). The snapshot has the words.
"""

import re

import pytest
from syrupy.assertion import SnapshotAssertion

from jadpo.diagnostics.plain import plain_line
from jadpo.source import Source
from jadpo.syntax import parse

DECLARATIONS = {
    "a keyword is misspelt": "«entitty» Order {\n    id: Uuid\n}",
    "a keyword has a capital": "«Entity» Order {\n    id: Uuid\n}",
    "a name is missing": "entity «{»\n    id: Uuid\n}",
    "an opening brace is missing": "entity Order«»\n    id: Uuid\n    no: Int\n    identity: id\n}",
    "a closing brace is missing at the end": "entity Order {\n    id: Uuid«»\n",
    "a closing brace is missing before another declaration": (
        "entity Order {\n    id: Uuid«»\n\nentity Line {\n    id: Uuid\n}"
    ),
    "a closing brace is too much": "type Quantity = Int { min: 1 } «}»\ntype Code = Text",
    "the equals sign of a type is missing": "type Quantity «Int» { min: 1 }",
    "a type has no definition": "type Quantity =«»\ntype Code = Text",
    "a field has no type": "type Line = Object {\n    code:«»\n    price: Decimal\n}",
    "a field has no colon": "type Line = Object {\n    code «Text»\n    price: Decimal\n}",
    "commas stand between fields": "type Line = Object { code: Text«,» price: Int, size: Int }",
    "a comma ends a clause": "type Quantity = Int { min: 1«,» max: 3 }",
    "a generic type is not closed": "type Codes = List<Text«»\ntype Code = Text",
    "a field has a reserved name": "type Line = Object { «match»: Text }",
    "a callable has a reserved name": "function «create»(n: Count) -> Count { return n }",
    "a parameter has a reserved name": "function f(«if»: Count) -> Count { return n }",
    "a parameter has no type": "function f(n«)» -> Count { return n }",
    "a result stands after a colon": "function f(n: Count)«:» Count { return n }",
    "a result is missing": "function f(n: Count) «{» return n }",
    "the failures stand behind the result": "function f() -> Count «fails» Missing { return n }",
    "a function is called func": "«func» f(n: Count) -> Count { return n }",
    "a record is called struct": "«struct» Line {\n    code: Text\n}\ntype Code = Text",
    "a statement stands outside": "«var» total = 3\ntype Code = Text",
    "an entity has a statement": "entity Order {\n    id: Uuid\n    «return» id\n    code: Text\n}",
    "a reference has no target": (
        "entity Order {\n    id: Uuid\n    persistence {\n"
        "        reference customer_id «on_delete»: restrict\n    }\n}"
    ),
    "a handler has no event": "subscriber s {\n    on «(»placed) { }\n}",
    "a route has no method": "route «/orders» {\n    auth: none\n}",
    "a route has an unknown method": "route «FETCH» /orders {\n    auth: none\n}",
    "a route's path has a colon": "route GET «/orders/:id» {\n    auth: none\n}",
    "a route's path ends with a slash": "route GET «/orders/» {\n    auth: none\n}",
    "a test has no title": "test «{»\n    tick\n}",
    "an import has no braces": "import shop.catalog«»\ntype Code = Text",
    "an import stands late": "type Code = Text\n«import shop.catalog { Product }»",
    "a clause is repeated": "store primary { url: a  «url: b» }",
    "self has a type": "entity O {\n    function f(self: «O») -> Count { return n }\n}",
    "self is not the first parameter": (
        "entity O {\n    function f(n: Count, «self: value») -> Count { return n }\n}"
    ),
}

STATEMENTS = {
    "a variable has no equals sign": "var total «3»\nreturn total",
    "a variable has no value": "var total =«»\nreturn total",
    "a variable has a reserved name": "var «match» = 3\nreturn n",
    "an assignment has no value": "total =«»\nother = 3",
    "let declares": "«let» total = 3\nreturn total",
    "const declares": "«const» total = 3\nreturn total",
    "a statement ends with a semicolon": "var total = 3«;»\nreturn total",
    "statements end with semicolons": "var total = 3«;»\nvar other = 4;\nreturn total;",
    "a keyword is misspelt": "«retrun» n",
    "an operand is missing at the end of a line": "var total = n +«»\nreturn total",
    "an operand is missing before a bracket": "return Count(n + «)»",
    "an operator is doubled": "return Count(n + «*» 3)",
    "an argument is missing": "return f(n, «,» 3)",
    "a comma is missing": "return f(n «3»)",
    "a parenthesis is missing": "var total = f(n«»\nreturn total",
    "a parenthesis is missing before a brace": "if f(n «{» return n }\nreturn n",
    "a parenthesis is too much": "var total = f(n)«)»\nreturn total",
    "a bracket is closed by another": "var total = [1, 2«)»\nreturn total",
    "conditions are joined by signs": "if a «&&» b { return n }",
    "conditions are alternatives by signs": "if a «||» b { return n }",
    "a condition is negated by a sign": "if «!»a { return n }",
    "equality has three signs": "if a «===» b { return n }",
    "equality has one sign": "if a «=» b { return n }",
    "a condition is followed by then": "if a «then» { return n }",
    "a loop's head is parenthesised": "for «(»x in xs) { f(x) }\nreturn n",
    "an else if is one word": "if a { return n } «elif» b { return n }",
    "a comparison is chained": "if 0 < n «<» 10 { return n }",
    "not follows an operator": "if a == «not» b { return n }",
    "an Object literal stands in a head": "if a == «Size { width: 1 }» { return n }",
    "a text is single-quoted": "var name = «'text'»\nreturn n",
    "a text is not closed": 'var name = «"text»\nreturn n',
    "a text in a call is not closed": 'var name = f(«"text»)\nreturn n',
    "an escape is unknown": 'var name = "a«\\q»b"\nreturn n',
    "a number has letters": "var total = «12abc»\nreturn n",
    "a duration has two units": "var wait = «1h30m»\nreturn n",
    "a number has an exponent": "var total = «1e5»\nreturn n",
    "a number begins with its point": "var total = «.5»\nreturn n",
    "a character is unknown": "var total = n «§» 3\nreturn n",
    "a dash is long": "var total = n «–» 3\nreturn n",
    "a name has an umlaut": "var «größe» = 3\nreturn n",
    "a variable is increased by signs": "total «+=» 3\nreturn n",
    "a variable is incremented": "total«++»\nreturn n",
    "a comment begins with a hash": "«#» a comment\nreturn n",
    "a comment stands between stars": "«/*» a comment */\nreturn n",
    "an arm has a thin arrow": "match n {\n    1 «->» f(n)\n    _ => g(n)\n}",
    "an arm has no arrow": "match n {\n    1 «f»(n)\n    _ => g(n)\n}",
    "an arm is a return": "match n {\n    1 => «return» f(n)\n    _ => g(n)\n}",
    "an arm is a break": "match n {\n    1 => «break»\n    _ => g(n)\n}",
    "a payload stands in parentheses": "match n {\n    S.a«(b, c)» => f(n)\n    S.d => g(n)\n}",
    "an arm begins with case": "match n {\n    «case» 1 => f(n)\n    _ => g(n)\n}",
    "a failure is thrown": "«throw» Missing { code: n }",
    "a value is made with new": "var order = «new» Order { code: n }\nreturn n",
    "a brace is missing after a condition": "if a == 3«»\n    return n\n}\nreturn n",
    "both braces are missing": "if n > 1 «return» n\nreturn n",
    "both braces are missing around a line": "if n > 1«»\n    return n\nreturn n",
    "a block is not closed": "if a == 3 {\n    f(n)«»\nreturn n",
    "an expression stands alone": "«total» + 3\nreturn n",
    "a name stands alone": "«total»\nreturn n",
    "an emit has a call": "emit OrderEvent.placed«(»order)\nreturn n",
    "a clause does not belong": "var o = attempt query optional Order { «limit»: 1 }\nreturn n",
    "a clause of a query is misspelt": "var o = attempt query many Order { «wher»: a }\nreturn n",
    "a query has no form": "var o = attempt query «Order» { where: a == 3 }\nreturn n",
    "a query's form is misspelt": "var o = attempt query «optinal» Order { where: a }\nreturn n",
    "a create has an equals sign": "var o = attempt create Order { code «=» n }\nreturn n",
    "an assignment stands in a condition": "while a «=» b { f(n) }",
    "an assignment stands in where": (
        "return attempt query optional O {\n    where: a == 1 and b «=» c\n}"
    ),
    "time is advanced without by": "advance clock «15m»\ntick",
    "a pattern binds without some": "match n {\n    «paid»(x) => f(x)\n    _ => g(n)\n}",
}

PROGRAMS = [
    *DECLARATIONS.items(),
    *[
        (
            f"in a body, {name}",
            "action f(n: Count) -> Count {\n    " + text.replace("\n", "\n    ") + "\n}",
        )
        for name, text in STATEMENTS.items()
    ],
]


@pytest.mark.parametrize(("name", "marked"), PROGRAMS, ids=[name for name, _ in PROGRAMS])
def test_one_diagnostic_at_the_right_place(
    name: str, marked: str, snapshot: SnapshotAssertion
) -> None:
    around = "type Before = Int { min: 1 }\n\n", "\n\ntype After = Int { max: 3 }\n"
    if "import" in name or "module" in name:
        around = "", around[1]
    text = around[0] + marked + around[1]
    start, end = text.index("«"), text.index("»") - 1
    source = Source("mistake.jadpo", re.sub("[«»]", "", text))

    parsed = parse(source)

    assert [(each.span.start, each.span.end) for each in parsed.diagnostics if each.span] == [
        (start, end)
    ], "\n".join(map(plain_line, parsed.diagnostics))
    assert parsed.tree.declarations[-1].end == len(source.text) - 1
    assert marked + "\n\n" + plain_line(parsed.diagnostics[0]) == snapshot
