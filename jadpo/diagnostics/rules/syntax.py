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
)
