"""Artefacts on the disk: read as a checked project, and written at once."""

import os
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from jadpo.artefact.form import NoArtefact
from jadpo.artefact.reading import read_artefact
from jadpo.cli.checking import CheckedProject
from jadpo.diagnostics import Diagnostic, Diagnostics
from jadpo.project import Project, path_problem, shown_path

LARGEST: Final = 1024**3
"""Bytes; no program that a person wrote becomes so large."""


def read_checked(path: Path) -> CheckedProject:
    """The program of the artefact at ``path``, or what is wrong with it; nothing on disk raises."""
    problem = path_problem(path)
    if problem is None:
        try:
            with path.open("rb") as stream:
                content = stream.read(LARGEST + 1)
            if len(content) > LARGEST:
                raise NoArtefact(f"it is larger than {LARGEST // 1024**2} MiB")
            artefact = read_artefact(content)
        except NoArtefact as no_artefact:
            problem = _unusable(path, str(no_artefact))
        except OSError as error:
            problem = _unusable(path, f"the system says: {error.strerror or error}")
        else:
            project = Project(artefact.name, artefact.sources, Diagnostics())
            return CheckedProject(project, artefact.program, Diagnostics(), artefact.code)
    diagnostics = Diagnostics([problem])
    return CheckedProject(Project(path.stem, (), diagnostics), None, diagnostics)


def _unusable(path: Path, why: str) -> Diagnostic:
    return Diagnostic(
        rule="cli.artefact_unusable",
        span=None,
        summary=f"`{shown_path(path)}` cannot be used",
        why=why,
        help="build it again, with `jadpo build`",
    )


def write_file(path: Path, content: bytes) -> Diagnostic | None:
    """Put the bytes of an artefact at ``path``, whole or not at all, or say why that cannot be."""
    try:
        if path.exists() and not path.is_file():
            return _not_written(path, "what is there is no regular file")
        with NamedTemporaryFile(
            "wb", dir=path.parent, prefix=f".{path.name}.", delete=False
        ) as stream:
            beside = Path(stream.name)
            try:
                stream.write(content)
                stream.flush()
                os.fsync(stream.fileno())
                beside.chmod(0o666 & ~_umask())
                beside.replace(path)
            except BaseException:
                beside.unlink(missing_ok=True)
                raise
    except (OSError, ValueError) as error:
        return _not_written(path, f"the system says: {getattr(error, 'strerror', None) or error}")
    return None


def _umask() -> int:
    """The bits that new files of this process are not to have."""
    umask = os.umask(0o077)
    os.umask(umask)
    return umask


def _not_written(path: Path, why: str) -> Diagnostic:
    return Diagnostic(
        rule="cli.artefact_not_written",
        span=None,
        summary=f"`{shown_path(path)}` cannot be written",
        why=why,
        help="give another file with `-o`",
    )
