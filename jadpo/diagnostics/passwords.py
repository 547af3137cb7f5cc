"""Keeping passwords out of what is printed: URLs of databases hold them [G2]."""

import re
from typing import Final

_HIDDEN: Final = "***"

_OF_A_USER = re.compile(
    r"""((?:^|[\s'"`(=/:])      # before the name of the user
    (?!sqlite:)[^:/@\s'"`(]*)   # the name: no scheme of a file
    :(?!//|/[^/:@]*:)           # no colon of a scheme
    \S.*@                       # to the last: a password may hold an unescaped one""",
    re.VERBOSE | re.DOTALL,
)

_OF_A_PARAMETER = re.compile(
    r"""((?:password|passwd|passphrase|pwd)\s*=\s*)   # `sslpassword=`, too
    (?:'[^']*'|"[^"]*"|[^\s&;`'")]+)""",
    re.VERBOSE | re.IGNORECASE,
)


def without_passwords(text: str) -> str:
    """The text, which is a URL of a database or may hold one, with ``***`` for its password.

    A password is what stands between a user's name and the last ``@``, and the value of a
    parameter named ``password`` or alike. It is better to hide too much than too little.
    """
    hidden = _OF_A_USER.sub(rf"\1:{_HIDDEN}@", text)
    return _OF_A_PARAMETER.sub(rf"\1{_HIDDEN}", hidden)
