"""The scalars that are written as text: Email, Url, Zone, Uuid, Instant, CalendarDate.

Texts are kept as they were written, but a Uuid is made lower-case.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from jadpo_runtime.values.iso8601 import parse_date, parse_instant
from jadpo_runtime.values.types import Primitive
from jadpo_runtime.values.violation import Violation
from jadpo_runtime.values.zones import is_zone

EMAIL_CONSTRAINT: Final = "format: email"
URL_CONSTRAINT: Final = "format: url"

_UUID: Final = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")

_MAX_EMAIL_LENGTH: Final = 320
"""Code points; RFC 5321 allows 254, and longer texts are not worth the look."""

_URL: Final = re.compile(
    r"[A-Za-z][A-Za-z0-9+.-]*://([^/?#]*)((?:[/?#](?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)?)"
)
_USER: Final = re.compile(r"(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*")
_HOST_LABEL: Final = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9_])?")
_PORT: Final = re.compile(r"[0-9]{1,5}")


def is_email(text: str) -> bool:
    """Whether ``text`` has the syntax of an e-mail address with a dotted domain.

    Nothing is looked up. ``example.test`` passes, for tests; the other domains that are reserved
    and cannot take mail (``.localhost``, ``.invalid``) do not.
    """
    if len(text) > _MAX_EMAIL_LENGTH:
        return False
    import email_validator

    try:
        address = email_validator.validate_email(
            text, strict=True, check_deliverability=False, test_environment=True
        )
    except email_validator.EmailNotValidError:
        return False
    return "." in address.domain


def is_url(text: str) -> bool:
    """Whether ``text`` is an absolute URL: ``scheme://[user@]host[:port][/path][?query][#fragment]``.

    It consists of the ASCII characters of RFC 3986, with everything else percent-encoded. The host
    is a name of labels, an IPv4 address, or an IPv6 address in brackets; the port is below 65536.
    """
    found = _URL.fullmatch(text)
    if not found or found[2].count("#") > 1:
        return False
    user, _, place = found[1].rpartition("@")
    if not _USER.fullmatch(user):
        return False
    if place.startswith("["):
        address, bracket, rest = place[1:].partition("]")
        if not bracket or not _is_ipv6(address) or not (rest == "" or rest.startswith(":")):
            return False
        port = rest[1:] if rest else None
    else:
        host, colon, written = place.partition(":")
        port = written if colon else None
        labels = host.removesuffix(".").split(".")
        if len(host) > 253 or not all(_HOST_LABEL.fullmatch(label) for label in labels):
            return False
    return port is None or (_PORT.fullmatch(port) is not None and int(port) < 65536)


def _is_ipv6(text: str) -> bool:
    import ipaddress

    try:
        ipaddress.IPv6Address(text)
    except ValueError:
        return False
    return "%" not in text


def _email(text: str) -> object:
    return text if is_email(text) else Violation(EMAIL_CONSTRAINT)


def _url(text: str) -> object:
    return text if is_url(text) else Violation(URL_CONSTRAINT)


def _zone(text: str) -> object:
    return text if is_zone(text) else Violation("zone")


def _uuid(text: str) -> object:
    return text.lower() if _UUID.fullmatch(text) else Violation("uuid")


def _instant(text: str) -> object:
    instant = parse_instant(text)
    return Violation("instant") if instant is None else instant


def _date(text: str) -> object:
    date = parse_date(text)
    return Violation("calendar_date") if date is None else date


TEXT_PARSERS: Final[Mapping[Primitive, Callable[[str], object]]] = {
    Primitive.EMAIL: _email,
    Primitive.URL: _url,
    Primitive.ZONE: _zone,
    Primitive.UUID: _uuid,
    Primitive.INSTANT: _instant,
    Primitive.CALENDAR_DATE: _date,
}
"""By primitive: from a text to its value, or to a :class:`Violation`."""


def parse_text(primitive: Primitive, text: str) -> object:
    """The value of ``primitive`` that ``text`` writes, or a :class:`Violation`.

    ``primitive`` is one of :data:`TEXT_PARSERS`.
    """
    return TEXT_PARSERS[primitive](text)
