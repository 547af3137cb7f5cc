"""Projects of any length for measuring: copies of the example programs, each in modules of its own.

What stands in a project once (the application, config, stores) is in the first copy that has it.
"""

import re
from pathlib import Path

from jadpo.source import Source

EXAMPLES = Path(__file__).parents[2] / "examples"
ONCE = re.compile(r"^(?:application|store) .*$|^config \w+ \{[^}]*\}[^}]*\}", re.MULTILINE)
STORE_OF_ENTITY = re.compile(r"^ *store: \w+\n", re.MULTILINE)


def project(lines: int) -> list[Source]:
    """Files of at least so many lines together."""
    seen: set[str] = set()
    sources: list[Source] = []
    number = 0
    while sum(source.text.count("\n") for source in sources) < lines:
        number += 1
        folders = sorted(path for path in EXAMPLES.iterdir() if path.is_dir())
        folder = folders[number % len(folders)]
        for path in sorted(folder.glob("*.jadpo")):
            text = STORE_OF_ENTITY.sub("", path.read_text(encoding="utf-8"))
            text = ONCE.sub(lambda found: _first(found[0], seen), text)
            sources.append(Source(f"part_{number}_{path.stem}.jadpo", _copy(text, number)))
    return sources


def write_project(lines: int, folder: Path) -> list[Path]:
    """The same as files in a folder."""
    paths = []
    for source in project(lines):
        path = folder / source.path
        path.write_text(source.text, encoding="utf-8")
        paths.append(path)
    return paths


def _first(text: str, seen: set[str]) -> str:
    """What stands once, where it is the first of its kind, else nothing."""
    kind = text.partition(" ")[0]
    if kind in seen:
        return ""
    seen.add(kind)
    return text


def _copy(text: str, number: int) -> str:
    """The text in modules of its own, with codes and routes of its own."""
    text = re.sub(r"^(module|import) ", rf"\g<1> part_{number}.", text, flags=re.MULTILINE)
    if re.search("^module ", text, re.MULTILINE) is None:
        text = f"module part_{number}\n\n{text}"
    text = re.sub(r'code: "(\w+)"', rf'code: "\1_{number}"', text)
    return re.sub(r"^(route \w+ /)", rf"\g<1>part_{number}/", text, flags=re.MULTILINE)
