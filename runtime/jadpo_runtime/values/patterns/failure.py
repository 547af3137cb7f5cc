"""What is wrong with a text that is no pattern."""


class PatternError(ValueError):
    """The text is no pattern; the message is a sentence that says why."""
