"""Rules of the area ``event``: events and `emit`."""

from jadpo.diagnostics.rules.rule import Rule

_BELL = "event Bell { rung { at: Instant }  cracked }\n"

RULES: tuple[Rule, ...] = (
    Rule(
        id="event.no_variants",
        title="An event has variants",
        explanation="What is emitted, handled and published is always one variant of an event.",
        wrong="event Bell { }",
        right="event Bell { rung }",
    ),
    Rule(
        id="event.unknown",
        title="The event that is named is declared",
        explanation=(
            "`emit`, `on` and `publish:` name a variant of an event that is declared in the "
            "same module, or public and imported."
        ),
        wrong=_BELL + "action crack() -> Unit { emit Bel.cracked }",
        right=_BELL + "action crack() -> Unit { emit Bell.cracked }",
    ),
    Rule(
        id="event.variant_missing",
        title="`emit`, `on` and `publish:` name a variant",
        explanation="An event's name alone does not say what happened: write `Event.variant`.",
        wrong=_BELL + "action crack() -> Unit { emit Bell }",
        right=_BELL + "action crack() -> Unit { emit Bell.cracked }",
    ),
)
