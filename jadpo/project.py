"""A project on disk: finding its files and reading them, with every way that can go wrong.

A project is one file ending in ``.jadpo``, or a folder of such files, read recursively in order
of their paths. Reading never raises for what it finds on disk: each problem is a diagnostic.
"""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import attrs

from jadpo.diagnostics import Diagnostic, Diagnostics, Edit, nearest_name
from jadpo.diagnostics.passwords import without_passwords
from jadpo.source import Source

SUFFIX = ".jadpo"

LARGEST_FILE = 16 * 1024 * 1024
"""Bytes; far above what a person writes, far below what a machine cannot hold."""


@attrs.frozen
class Project:
    """What was read of a project: its sources in order, and what could not be read.

    ``name`` is the file's name without its ending or the folder's name; a project without a
    ``store`` keeps its rows in ``<name>.db``. With errors among ``diagnostics``, ``sources``
    holds the files that could be read.
    """

    name: str
    sources: tuple[Source, ...]
    diagnostics: Diagnostics


def load_project(path: str | Path) -> Project:
    """Read the project at ``path``.

    Hidden files and folders (a name that begins with a dot) are passed over. Links are
    followed, and a folder that is reached twice is read once.
    """
    root = Path(path)
    diagnostics = Diagnostics()
    sources = []
    for file in files_of_project(root, diagnostics):
        source = read_source(file, diagnostics)
        if source is not None:
            sources.append(source)
    return Project(_name_of_project(root), tuple(sources), diagnostics)


def read_source_bytes(path: str, content: bytes) -> Source | Diagnostic:
    """The source that a file's bytes hold, or what is wrong with them."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        return _not_utf8(path, content, error.start)
    source = Source(path, text)
    if text.startswith("\ufeff"):
        return _byte_order_mark(source)
    nul = text.find("\0")
    if nul != -1:
        return _nul_character(source, nul)
    return source


# Finding the files


def files_of_project(root: Path, diagnostics: Diagnostics) -> Iterator[Path]:
    """The files of a project in order; whatever is in the way goes to ``diagnostics``."""
    try:
        is_folder = stat.S_ISDIR(root.stat().st_mode)
    except FileNotFoundError:
        diagnostics.add(_path_missing(root))
        return
    except (OSError, ValueError) as error:
        diagnostics.add(_path_unreadable(root, error))
        return
    if not is_folder:
        if root.suffix == SUFFIX:
            yield root
        else:
            diagnostics.add(_not_a_source_file(root))
        return
    found = sorted(_files_under(root, set(), diagnostics), key=Path.as_posix)
    if not found and not diagnostics:
        diagnostics.add(_no_source_files(root))
    yield from found


def _files_under(
    folder: Path, visited: set[tuple[int, int]], diagnostics: Diagnostics
) -> Iterator[Path]:
    if folder.suffix == SUFFIX:
        diagnostics.add(_folder_named_as_source(folder))
        return
    try:
        identity = folder.stat()
        # Links may lead back up: a folder already seen is not entered again.
        if (identity.st_dev, identity.st_ino) in visited:
            return
        visited.add((identity.st_dev, identity.st_ino))
        children = sorted(folder.iterdir())
    except OSError as error:
        diagnostics.add(_path_unreadable(folder, error))
        return
    for child in children:
        if child.name.startswith("."):
            continue
        if child.is_dir():
            yield from _files_under(child, visited, diagnostics)
        elif child.suffix == SUFFIX:
            yield child


def _name_of_project(root: Path) -> str:
    # `resolve` for `.` and `..`, which have no name of their own.
    return (Path(root.stem) if root.suffix == SUFFIX else root.absolute().resolve()).name


def path_problem(path: Path) -> Diagnostic | None:
    """Why there is no regular file at ``path`` to be read; ``None`` where there is one."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return _path_missing(path)
    except (OSError, ValueError) as error:
        return _path_unreadable(path, error)
    if not stat.S_ISREG(mode):
        return _path_unreadable(path, OSError(0, "it is not a regular file"))
    return None


# Reading a file


def read_source(file: Path, diagnostics: Diagnostics) -> Source | None:
    """The source in a file, or ``None`` with what is wrong with it added to ``diagnostics``."""
    try:
        # Looked at before it is opened: opening a pipe would wait for its other end.
        if not stat.S_ISREG(file.stat().st_mode):
            diagnostics.add(_path_unreadable(file, OSError(0, "it is not a regular file")))
            return None
        with file.open("rb") as stream:
            content = stream.read(LARGEST_FILE + 1)
    except OSError as error:
        diagnostics.add(_path_unreadable(file, error))
        return None
    if len(content) > LARGEST_FILE:
        diagnostics.add(_file_too_large(file))
        return None
    read = read_source_bytes(shown_path(file), content)
    if isinstance(read, Diagnostic):
        diagnostics.add(read)
        return None
    return read


