"""Rules of the area ``type``: types, and values where a type is expected."""

from jadpo.diagnostics.rules.type.declaring import DECLARING
from jadpo.diagnostics.rules.type.fitting import FITTING
from jadpo.diagnostics.rules.type.making import MAKING
from jadpo.diagnostics.rules.type.using import USING

RULES = (*DECLARING, *FITTING, *MAKING, *USING)
