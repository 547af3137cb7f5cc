"""Reads RE2's syntax, for platforms without RE2 (language.md §12).

The result is a program with relative jumps, so that repeating a part is repeating its steps. There
is no recursion: a pattern may nest as deep as it is long. Messages are those of RE2.
"""

import unicodedata
from typing import Final, NamedTuple, NoReturn

from jadpo_runtime.values.patterns.classes import (
    PERL_CLASSES,
    POSIX_CLASSES,
    Ranges,
    complement,
    folded,
    unicode_group,
    union,
)
from jadpo_runtime.values.patterns.failure import PatternError
from jadpo_runtime.values.patterns.steps import Check, Condition, Consume, Fork, Jump, Step

_MAX_REPEAT: Final = 1000
_MAX_STEPS: Final = 80_000
"""Steps of a program, near the limit that RE2 has by its memory."""

_NO_NEWLINE: Final[Ranges] = ((0, 9), (11, 0x10FFFF))
_ANYTHING: Final[Ranges] = ((0, 0x10FFFF),)
_HEXADECIMAL: Final = frozenset("0123456789abcdefABCDEF")
_C_ESCAPES: Final = {"n": 10, "r": 13, "t": 9, "a": 7, "f": 12, "v": 11}
_NAME_CATEGORIES: Final = frozenset(["Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "Mn", "Mc", "Nd", "Pc"])


class _Part(NamedTuple):
    """A part of the program; ``copies`` is how often its innermost repetition writes it out."""

    steps: list[Step]
    copies: int = 1


class _Flags(NamedTuple):
    fold: bool = False
    lines: bool = False
    dot_newline: bool = False


class _Group:
    """An open parenthesis: the alternatives so far, and the sequence being read."""

    def __init__(self, outer: _Flags) -> None:
        self.outer = outer
        self.alternatives: list[_Part] = []
        self.sequence: list[_Part] = []

    def end_alternative(self) -> None:
        steps = [step for part in self.sequence for step in part.steps]
        copies = max((part.copies for part in self.sequence), default=1)
        self.alternatives.append(_Part(steps, copies))
        self.sequence = []

    def end(self) -> _Part:
        self.end_alternative()
        steps = self.alternatives[-1].steps
        for part in reversed(self.alternatives[:-1]):
            head: list[Step] = [Fork(1, len(part.steps) + 2), *part.steps, Jump(len(steps) + 1)]
            steps = head + steps
        return _Part(steps, max(part.copies for part in self.alternatives))


def parse(pattern: str) -> list[Step]:
    """The program of a pattern; raises :class:`PatternError` where it is none."""
    return _Parser(pattern).parse()


class _Parser:
    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        self._position = 0
        self._flags = _Flags()
        self._groups = [_Group(self._flags)]

    def parse(self) -> list[Step]:
        pattern = self._pattern
        last_repetition = -1
        while self._position < len(pattern):
            start = self._position
            character = pattern[start]
            counts = self._repetition()
            if counts is not None:
                if pattern.startswith("?", self._position):
                    self._position += 1
                if last_repetition >= 0:
                    self._fail("bad repetition operator", last_repetition)
                self._repeat(*counts, start)
                last_repetition = start
                continue
            last_repetition = -1
            self._position += 1
            match character:
                case "(":
                    self._open()
                case ")":
                    self._close()
                case "|":
                    self._groups[-1].end_alternative()
                case "^":
                    self._push(
                        Check(Condition.LINE_START if self._flags.lines else Condition.START)
                    )
                case "$":
                    self._push(Check(Condition.LINE_END if self._flags.lines else Condition.END))
                case ".":
                    self._push(Consume(_ANYTHING if self._flags.dot_newline else _NO_NEWLINE))
                case "[":
                    self._push(Consume(self._class(start)))
                case "\\":
                    self._escape(start)
                case _:
                    self._literal(ord(character))
        if len(self._groups) > 1:
            self._fail("missing )", 0)
        steps = self._groups[0].end().steps
        if _weight(steps) > _MAX_STEPS:
            raise PatternError("pattern too large - compile failed")
        return steps

    def _fail(self, reason: str, start: int, end: int | None = None) -> NoReturn:
        written = self._pattern[start : self._position if end is None else end]
        raise PatternError(f"{reason}: {written}")

    def _push(self, step: Step) -> None:
        self._groups[-1].sequence.append(_Part([step]))

    def _literal(self, point: int) -> None:
        ranges: Ranges = ((point, point),)
        self._push(Consume(folded(ranges) if self._flags.fold else ranges))

    def _cased(self, ranges: Ranges, negated: bool) -> Ranges:
        if self._flags.fold:
            ranges = folded(ranges)
        return complement(ranges) if negated else ranges

    # ---- repetition

    def _repetition(self) -> tuple[int, int | None] | None:
        """The counts of a repetition here, which is then read, or ``None``."""
        simple: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
        character = self._pattern[self._position]
        if character in simple:
            self._position += 1
            return simple[character]
        end = self._pattern.find("}", self._position)
        if character != "{" or end < 0:
            return None
        low, comma, high = self._pattern[self._position + 1 : end].partition(",")
        if not _is_count(low) or (high and not _is_count(high)):
            return None
        self._position = end + 1
        if not comma:
            return int(low), int(low)
        return int(low), int(high) if high else None

    def _repeat(self, low: int, high: int | None, start: int) -> None:
        counted = self._pattern[start] == "{"
        if counted and (
            low > _MAX_REPEAT or (high is not None and (high > _MAX_REPEAT or high < low))
        ):
            self._fail("invalid repetition size", start)
        sequence = self._groups[-1].sequence
        if not sequence:
            self._fail("no argument for repetition operator", start)
        steps, copies = sequence.pop()
        if counted:
            copies *= (low if high is None else high) or 1
            if copies > _MAX_REPEAT and max(low, high or 0) >= 2:
                self._fail("invalid repetition size", start)
        size = len(steps)
        if _weight(steps) * max(low, high or 0, 1) > _MAX_STEPS:
            raise PatternError("pattern too large - compile failed")
        if high is None and low:
            repeated = [*(steps * low), Fork(-size, 1)]
        elif high is None:
            repeated = [Fork(1, size + 2), *steps, Jump(-size - 1)]
        else:
            repeated = steps * low
            for rest in range(high - low, 0, -1):
                repeated.append(Fork(1, rest * (size + 1)))
                repeated.extend(steps)
        sequence.append(_Part(repeated, copies))

    # ---- groups

    def _open(self) -> None:
        start = self._position - 1
        flags = self._flags
        if self._pattern.startswith("?", self._position):
            self._position += 1
            for sign in ("P<", "<"):
                name = self._position + len(sign)
                if self._pattern.startswith(sign, self._position) and name < len(self._pattern):
                    if sign == "<" and self._pattern[name] in "=!":
                        continue  # a look-behind
                    self._name(start, name)
                    break
            else:
                if not self._read_flags(start):
                    return
        self._groups.append(_Group(flags))

    def _name(self, start: int, name_start: int) -> None:
        end = self._pattern.find(">", name_start)
        if end < 0:
            self._fail("invalid named capture group", start, len(self._pattern))
        name = self._pattern[name_start:end]
        self._position = end + 1
        if not name or any(unicodedata.category(each) not in _NAME_CATEGORIES for each in name):
            self._fail("invalid named capture group", start)

    def _read_flags(self, start: int) -> bool:
        """Read ``i-s:`` or ``i)``; whether it opens a group."""
        flags, value, seen = self._flags, True, True
        while True:
            character = self._pattern[self._position : self._position + 1]
            self._position += 1
            match character:
                case "i":
                    flags, seen = flags._replace(fold=value), True
                case "m":
                    flags, seen = flags._replace(lines=value), True
                case "s":
                    flags, seen = flags._replace(dot_newline=value), True
                case "U":
                    seen = True  # which of several matches is preferred does not matter
                case "-" if value:
                    value = seen = False
                case ":" | ")" if seen:
                    self._flags = flags
                    return character == ":"
                case "<" if self._position == start + len("(?<"):
                    # A look-behind: its sign belongs to the message.
                    self._fail("invalid perl operator", start, self._position + 1)
                case _:
                    self._fail("invalid perl operator", start)

    def _close(self) -> None:
        if len(self._groups) == 1:
            self._fail("unexpected )", 0, len(self._pattern))
        group = self._groups.pop()
        self._flags = group.outer
        self._groups[-1].sequence.append(group.end())

    # ---- escapes and classes

    def _escape(self, start: int) -> None:
        conditions = {
            "b": Condition.WORD_EDGE,
            "B": Condition.NO_WORD_EDGE,
            "A": Condition.START,
            "z": Condition.END,
        }
        kind = self._pattern[self._position : self._position + 1]
        if kind in conditions:
            self._position += 1
            self._push(Check(conditions[kind]))
        elif kind == "Q":
            end = self._pattern.find("\\E", self._position + 1)
            quoted = self._pattern[self._position + 1 : end if end >= 0 else None]
            self._position = end + 2 if end >= 0 else len(self._pattern)
            for each in quoted:
                self._literal(ord(each))
        elif (ranges := self._class_escape(start)) is not None:
            self._push(Consume(ranges))
        else:
            self._literal(self._escaped(start))

    def _class_escape(self, start: int, in_class: bool = False) -> Ranges | None:
        r"""The characters of ``\d`` or ``\pL``, after the backslash, or ``None``."""
        kind = self._pattern[self._position : self._position + 1]
        if kind and kind.lower() in PERL_CLASSES:
            self._position += 1
            return self._cased(PERL_CLASSES[kind.lower()], kind.isupper())
        if kind not in ("p", "P") or (in_class and self._position + 1 == len(self._pattern)):
            return None
        self._position += 2
        name = self._pattern[self._position - 1 : self._position]
        if name == "{":
            end = self._pattern.find("}", self._position)
            if end < 0:
                self._fail("invalid character class range", start, len(self._pattern))
            name = self._pattern[self._position : end]
            self._position = end + 1
        ranges = unicode_group(name.removeprefix("^"))
        if ranges is None:
            self._fail("invalid character class range", start)
        return self._cased(ranges, (kind == "P") != name.startswith("^"))

    def _escaped(self, start: int) -> int:
        """The character that an escape stands for, after the backslash."""
        kind = self._pattern[self._position : self._position + 1]
        if not kind:
            raise PatternError("trailing \\")
        self._position += 1
        if kind in _C_ESCAPES:
            return _C_ESCAPES[kind]
        if kind == "x":
            return self._hexadecimal(start)
        following = self._pattern[self._position : self._position + 1]
        if kind == "0" or (kind in "1234567" and following and following in "01234567"):
            digits = kind
            while len(digits) < 3 and following and following in "01234567":
                digits += following
                self._position += 1
                following = self._pattern[self._position : self._position + 1]
            return int(digits, 8)
        if kind >= "\x80" or kind.isalnum():
            self._fail("invalid escape sequence", start)
        return ord(kind)

    def _hexadecimal(self, start: int) -> int:
        pattern, digits = self._pattern, ""
        if not pattern.startswith("{", self._position):
            digits = pattern[self._position : self._position + 2]
            self._position += 2
            if len(digits) < 2 or not all(each in _HEXADECIMAL for each in digits):
                self._fail("invalid escape sequence", start)
            return int(digits, 16)
        self._position += 1
        while self._position < len(pattern):
            character = pattern[self._position]
            self._position += 1
            if character == "}" and digits:
                return int(digits, 16)
            digits += character
            if character not in _HEXADECIMAL or int(digits, 16) > 0x10FFFF:
                break
        return self._fail("invalid escape sequence", start)

    def _class(self, start: int) -> Ranges:
        pattern = self._pattern
        negated = pattern.startswith("^", self._position)
        self._position += negated
        first = self._position
        members: list[tuple[int, int]] = []
        while not pattern.startswith("]", self._position) or self._position == first:
            if self._position >= len(pattern):
                self._fail("missing ]", start, len(pattern))
            members.extend(self._member(start))
        self._position += 1
        return self._cased(union(members), negated)

    def _member(self, start: int) -> Ranges:
        pattern, begin = self._pattern, self._position
        end = pattern.find(":]", begin + 2) if pattern.startswith("[:", begin) else -1
        if end >= 0:
            self._position = end + 2
            name = pattern[begin + 2 : end]
            if name.removeprefix("^") not in POSIX_CLASSES:
                self._fail("invalid character class range", begin)
            return self._cased(POSIX_CLASSES[name.removeprefix("^")], name.startswith("^"))
        if pattern[begin] == "\\":
            self._position += 1
            ranges = self._class_escape(begin, in_class=True)
            if ranges is not None:
                return ranges
            self._position = begin
        low = high = self._character(start)
        following = pattern[self._position : self._position + 2]
        if len(following) == 2 and following[0] == "-" and following[1] != "]":
            self._position += 1
            high = self._character(start)
            if high < low:
                self._fail("invalid character class range", begin)
        return ((low, high),)

    def _character(self, start: int) -> int:
        begin = self._position
        if begin >= len(self._pattern):
            self._fail("missing ]", start)
        self._position += 1
        if self._pattern[begin] == "\\":
            return self._escaped(begin)
        return ord(self._pattern[begin])


def _is_count(digits: str) -> bool:
    """RE2 reads a number with a leading zero, or a huge one, as literal characters."""
    if not digits or any(each not in "0123456789" for each in digits):
        return False
    return digits == "0" or (digits[0] != "0" and len(digits) <= 9)


def _weight(steps: list[Step]) -> int:
    """About how many instructions RE2 would have: it writes a large class out in bytes."""
    return sum(
        max(1, len(step.ranges) * 3 // 10) if isinstance(step, Consume) else 1 for step in steps
    )