def shown_path(path: Path) -> str:
    """A path as a person sees it, also one whose name is no UTF-8."""
    return os.fsencode(path.as_posix()).decode("utf-8", "backslashreplace")


# What can be wrong


def _path_missing(path: Path) -> Diagnostic:
    return Diagnostic(
        rule="cli.path_missing",
        span=None,
        summary=f"there is nothing at `{without_passwords(shown_path(path))}`",
        why="a project is one file or one folder, and neither is there",
        help=_nearest_path(path) or "give the path of a `.jadpo` file or of a folder with some",
    )


def _nearest_path(path: Path) -> str | None:
    try:
        beside = [each.name for each in path.parent.iterdir()]
    except OSError:
        return None
    near = nearest_name(path.name, beside)
    return f"did you mean `{shown_path(path.with_name(near))}`?" if near else None


def _path_unreadable(path: Path, error: OSError | ValueError) -> Diagnostic:
    reason = getattr(error, "strerror", None) or str(error)
    return Diagnostic(
        rule="cli.path_unreadable",
        span=None,
        summary=f"`{shown_path(path)}` cannot be read",
        why=f"the system says: {reason}",
        help="mend what the system reports, or give another path",
    )


def _not_a_source_file(path: Path) -> Diagnostic:
    return Diagnostic(
        rule="cli.not_a_source_file",
        span=None,
        summary=f"`{shown_path(path)}` is not a Jadpo source file",
        why=f"the name of a source file ends in `{SUFFIX}`",
        help=f"give a file ending in `{SUFFIX}`, or the folder of a project",
    )


def _no_source_files(path: Path) -> Diagnostic:
    return Diagnostic(
        rule="cli.no_source_files",
        span=None,
        summary=f"the folder `{shown_path(path)}` holds no source file",
        why=f"no file in it, at any depth, has a name that ends in `{SUFFIX}`",
        help="give the folder of a project",
    )


def _folder_named_as_source(path: Path) -> Diagnostic:
    return Diagnostic(
        rule="cli.folder_named_as_source",
        span=None,
        summary=f"`{shown_path(path)}` is a folder, named like a source file",
        why=f"a name that ends in `{SUFFIX}` is a source file's",
        help=f"rename the folder, to `{shown_path(path.with_suffix(''))}` say",
    )


def _file_too_large(path: Path) -> Diagnostic:
    return Diagnostic(
        rule="syntax.file_too_large",
        span=None,
        summary=f"`{shown_path(path)}` is larger than {LARGEST_FILE // 1024**2} MiB",
        why="nobody writes a source file of that size, so it is most likely something else",
        help="give another path, or split the program over several files of one folder",
    )


def _not_utf8(path: str, content: bytes, offset: int) -> Diagnostic:
    # All before the offending byte did decode, so it gives the exact position.
    before = Source(path, content[:offset].decode("utf-8"))
    at = len(before.text)
    byte = f"byte {offset} (0x{content[offset]:02X})"
    return Diagnostic(
        rule="syntax.not_utf8",
        span=before.span(at, at),
        summary=f"the file is not UTF-8: {byte} fits no character",
        why="source text is UTF-8, so that a program means the same on every machine",
        help=_encoding_advice(content),
    )


def _encoding_advice(content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "the file begins like UTF-16: save it as UTF-8"
    return "save the file as UTF-8"


def _byte_order_mark(source: Source) -> Diagnostic:
    mark = source.span(0, 1)
    return Diagnostic(
        rule="syntax.byte_order_mark",
        span=mark,
        summary="the file begins with a byte order mark (U+FEFF)",
        why="source text is UTF-8, which needs no mark, and the mark is no part of a program",
        help='delete the mark: save the file as "UTF-8" without "BOM"',
        edits=(Edit(mark, ""),),
    )


def _nul_character(source: Source, at: int) -> Diagnostic:
    return Diagnostic(
        rule="syntax.nul_character",
        span=source.span(at, at + 1),
        summary="the file holds a NUL character (U+0000)",
        why="text has none, so the file is binary, cut short, or in another encoding",
        help='restore the file or save it as UTF-8; in a text literal write `"\\u{0}"`',
    )
