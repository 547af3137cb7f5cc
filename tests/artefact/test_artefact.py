"""Artefacts: written the same for the same program, and read from bytes that may be anything."""

import hashlib
import io
import json
import random
import zipfile
from pathlib import Path

import attrs
import pytest

from jadpo.artefact.form import CODE, MANIFEST, PARTS, PROGRAM, SCHEMA, NoArtefact
from jadpo.artefact.reading import read_artefact
from jadpo.artefact.writing import write_artefact
from jadpo.cli.building import built
from jadpo.ir.program import Program
from jadpo.ir.serialise import write_program

SHOP = Path(__file__).parents[2] / "examples" / "shop"


@pytest.fixture(scope="module")
def content() -> bytes:
    return built(SHOP, "fast").content


def parts_of(content: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def zipped(parts: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return stream.getvalue()


def with_part(content: bytes, name: str, part: bytes) -> bytes:
    """An artefact with another part, whose checksum fits."""
    parts = {**parts_of(content), name: part}
    manifest = json.loads(parts[MANIFEST])
    sha256 = hashlib.sha256(part).hexdigest()
    manifest["parts"][name] = {"size": len(part), "sha256": sha256}
    parts[MANIFEST] = json.dumps(manifest).encode()
    return zipped(parts)


def test_what_was_written_is_read(content: bytes) -> None:
    artefact = read_artefact(content)

    assert artefact.name == "shop"
    assert [source.path for source in artefact.sources] == ["shop.jadpo"]
    assert artefact.sources[0].text == (SHOP / "shop.jadpo").read_text("utf-8")
    assert artefact.code.tier == "fast"
    assert len(artefact.program.manifest.tests) == 4
    assert write_artefact(artefact) == content


def test_the_same_program_gives_the_same_bytes_wherever_it_stands(
    content: bytes, tmp_path: Path
) -> None:
    copied = tmp_path / "shop"
    copied.mkdir()
    (copied / "shop.jadpo").write_bytes((SHOP / "shop.jadpo").read_bytes())

    assert built(copied, "fast").content == content
    assert built(SHOP, "full").content != content


def test_the_schema_can_be_read_without_the_program(content: bytes) -> None:
    schema = json.loads(parts_of(content)[SCHEMA])

    assert set(schema) == {"primary"}
    assert schema["primary"]["Order"]["identity"] == "id"


def test_whatever_is_damaged_is_told(content: bytes) -> None:
    random_ = random.Random(7)
    told = 0
    for _ in range(400):
        damaged = bytearray(content)
        at = random_.randrange(len(damaged))
        match random_.randrange(4):
            case 0:
                del damaged[at:]
            case 1:
                del damaged[at : at + random_.randrange(1, 60)]
            case 2:
                damaged[at:at] = random_.randbytes(random_.randrange(1, 60))
            case 3:
                damaged[at] ^= 1 << random_.randrange(8)
        try:
            read = read_artefact(bytes(damaged))
        except NoArtefact:
            told += 1
        else:
            # The damage is where nothing is kept: in times and modes of the zip, say.
            assert attrs.evolve(read, code=None) == attrs.evolve(read_artefact(content), code=None)
            assert read.code.code == read_artefact(content).code.code

    assert told > 300


@pytest.mark.parametrize(
    "bytes_",
    [b"", b"PK", b"jadpo-ir 1 x\n", zipped({}), zipped({"a": b""})],
    ids=["nothing", "two letters", "the IR alone", "an empty zip", "another zip"],
)
def test_other_files_are_no_artefacts(bytes_: bytes) -> None:
    with pytest.raises(NoArtefact):
        read_artefact(bytes_)


def test_a_part_that_is_compressed_is_refused_unread(content: bytes) -> None:
    parts = {**parts_of(content), CODE: bytes(50_000_000)}

    with pytest.raises(NoArtefact, match="compressed"):
        read_artefact(zipped(parts, zipfile.ZIP_DEFLATED))


@pytest.mark.parametrize("name", ["../../evil", "/etc/passwd", "code.o/../x", "PROGRAM.IR"])
def test_parts_of_other_names_are_refused(content: bytes, name: str) -> None:
    with pytest.raises(NoArtefact, match="other names"):
        read_artefact(zipped({**parts_of(content), name: b""}))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_part_that_is_there_twice_or_not_at_all_is_refused(content: bytes) -> None:
    parts = parts_of(content)
    stream = io.BytesIO(content)
    with zipfile.ZipFile(stream, "a") as archive:
        archive.writestr(CODE, b"another")

    with pytest.raises(NoArtefact, match="other names"):
        read_artefact(stream.getvalue())
    for name in PARTS:
        with pytest.raises(NoArtefact, match="other names"):
            read_artefact(zipped({each: part for each, part in parts.items() if each != name}))


@pytest.mark.parametrize("name", PARTS)
def test_a_part_that_was_exchanged_does_not_match_its_checksum(content: bytes, name: str) -> None:
    parts = parts_of(content)
    parts[name] += b" "

    with pytest.raises(NoArtefact, match=f"{name} does not match its checksum"):
        read_artefact(zipped(parts))


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"format": "other"}, "is no artefact"),
        ({"version": 2}, "built by another version"),
        ({"version": "1"}, "built by another version"),
        ({"name": ""}, "gives the program no name"),
        ({"name": ["shop"]}, "gives the program no name"),
        ({"parts": None}, "does not match its checksum"),
        ({"parts": {PROGRAM: 1}}, "does not match its checksum"),
        ({"code": None}, "does not say what its code is for"),
        ({"code": {"tier": "fastest", "key": "", "machine": {}}}, "what its code is for"),
        ({"code": {"tier": "fast", "key": 1, "machine": {}}}, "what its code is for"),
        ({"code": {"tier": "fast", "key": "", "machine": {"a": 1}}}, "what its code is for"),
    ],
)
def test_a_manifest_that_says_something_else_is_refused(
    content: bytes, change: dict[str, object], told: str
) -> None:
    parts = parts_of(content)
    parts[MANIFEST] = json.dumps({**json.loads(parts[MANIFEST]), **change}).encode()

    with pytest.raises(NoArtefact, match=told):
        read_artefact(zipped(parts))


