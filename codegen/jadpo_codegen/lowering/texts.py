"""The standard library's rows on texts and bytes.

What depends on Unicode beyond ASCII is done by Python, and what would exceed the limits, for whose
sentences it is asked. What takes longer for longer texts looks at the stop byte [L6].
"""

from typing import Final, TypeGuard

from jadpo.ir import nodes
from jadpo_codegen.bridge.run import MEMORY_LIMIT
from jadpo_codegen.layouts import BOOL, INT, TEXT, TextCell, Word
from jadpo_codegen.lowering.body import Body
from jadpo_codegen.lowering.operand import Operand
from jadpo_codegen.lowering.rows import NativeOperation, as_list, by_python, chosen, made, unless

_LONG_PART: Final = 1 << 22
"""Bytes of what is searched for, from which on Python does it, in stretches."""

_WIDE_LIMIT: Final = MEMORY_LIMIT // 4
"""Code points of the longest text that is not ASCII."""


def bytes_of(body: Body, text: str) -> str:
    """The number of bytes of a text."""
    return body.load(text, 16, INT).text


def is_ascii(body: Body, text: str) -> str:
    """Whether a text is ASCII: then it has as many code points as bytes."""
    points = body.load(text, 24, INT).text
    return body.writer.value(f"icmp eq i64 {bytes_of(body, text)}, {points}")


def _is_long(body: Body, part: str) -> str:
    return body.writer.value(f"icmp ugt i64 {bytes_of(body, part)}, {_LONG_PART}")


def _limit(body: Body, ascii_: str) -> str:
    """The code points of the longest text, as the library measures it."""
    return body.writer.value(f"select i1 {ascii_}, i64 {MEMORY_LIMIT}, i64 {_WIDE_LIMIT}")


