"""Which words are names [S4]: reserved ones nowhere, all others everywhere."""

import pytest

from jadpo.source import Source
from jadpo.syntax import parse
from jadpo_grammar import tables

RESERVED = tables.RESERVED.split()
CONTEXTUAL = sorted(
    ({word for word in tables.WORDS if word.islower()} | tables.LABELS.keys()) - set(RESERVED)
)

EVERYWHERE = """
entity Thing {
    WORD: Text
    other: Int
    identity: id
    persistence {
        unique: WORD
        index: (other, WORD)
        reference WORD: Other.WORD on_delete: restrict
    }
    query WORD(WORD: Thing.WORD) freshness: authoritative -> Thing {
        return attempt query required Thing {
            where: WORD == WORD and WORD in WORD or not WORD exists
            missing: NoThing { WORD: WORD }
        }
    }
    action change(WORD: Thing.WORD) fails NoThing -> Thing {
        var changed = attempt query many Thing { order_by: WORD desc, WORD, other limit: WORD }
        return attempt update required Thing {
            where: other == WORD
            set: { WORD: current.WORD + WORD when input.WORD supplied  other: WORD }
            missing: NoThing
            conflict Thing.WORD: NoThing
            conflict Thing.(WORD, other): NoThing
        }
    }
}
function WORD(WORD: Other, other: WORD) -> Other { return WORD }
type Choice = Enum { WORD other WORD { WORD: Text WORD: Int } }
event Happening { WORD { WORD: Text } WORD }
action body(start_value: Other) -> Unit {
    var WORD = WORD
    var mut WORD: Other = WORD
    WORD = WORD + WORD
    WORD = WORD
    WORD(WORD)
    WORD.WORD(WORD, WORD: WORD)
    attempt WORD(WORD)
    var called = attempt WORD.WORD(WORD)
    for WORD in WORD { WORD() }
    for WORD, WORD in WORD { WORD() }
    while WORD { WORD() }
    if WORD { WORD() } else if WORD == WORD { WORD() }
    if WORD exists and not WORD { WORD() }
    var found = match WORD {
        Choice.WORD => WORD
        Choice.WORD { WORD } => WORD
        some(WORD) => WORD
        success(WORD) => WORD
        failure Missing(WORD) => WORD
        _ => WORD
    }
    match found { 1 => { WORD() } _ => WORD }
    emit Happening.WORD { WORD: WORD }
    start WORD(WORD)
    var list = [WORD, WORD]
    var object = Thing { WORD: WORD  other: WORD }
    reject Missing { WORD: WORD }
}
subscriber WORD { on Happening.WORD(WORD) { WORD() } }
schedule WORD { every: 1h run: WORD(WORD) }
batch WORD(WORD: Other) { over: Thing { where: WORD == WORD } each WORD { WORD() } }
backfill Thing.WORD(WORD) { return WORD }
connection WORD { kind: http operation WORD { input: Thing.WORD on 404: Missing } }
store WORD { url: config.WORD }
config Settings { WORD: Text }
fixture WORD {
    config { WORD: WORD }
    connection WORD: fake { WORD => WORD  WORD(WORD) => reject Missing  other => WORD }
}
test "it" using WORD { WORD() }
route GET /{WORD} { path: { WORD: Thing.WORD } run: WORD(path.WORD, WORD) }
"""


@pytest.mark.parametrize("word", CONTEXTUAL)
def test_a_contextual_word_is_a_name_wherever_names_stand(word: str) -> None:
    source = Source("words.jadpo", EVERYWHERE.replace("WORD", word))

    assert parse(source).diagnostics == ()


@pytest.mark.parametrize("word", sorted(set(RESERVED) - {"self"}))
@pytest.mark.parametrize(
    "declaration",
    [
        "function {} (n: Count) -> Count {{ return n }}",
        "function f({}: Count) -> Count {{ return n }}",
        "type Line = Object {{ {}: Text }}",
        "function f(n: Count) -> Count {{ var {} = n  return n }}",
        "function f(n: Count) -> Count {{ var {}: Count = n  return n }}",
        "function f(n: Count) -> Count {{ for {} in n {{ f(n) }} return n }}",
    ],
)
def test_a_reserved_word_is_no_name(word: str, declaration: str) -> None:
    if word == "mut":  # `var mut = n` lacks a name
        declaration = declaration.replace("var {}", "var mut {}")

    parsed = parse(Source("words.jadpo", declaration.format(word)))

    assert [each.rule for each in parsed.diagnostics] == ["syntax.reserved_name"]
    assert f"`{word}`" in parsed.diagnostics[0].summary


@pytest.mark.parametrize("word", RESERVED)
def test_a_reserved_word_is_a_member_a_label_and_a_variant(word: str) -> None:
    text = f"""
type Choice = Enum {{ {word} {word} {{ inner: Text }} }}
function f(n: Count) -> Count {{
    var chosen = Choice.{word}
    var given = g(n, {word}: n)
    n.{word}.{word}()
    return match chosen {{ Choice.{word} => n.{word} }}
}}
"""

    assert parse(Source("words.jadpo", text)).diagnostics == ()