@pytest.mark.parametrize("manifest", [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b'"x"'])
def test_a_manifest_that_is_no_object_is_refused(content: bytes, manifest: bytes) -> None:
    with pytest.raises(NoArtefact):
        read_artefact(zipped({**parts_of(content), MANIFEST: manifest}))


@pytest.mark.parametrize("sources", [b"{}", b"[1]", b'[["a"]]', b'[["a", 1]]', b"[[1, 2, 3]]"])
def test_sources_that_are_none_are_refused(content: bytes, sources: bytes) -> None:
    with pytest.raises(NoArtefact, match=r"sources\.json"):
        read_artefact(with_part(content, "sources.json", sources))


def test_a_program_of_another_version_of_the_ir_is_refused(content: bytes) -> None:
    head, body = parts_of(content)[PROGRAM].split(b"\n", 1)
    other = head.replace(b"jadpo-ir 1 ", b"jadpo-ir 999 ") + b"\n" + body

    with pytest.raises(NoArtefact, match="another version of Jadpo"):
        read_artefact(with_part(content, PROGRAM, other))


def test_a_program_that_is_not_well_formed_is_refused(content: bytes) -> None:
    program = read_artefact(content).program
    bodies = dict(program.callables)
    name = next(name for name in bodies if name == "Order.place")
    bodies[name] = bodies[name]._replace(body=())
    without = write_program(Program(program.manifest, bodies))

    with pytest.raises(NoArtefact, match=r"not well-formed: Order\.place: "):
        read_artefact(with_part(content, PROGRAM, without))


def test_a_program_whose_parts_do_not_fit_together_is_refused(content: bytes) -> None:
    program = read_artefact(content).program
    without = attrs.evolve(program.manifest, plans=())

    with pytest.raises(NoArtefact, match="not well-formed"):
        read_artefact(
            with_part(content, PROGRAM, write_program(Program(without, program.callables)))
        )