def _searching(native: NativeOperation) -> NativeOperation:
    """A row that Python does where what is searched for is long."""

    def row(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
        return unless(
            body,
            _is_long(body, operands[1].text),
            body.layout(node.type),
            lambda: native(body, node, operands),
            lambda: by_python(body, node, operands),
        )

    return row


def _length(offset: int) -> NativeOperation:
    def length(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
        number = body.load(operands[0].text, offset, INT)
        body.drop(operands[0])
        return number

    return length


def _index(body: Body, operands: list[Operand]) -> str:
    text, part = operands
    index = body.writer.value(
        f"call i64 @jadpo.text_index(ptr %context, ptr {text.text}, ptr {part.text})"
    )
    body.poll()
    body.drop(text, part)
    return index


def _contains(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    return Operand(body.writer.value(f"icmp sge i64 {_index(body, operands)}, 0"), BOOL)


def _index_of(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    index = _index(body, operands)
    is_there = body.writer.value(f"icmp sge i64 {index}, 0")
    return chosen(body, is_there, body.layout(node.type), lambda: Operand(index, INT))


def _edge(at_end: str) -> NativeOperation:
    def edge(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
        text, part = operands
        holds = body.writer.value(
            f"call i1 @jadpo.text_has_edge(ptr {text.text}, ptr {part.text}, i1 {at_end})"
        )
        body.poll()
        body.drop(text, part)
        return Operand(holds, BOOL)

    return edge


def _of_ascii(function: str) -> NativeOperation:
    """A text made of one that is ASCII; Python makes it of others."""

    def row(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
        text = operands[0]
        kind = body.module.kind(TEXT)

        def native() -> Operand:
            call = f"call ptr @jadpo.{function}(ptr %context, ptr {text.text}, i32 {kind})"
            answer = made(body, node, call, TEXT)
            body.drop(text)
            return answer

        is_plain = is_ascii(body, text.text)
        is_other = body.writer.value(f"xor i1 {is_plain}, true")
        return unless(body, is_other, TEXT, native, lambda: by_python(body, node, operands))

    return row


def _replace(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    """Natively where the part is not empty and the result is not too large."""
    text, part, replacement = operands
    writer = body.writer
    empty = writer.value(f"icmp eq i64 {bytes_of(body, part.text)}, 0")
    rare = writer.value(f"or i1 {empty}, {_is_long(body, part.text)}")

    def native() -> Operand:
        number = writer.value(
            f"call i64 @jadpo.occurrences(ptr %context, ptr {text.text}, ptr {part.text})"
        )
        body.poll()
        # No product of these overflows: no text has 2**28 bytes.
        points = [body.load(each.text, 24, INT).text for each in operands]
        difference = writer.value(f"sub i64 {points[2]}, {points[1]}")
        grown = writer.value(f"mul i64 {number}, {difference}")
        whole = writer.value(f"add i64 {points[0]}, {grown}")
        plain = [is_ascii(body, each.text) for each in (text, replacement)]
        ascii_ = writer.value(f"and i1 {plain[0]}, {plain[1]}")
        is_large = writer.value(f"icmp ugt i64 {whole}, {_limit(body, ascii_)}")
        return unless(
            body,
            is_large,
            TEXT,
            lambda: replaced(number),
            lambda: by_python(body, node, operands),
        )

    def replaced(number: str) -> Operand:
        call = (
            f"call ptr @jadpo.text_replace(ptr %context, ptr {text.text}, ptr {part.text},"
            f" ptr {replacement.text}, i64 {number}, i32 {body.module.kind(TEXT)})"
        )
        answer = made(body, node, call, TEXT)
        body.drop(*operands)
        return answer

    return unless(body, rare, TEXT, native, lambda: by_python(body, node, operands))


def _split(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    text, separator = operands
    layout = as_list(body.layout(node.type))
    writer = body.writer
    kinds = f"i32 {body.module.kind(layout)}, i32 {body.module.kind(TEXT)}"

    def cut(call: str) -> Operand:
        cell = writer.value(call)
        number = writer.value(f"ptrtoint ptr {cell} to i64")
        body.stop_if(writer.value(f"icmp eq i64 {number}, 1"))
        body.checked_cell(cell, node.span)
        return Operand(cell, layout, is_owned=True)

    def parts() -> Operand:
        return cut(
            f"call ptr @jadpo.text_split(ptr %context, ptr {text.text},"
            f" ptr {separator.text}, {kinds})"
        )

    def characters() -> Operand:
        return cut(f"call ptr @jadpo.text_characters(ptr %context, ptr {text.text}, {kinds})")

    written = constant_separator(node)
    if written is not None:
        answer = parts() if written else characters()
    else:
        empty = writer.value(f"icmp eq i64 {bytes_of(body, separator.text)}, 0")
        answer = unless(body, empty, layout, parts, characters)
    body.drop(text, separator)
    return answer


def constant_separator(node: nodes.LibraryCall) -> str | None:
    """The separator of a ``text.split`` where it is a constant."""
    separator = node.arguments[1]
    while isinstance(separator, nodes.Widen):
        separator = separator.base
    if isinstance(separator, nodes.Constant) and isinstance(separator.value, str):
        return separator.value
    return None


def is_split(node: nodes.Expression) -> TypeGuard[nodes.LibraryCall]:
    """Whether a node is a ``text.split`` by a constant."""
    return (
        isinstance(node, nodes.LibraryCall)
        and node.operation == "text.split"
        and constant_separator(node) is not None
    )


def _join(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    parts, separator = operands
    writer = body.writer
    sizes = writer.value(
        "call { i64, i64 } @jadpo.joined_size"
        f"(ptr %context, ptr {parts.text}, ptr {separator.text})"
    )
    body.poll()
    size = writer.value(f"extractvalue {{ i64, i64 }} {sizes}, 0")
    points = writer.value(f"extractvalue {{ i64, i64 }} {sizes}, 1")

    def native() -> Operand:
        call = (
            f"call ptr @jadpo.text_join(ptr %context, ptr {parts.text}, ptr {separator.text},"
            f" i64 {size}, i64 {points}, i32 {body.module.kind(TEXT)})"
        )
        answer = made(body, node, call, TEXT)
        body.drop(parts, separator)
        return answer

    ascii_ = writer.value(f"icmp eq i64 {size}, {points}")
    is_large = writer.value(f"icmp ugt i64 {points}, {_limit(body, ascii_)}")
    return unless(body, is_large, TEXT, native, lambda: by_python(body, node, operands))


def _slice(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    text, start, end = operands
    call = (
        f"call ptr @jadpo.text_slice(ptr %context, ptr {text.text}, i64 {start.text},"
        f" i64 {end.text}, i32 {body.module.kind(TEXT)})"
    )
    answer = made(body, node, call, TEXT)
    body.drop(text)
    return answer


def _filled(
    body: Body, node: nodes.LibraryCall, fill: str, times: str, rest: str, text: str
) -> Operand:
    call = (
        f"call ptr @jadpo.text_filled(ptr %context, ptr {fill}, i64 {times}, ptr {rest},"
        f" ptr {text}, i32 {body.module.kind(TEXT)})"
    )
    return made(body, node, call, TEXT)


def _too_much(body: Body, text: str, times: str) -> str:
    """Whether a text so many times is too large."""
    points = body.load(text, 24, INT).text
    pair = body.writer.value(
        f"call {{ i64, i1 }} @llvm.smul.with.overflow.i64(i64 {points}, i64 {times})"
    )
    overflows = body.writer.value(f"extractvalue {{ i64, i1 }} {pair}, 1")
    total = body.writer.value(f"extractvalue {{ i64, i1 }} {pair}, 0")
    limit = _limit(body, is_ascii(body, text))
    is_large = body.writer.value(f"icmp sgt i64 {total}, {limit}")
    return body.writer.value(f"or i1 {overflows}, {is_large}")


def _repeat(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    text, times = operands
    writer = body.writer
    size = bytes_of(body, text.text)
    negative = writer.value(f"icmp slt i64 {times.text}, 0")
    nothing = writer.value(f"icmp eq i64 {size}, 0")
    none_at_all = writer.value(f"or i1 {negative}, {nothing}")
    positive = writer.value(f"select i1 {none_at_all}, i64 0, i64 {times.text}")
    rare = _too_much(body, text.text, positive)
    empty = body.module.text_constant(b"", 0, TEXT)

    def native() -> Operand:
        begin = writer.value(f"call ptr @jadpo.point_at(ptr {text.text}, i64 0)")
        answer = _filled(body, node, text.text, positive, begin, empty)
        body.drop(text)
        return answer

    return unless(body, rare, TEXT, native, lambda: by_python(body, node, operands))


def _pad_start(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    text, width, fill = operands
    writer = body.writer
    points = body.load(text.text, 24, INT).text
    fill_points = body.load(fill.text, 24, INT).text
    is_wide = writer.value(f"icmp sgt i64 {width.text}, {points}")
    has_fill = writer.value(f"icmp ne i64 {fill_points}, 0")
    pads = writer.value(f"and i1 {is_wide}, {has_fill}")
    plain = [is_ascii(body, each.text) for each in (text, fill)]
    ascii_ = writer.value(f"and i1 {plain[0]}, {plain[1]}")
    is_large = writer.value(f"icmp sgt i64 {width.text}, {_limit(body, ascii_)}")
    rare = writer.value(f"and i1 {pads}, {is_large}")
    keeps = writer.value(f"xor i1 {pads}, true")

    def as_it_is() -> Operand:
        answer = body.held(text)
        body.drop(fill)
        return answer._replace(layout=TEXT)

    def padded() -> Operand:
        missing = writer.value(f"sub i64 {width.text}, {points}")
        times = writer.value(f"udiv i64 {missing}, {fill_points}")
        whole = writer.value(f"mul i64 {times}, {fill_points}")
        left = writer.value(f"sub i64 {missing}, {whole}")
        rest = writer.value(f"call ptr @jadpo.point_at(ptr {fill.text}, i64 {left})")
        answer = _filled(body, node, fill.text, times, rest, text.text)
        body.drop(text, fill)
        return answer

    return unless(
        body,
        rare,
        TEXT,
        lambda: unless(body, keeps, TEXT, padded, as_it_is),
        lambda: by_python(body, node, operands),
    )


def _of(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    value = operands[0]
    kind = body.module.kind(TEXT)
    match value.layout:
        case TextCell(is_bytes=False):
            return value
        case Word() as word if word == INT:
            call = f"call ptr @jadpo.text_of_int(ptr %context, i64 {value.text}, i32 {kind})"
            return made(body, node, call, TEXT)
        case Word() as word if word == BOOL:
            words = [body.module.text_constant(each, len(each), TEXT) for each in _BOOLS]
            return Operand(
                body.writer.value(f"select i1 {value.text}, ptr {words[0]}, ptr {words[1]}"), TEXT
            )
    return by_python(body, node, operands)


_BOOLS: Final = (b"true", b"false")


def _parse_int(body: Body, node: nodes.LibraryCall, operands: list[Operand]) -> Operand:
    answer = body.writer.value(
        f"call {{ i1, i64 }} @jadpo.parse_int(ptr %context, ptr {operands[0].text})"
    )
    body.poll()
    body.drop(operands[0])
    is_there = body.writer.value(f"extractvalue {{ i1, i64 }} {answer}, 0")
    number = body.writer.value(f"extractvalue {{ i1, i64 }} {answer}, 1")
    return chosen(body, is_there, body.layout(node.type), lambda: Operand(number, INT))


TEXT_OPERATIONS: Final[dict[str, NativeOperation]] = {
    "text.length": _length(24),
    "text.contains": _searching(_contains),
    "text.index_of": _searching(_index_of),
    "text.starts_with": _edge("false"),
    "text.ends_with": _edge("true"),
    "text.trim": _of_ascii("text_trim"),
    "text.lower": _of_ascii("text_lower"),
    "text.upper": _of_ascii("text_upper"),
    "text.replace": _replace,
    "text.split": _split,
    "text.join": _join,
    "text.slice": _slice,
    "text.repeat": _repeat,
    "text.pad_start": _pad_start,
    "text.of": _of,
    "text.parse_int": _parse_int,
    "bytes.length": _length(16),
}
"""The rows on texts and bytes, by their keys."""
