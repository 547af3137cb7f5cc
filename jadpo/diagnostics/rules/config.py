"""Rules of the area ``config``: config and the application."""

from jadpo.diagnostics.rules.rule import Rule

_MAIL = 'config Mail { mail_key: Text { binding: "MAIL_KEY"  secret: true } }\n'

RULES: tuple[Rule, ...] = (
    Rule(
        id="config.application_clause",
        title="An application has `version:` and `retention:`",
        explanation=(
            "`version:` is shown as it is written; `retention:` says how long finished records "
            "of events, deliveries and runs are kept."
        ),
        wrong='application Shop { versoin: "1.0.0" }',
        right='application Shop { version: "1.0.0" }',
    ),
    Rule(
        id="config.application_value",
        title="`version:` is a text, `retention:` a duration above zero",
        explanation="Both are literals: they belong to the program, not to where it runs.",
        wrong='application Shop { version: "1.0.0"  retention: 14 }',
        right='application Shop { version: "1.0.0"  retention: 14d }',
    ),
    Rule(
        id="config.binding_invalid",
        title="`binding:` names an environment variable",
        explanation=(
            "The name of a variable is written as a text. It is made of letters, digits and "
            "`_`, and does not begin with a digit."
        ),
        wrong='config Mail { mail_url: Text { binding: "MAIL-URL" } }',
        right='config Mail { mail_url: Text { binding: "MAIL_URL" } }',
    ),
    Rule(
        id="config.binding_missing",
        title="A config field says from which variable it is read",
        explanation=(
            "Config comes from the environment when the program starts. Each field names its "
            "variable with `binding:`, so that nothing is read that the source does not name."
        ),
        wrong="config Mail { mail_url: Text }",
        right='config Mail { mail_url: Text { binding: "MAIL_URL" } }',
    ),
    Rule(
        id="config.binding_repeated",
        title="An environment variable is bound once",
        explanation="Two fields of one variable would be one value under two names.",
        wrong=(
            'config Mail { mail_url: Text { binding: "URL" }  feed_url: Text { binding: "URL" } }'
        ),
        right=(
            'config Mail { mail_url: Text { binding: "URL" }  '
            'feed_url: Text { binding: "FEED_URL" } }'
        ),
    ),
    Rule(
        id="config.field_repeated",
        title="A config value's name stands in one config",
        explanation=(
            "`config.name` does not say in which `config` block the field is declared, so the "
            "names of all config fields of a project differ."
        ),
        wrong=(
            'config Mail { url: Text { binding: "A" } }\nconfig Feed { url: Text { binding: "B" } }'
        ),
        right=(
            'config Mail { mail_url: Text { binding: "A" } }\n'
            'config Feed { feed_url: Text { binding: "B" } }'
        ),
    ),
    Rule(
        id="config.field_type",
        title="A config value is a scalar that is always there",
        explanation=(
            "A value is read from the text of one environment variable, so it is a scalar, or "
            "of a type built on one. It is present when the program starts, or has a "
            "`default:`, so there is no `?`."
        ),
        wrong='config Mail { hosts: List<Text> { binding: "MAIL_HOSTS" } }',
        right='config Mail { host: Text { binding: "MAIL_HOST" } }',
    ),
    Rule(
        id="config.second_application",
        title="A project is one application",
        explanation="The application's name and version are those of the whole project.",
        wrong='application Shop { version: "1" }\napplication Store { version: "2" }',
        right='application Shop { version: "1" }',
    ),
    Rule(
        id="config.secret_used",
        title="A secret value goes to a credential or a store's URL, and nowhere else",
        explanation=(
            "A field with `secret: true` may stand in the `credential:` of a connection and in "
            "the `url:` of a store. In an expression it would be a text like any other: it "
            "could be stored, sent or printed. So any other use is refused when the program is "
            "checked."
        ),
        wrong=_MAIL + "type Key = Text {}\naction leak() -> Key { return Key(config.mail_key) }",
        right=_MAIL
        + 'connection mailer { kind: http  base_url: "https://mail.test"  '
        + "credential: bearer(config.mail_key) }",
    ),
    Rule(
        id="config.secret_value",
        title="`secret:` is `true` or `false`",
        explanation=(
            "Whether a value is secret is part of the program, so it is written as a literal."
        ),
        wrong='config Mail { mail_key: Text { binding: "MAIL_KEY"  secret: 1 } }',
        right=_MAIL,
    ),
    Rule(
        id="config.unknown_field",
        title="`config.name` names a declared config field",
        explanation=(
            "Config values are read as `config.field`, whichever `config` block declares the field."
        ),
        wrong='config Shop { size: Int { binding: "SIZE" } }\ntype Size = Int {}\n'
        "action size() -> Size { return Size(config.sizes) }",
        right='config Shop { size: Int { binding: "SIZE" } }\ntype Size = Int {}\n'
        "action size() -> Size { return Size(config.size) }",
    ),
)
