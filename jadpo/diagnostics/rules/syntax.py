"""Rules of the area ``syntax``: how source text is written."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        id="syntax.byte_order_mark",
        title="A source file begins with its text, not with a byte order mark",
        explanation=(
            "Jadpo source is UTF-8, which needs no byte order mark. Some editors write one at "
            "the start of a file (U+FEFF), where it is invisible and belongs to no token. Save "
            'the file as "UTF-8" rather than "UTF-8 with BOM", or delete the first character.'
        ),
        wrong="\ufefftype Quantity = Int { min: 1 }",
        right="type Quantity = Int { min: 1 }",
    ),
    Rule(
        id="syntax.character_unknown",
        title="Source text is made of ASCII outside texts and comments",
        explanation=(
            "Names, keywords and operators are ASCII. Other characters come from copied "
            "prose (curly quotes, long dashes, spaces that do not break) or from another "
            "language's syntax (`@`, `$`). The message gives the character's name, since it"
            " may look like another. In a text or a comment any character may stand."
        ),
        wrong=(
            "type Count = Int {}\n\nfunction f(n: Count) -> Count {\n    return Count(n × 2)\n}"
        ),
        right=(
            "type Count = Int {}\n\nfunction f(n: Count) -> Count {\n    return Count(n * 2)\n}"
        ),
    ),
    Rule(
        id="syntax.clause_not_allowed",
        title="A block has the clauses that belong to it, and no others",
        explanation=(
            "Each form of `query`, `update` and `delete`, each signature, `persistence` and"
            " `over` have a few clauses of their own. Another one is refused rather than "
            "ignored, since something was meant by it. The message lists those that the "
            "form has, and where the refused one belongs."
        ),
        wrong=(
            "entity Order {\n"
            "    id: Uuid { generated: identity }\n"
            "    total: Decimal\n"
            "\n"
            "    identity: id\n"
            "\n"
            "    query find(wanted: Order.id) freshness: authoritative -> Order? {\n"
            "        return attempt query optional Order { where: id == wanted  limit: 1 }\n"
            "    }\n"
            "}"
        ),
        right=(
            "entity Order {\n"
            "    id: Uuid { generated: identity }\n"
            "    total: Decimal\n"
            "\n"
            "    identity: id\n"
            "\n"
            "    query find(wanted: Order.id) freshness: authoritative -> Order? {\n"
            "        return attempt query optional Order { where: id == wanted }\n"
            "    }\n"
            "}"
        ),
    ),
    Rule(
        id="syntax.comparison_chained",
        title="A comparison does not follow another",
        explanation=(
            "`a < b < c` would compare the Bool that `a < b` gives with `c`, which is never"
            " meant. Write the two comparisons out and join them with `and`; or put the "
            "first one into parentheses, if a Bool is to be compared."
        ),
        wrong=(
            "type Count = Int {}\n"
            "\n"
            "function f(n: Count) -> Count {\n"
            "    if 0 < n < 10 { return n }\n"
            "    return Count(0)\n"
            "}"
        ),
        right=(
            "type Count = Int {}\n"
            "\n"
            "function f(n: Count) -> Count {\n"
            "    if 0 < n and n < 10 { return n }\n"
            "    return Count(0)\n"
            "}"
        ),
    ),
    Rule(
        id="syntax.escape_invalid",
        title="A text has five short escapes and `\\u{…}`",
        explanation=(
            'In a text literal a backslash begins an escape: `\\"` a quote, `\\\\` a '
            "backslash, `\\n` a line feed, `\\r` a carriage return, `\\t` a tab, and "
            "`\\u{1F600}` the character of that hexadecimal number, which must be a Unicode "
            "scalar value. A backslash that stands for itself is written twice."
        ),
        wrong=(
            'type Folder = Text {}\n\nfunction home() -> Folder {\n    return Folder("C:\\data")\n}'
        ),
        right=(
            "type Folder = Text {}\n"
            "\n"
            "function home() -> Folder {\n"
            '    return Folder("C:\\\\data")\n'
            "}"
        ),
    ),
    Rule(
        id="syntax.file_too_large",
        title="A source file is at most 16 MiB",
        explanation=(
            "No file that a person wrote is that large, so the path most likely names something "
            "else. Everything Jadpo reads has a limit, so that a wrong path is an error rather "
            "than a machine without memory. A program of any size can be split over several "
            "files of one folder."
        ),
        wrong="jadpo check dump.jadpo        // 4 GiB",
        right="jadpo check shop              // a folder of files",
    ),
    Rule(
        id="syntax.foreign_syntax",
        title="Jadpo writes this in another way than other languages",
        explanation=(
            "Operators, words and quotes of other languages are recognised, so that the "
            "message can say what Jadpo writes instead: `and`, `or` and `not` for `&&`, "
            "`||` and `!`; `==` for `===`; `var` for `let` and `const`; `function` for `fn`"
            " and `def`; `\"text\"` for `'text'`; `//` for `#` and `/* */`; and no "
            "semicolons."
        ),
        wrong=(
            "type Count = Int {}\n"
            "\n"
            "function f(n: Count) -> Count {\n"
            "    let total = n * 2;\n"
            "    return Count(total);\n"
            "}"
        ),
        right=(
            "type Count = Int {}\n"
            "\n"
            "function f(n: Count) -> Count {\n"
            "    var total = n * 2\n"
            "    return Count(total)\n"
            "}"
        ),
    ),
    Rule(
        id="syntax.header_misplaced",
        title="A file begins with its module line, then its imports",
        explanation=(
            "`module` says which module the file belongs to, and stands once, before "
            "anything else. The `import` lines follow it, and declarations follow them. So "
            "a reader sees at the top what a file belongs to and what it uses."
        ),
        wrong=(
            "// file catalog.jadpo\n"
            "module catalog\n"
            "public type Code = Text {}\n"
            "// file orders.jadpo\n"
            "module orders\n"
            "type Line = Object { code: Code }\n"
            "import catalog { Code }"
        ),
        right=(
            "// file catalog.jadpo\n"
            "module catalog\n"
            "public type Code = Text {}\n"
            "// file orders.jadpo\n"
            "module orders\n"
            "import catalog { Code }\n"
            "type Line = Object { code: Code }"
        ),
    ),
    Rule(
        id="syntax.missing",
        title="Something is missing",
        explanation=(
            "The text can be read on if a mark, a name, a type or a value is put where the "
            "message points. The message says how the construct is written in which it is "
            "missing."
        ),
        wrong=(
            "type Count = Int {}\n"
            "\n"
            "function f(n: Count) -> Count {\n"
            "    var total n * 2\n"
            "    return Count(total)\n"
            "}"
        ),
        right=(
            "type Count = Int {}\n"
            "\n"
            "function f(n: Count) -> Count {\n"
            "    var total = n * 2\n"
            "    return Count(total)\n"
            "}"
        ),
    ),
    Rule(
        id="syntax.misspelt_keyword",
        title="A keyword is written exactly",
        explanation=(
            "Where a keyword is expected there stands a word that differs from one in a "
            "letter or two. Words are case-sensitive, and keywords are lower case."
        ),
        wrong=("type Count = Int {}\n\nfunction f(n: Count) -> Count {\n    retrun n\n}"),
        right=("type Count = Int {}\n\nfunction f(n: Count) -> Count {\n    return n\n}"),
    ),
    Rule(
        id="syntax.name_not_ascii",
        title="Names are made of ASCII letters, digits and `_`",
        explanation=(
            "Letters of different alphabets can look the same, and one letter can be stored"
            " in several ways. Names are therefore limited to `A` to `Z`, `a` to `z`, "
            "digits and `_`. Texts and comments may hold any character."
        ),
        wrong=(
            "type Count = Int {}\n"
            "\n"
            "function f(n: Count) -> Count {\n"
            "    var größe = n * 2\n"
            "    return Count(größe)\n"
            "}"
        ),
        right=(
            "type Count = Int {}\n"
            "\n"
            "function f(n: Count) -> Count {\n"
            "    var grosse = n * 2\n"
            "    return Count(grosse)\n"
            "}"
        ),
    ),
    Rule(
        id="syntax.nested_too_deeply",
        title="A declaration has at most 200 levels",
        explanation=(
            "Parentheses in parentheses, calls in calls and blocks in blocks each add a "
            "level. A declaration of more than 200 levels is refused, because the stages "
            "that follow would run out of stack. Give names to parts of it with `var`, or "
            "move parts to functions of their own. Length is no depth: `+`, `and` and `or` "
            "join thousands of terms, and `else if` may follow `else if` as often."
        ),
        wrong=(
            "type Count = Int {}\n"
            "\n"
            "function f(n: Count) -> Count {\n"
            "    return Count(n" + ("\n        " + " + (1" * 20) * 11 + ")" * 221 + "\n"
            "}"
        ),
        right=(
            "type Count = Int {}\n"
            "\n"
            "function f(n: Count) -> Count {\n"
            "    var some = n + 1 + 1\n"
            "    var more = some + 1 + 1\n"
            "    return Count(more)\n"
            "}"
        ),
    ),
    Rule(
        id="syntax.not_supported_yet",
        title="This part of the language is not built yet",
        explanation=(
            "The grammar knows the whole language, and some parts of it are not checked and run "
            "yet. They are refused by name rather than ignored, so that a program never runs "
            "without something it asks for. The changelog says what each version supports."
        ),
        wrong="authentication staff { }",
        right=(
            "event Bell { rung { at: Instant } }\n"
            "subscriber listen { on Bell.rung(rung) { var _ = rung.at } }"
        ),
    ),
    Rule(
        id="syntax.not_utf8",
        title="A source file is UTF-8",
        explanation=(
            "Jadpo source is UTF-8 and nothing else, so that a program means the same on every "
            "machine. The file holds bytes that are not UTF-8: most often it was saved as "
            "Latin-1, Windows-1252 or UTF-16, or it is no text at all. Save it as UTF-8; "
            "`iconv -f LATIN1 -t UTF-8 shop.jadpo` converts one."
        ),
        wrong='// caf\\xe9 (the byte E9 of Latin-1)\ntype Drink = Text { pattern: "[a-z]+" }',
        right='// café (the bytes C3 A9 of UTF-8)\ntype Drink = Text { pattern: "[a-z]+" }',
    ),
    Rule(
        id="syntax.nul_character",
        title="Source text holds no NUL character",
        explanation=(
            "A NUL character (U+0000) in a source file is a sign that the file is binary, cut "
            "short by a crash, or in another encoding such as UTF-16. Restore the file, or save "
            'it as UTF-8. In a text literal write `"\\u{0}"`.'
        ),
        wrong='type Part = Text {}\nfunction nothing() -> Part { return Part("\x00") }',
        right='type Part = Text {}\nfunction nothing() -> Part { return Part("\\u{0}") }',
    ),
    Rule(
        id="syntax.number_invalid",
        title="Numbers and durations have one plain form",
        explanation=(
            "An Int is `42` or `1_000_000`, a Decimal has digits on both sides of its point"
            " (`0.5`), and a duration is a whole number of one unit: `250ms`, `5s`, `15m`, "
            "`1h`, `30d`. There are no exponents and no other bases, no two units in a row,"
            " and no letter or digit directly after a number."
        ),
        wrong=(
            "function pause() -> Pause {\n    return Pause(1h30m)\n}\n\ntype Pause = Duration {}"
        ),
        right=("function pause() -> Pause {\n    return Pause(90m)\n}\n\ntype Pause = Duration {}"),
    ),
    Rule(
        id="syntax.object_in_head",
        title="An Object literal in the head of a statement is parenthesised",
        explanation=(
            "In `if x == Size { width: 1 } { … }` the first `{` would be taken for the "
            "block of the `if`. The heads of `if`, `while`, `for` and `match` hold no "
            "Object literals therefore, unless in parentheses."
        ),
        wrong=(
            "type Size = Object { width: Int }\n"
            "\n"
            "function same(size: Size) -> Size {\n"
            "    if size == Size { width: 1 } { return size }\n"
            "    return Size { width: 2 }\n"
            "}"
        ),
        right=(
            "type Size = Object { width: Int }\n"
            "\n"
            "function same(size: Size) -> Size {\n"
            "    if size == (Size { width: 1 }) { return size }\n"
            "    return Size { width: 2 }\n"
            "}"
        ),
    ),
    Rule(
        id="syntax.pattern_unknown",
        title="`some`, `success` and `failure Name` are the patterns with a binding",
        explanation=(
            "A pattern in parentheses binds the value that is there (`some(x)`), the result"
            " of a call (`success(x)`) or the context of a failure (`failure "
            "Name(context)`). The payload of a variant is bound field by field in braces."
        ),
        wrong=(
            "type Count = Int {}\n"
            "type Status = Enum { open  paid { amount: Count } }\n"
            "\n"
            "function owed(status: Status) -> Count {\n"
            "    return match status {\n"
            "        Status.open => Count(0)\n"
            "        paid(amount) => amount\n"
            "    }\n"
            "}"
        ),
        right=(
            "type Count = Int {}\n"
            "type Status = Enum { open  paid { amount: Count } }\n"
            "\n"
            "function owed(status: Status) -> Count {\n"
            "    return match status {\n"
            "        Status.open => Count(0)\n"
            "        Status.paid { amount } => amount\n"
            "    }\n"
            "}"
        ),
    ),
    Rule(
        id="syntax.repeated_clause",
        title="A clause stands once in its block",
        explanation=(
            "A clause that may stand once and stands twice is either a slip or two opinions of one "
            "thing, of which one would win silently. Delete one of the two. The clauses `unique`, "
            "`index`, `reference` and `conflict` may repeat."
        ),
        wrong='failure Missing { kind: NotFound  code: "missing"  code: "gone" }',
        right='failure Missing { kind: NotFound  code: "missing" }',
    ),
    Rule(
        id="syntax.reserved_name",
        title="Reserved words are no names",
        explanation=(
            "No binding, parameter, callable or field may be called by one of these words: "
            "`and or not in exists supplied when if else for while match var mut return "
            "reject break continue emit attempt call assert create update delete query "
            "conflict true false none public propagate rejects self`. All other words may, "
            "keywords such as `store` or `status` among them."
        ),
        wrong=(
            "type Count = Int {}\n"
            "\n"
            "function f(n: Count) -> Count {\n"
            "    var match = n * 2\n"
            "    return n\n"
            "}"
        ),
        right=(
            "type Count = Int {}\n"
            "\n"
            "function f(n: Count) -> Count {\n"
            "    var matched = n * 2\n"
            "    return Count(matched)\n"
            "}"
        ),
    ),
    Rule(
        id="syntax.route_path_invalid",
        title="A route's path is made of plain segments and placeholders",
        explanation=(
            "A path begins with `/`. Its segments are separated by `/` and are either made "
            "of letters, digits, `.`, `_`, `~` and `-`, or a placeholder in braces such as "
            "`{id}`. It does not end with `/`, and has no query: that is declared with "
            "`query:`."
        ),
        wrong=(
            "type Count = Int {}\n"
            "\n"
            "route GET /doubles/:n {\n"
            "    auth: none\n"
            "    path: { n: Count }\n"
            "    output: Count\n"
            "    action: { return Count(path.n * 2) }\n"
            "}"
        ),
        right=(
            "type Count = Int {}\n"
            "\n"
            "route GET /doubles/{n} {\n"
            "    auth: none\n"
            "    path: { n: Count }\n"
            "    output: Count\n"
            "    action: { return Count(path.n * 2) }\n"
            "}"
        ),
    ),
    Rule(
        id="syntax.self_parameter",
        title="`self` is `self: value` or `self: ref`, and comes first",
        explanation=(
            "The first parameter of an operation declared inside an entity may be `self: "
            "value` (the whole entity) or `self: ref` (its identity); the operation can "
            "then be called as `order.cancel(reason)`. Its type follows from the entity and"
            " is not written."
        ),
        wrong=(
            "type Large = Bool {}\n"
            "\n"
            "entity Order {\n"
            "    id: Uuid { generated: identity }\n"
            "    total: Decimal\n"
            "\n"
            "    identity: id\n"
            "\n"
            "    function is_large(self: Order) -> Large {\n"
            "        return Large(self.total > 1000)\n"
            "    }\n"
            "}"
        ),
        right=(
            "type Large = Bool {}\n"
            "\n"
            "entity Order {\n"
            "    id: Uuid { generated: identity }\n"
            "    total: Decimal\n"
            "\n"
            "    identity: id\n"
            "\n"
            "    function is_large(self: value) -> Large {\n"
            "        return Large(self.total > 1000)\n"
            "    }\n"
            "}"
        ),
    ),
    Rule(
        id="syntax.unclosed",
        title="Every bracket that is opened is closed",
        explanation=(
            "A `(`, `[` or `{` has no counterpart. For braces the message goes by the "
            "indentation: a block should have ended before a line that is not indented more"
            " than the line that opened it."
        ),
        wrong=(
            "type Count = Int {}\n"
            "\n"
            "function twice(n: Count) -> Count {\n"
            "    return Count(n * 2)\n"
            "\n"
            "function thrice(n: Count) -> Count {\n"
            "    return Count(n * 3)\n"
            "}"
        ),
        right=(
            "type Count = Int {}\n"
            "\n"
            "function twice(n: Count) -> Count {\n"
            "    return Count(n * 2)\n"
            "}\n"
            "\n"
            "function thrice(n: Count) -> Count {\n"
            "    return Count(n * 3)\n"
            "}"
        ),
    ),
    Rule(
        id="syntax.unexpected",
        title="Something stands where it cannot",
        explanation=(
            "The message says what may stand there instead, or that the text can be read on"
            " without it, and how the construct is written in which it stands. If the "
            "construct is right, look at what stands directly before."
        ),
        wrong=(
            "type Count = Int {}\n\nfunction f(n: Count) -> Count {\n    return Count(n + * 4)\n}"
        ),
        right=(
            "type Count = Int {}\n\nfunction f(n: Count) -> Count {\n    return Count(n * 4)\n}"
        ),
    ),
    Rule(
        id="syntax.unopened",
        title="Every `}` closes something",
        explanation=(
            "All blocks that were opened before this `}` are closed already. Either it is "
            "one too many, or the `{` that it should close is missing."
        ),
        wrong="type Quantity = Int { min: 1 } }",
        right="type Quantity = Int { min: 1 }",
    ),
    Rule(
        id="syntax.unterminated_text",
        title="A text ends on the line it begins on",
        explanation=(
            'The closing `"` of a text is missing. A text cannot go on on the next line: a '
            'line break in it is written `\\n`, and a quote in it `\\"`.'
        ),
        wrong=(
            "type Greeting = Text {}\n"
            "\n"
            "function greeting() -> Greeting {\n"
            '    return Greeting("Hello)\n'
            "}"
        ),
        right=(
            "type Greeting = Text {}\n"
            "\n"
            "function greeting() -> Greeting {\n"
            '    return Greeting("Hello")\n'
            "}"
        ),
    ),
)
