"""Rules of the area ``module``: modules and imports."""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        id="module.cycle",
        title="Imports do not go round in a circle",
        explanation=(
            "Modules are layers: one that another is built on cannot be built on that one. Move "
            "what both need into a third module. A module does not import itself either."
        ),
        wrong="module shop\nimport shop { Title }\npublic type Title = Text {}",
        right="module shop\npublic type Title = Text {}",
    ),
    Rule(
        id="module.import_needless",
        title="A name is imported once, and only from elsewhere",
        explanation="The name is visible already, so that the import says nothing.",
        wrong="// file a.jadpo\nmodule shop\nimport base { Title, Title }\n"
        "// file b.jadpo\nmodule base\npublic type Title = Text {}",
        right="// file a.jadpo\nmodule shop\nimport base { Title }\n"
        "// file b.jadpo\nmodule base\npublic type Title = Text {}",
    ),
    Rule(
        id="module.missing",
        title="All files of a project declare a module, or none",
        explanation=(
            "A project without modules has one space of names. With modules, every file says "
            "which one it belongs to; several files may belong to one."
        ),
        wrong="// file a.jadpo\nmodule shop\ntype Title = Text {}\n"
        "// file b.jadpo\ntype Name = Text {}",
        right="// file a.jadpo\nmodule shop\ntype Title = Text {}\n"
        "// file b.jadpo\nmodule shop\ntype Name = Text {}",
    ),
    Rule(
        id="module.name_unknown",
        title="An imported name is declared in its module",
        explanation="The module has no declaration of that name. What it imports is not its own.",
        wrong="// file a.jadpo\nmodule shop\nimport base { Titel }\n"
        "// file b.jadpo\nmodule base\npublic type Title = Text {}",
        right="// file a.jadpo\nmodule shop\nimport base { Title }\n"
        "// file b.jadpo\nmodule base\npublic type Title = Text {}",
    ),
    Rule(
        id="module.not_public",
        title="Other modules see only what is public",
        explanation=(
            "A declaration is private to its module unless `public` stands before it. An "
            "operation of a public entity is private too, unless it says `public` itself."
        ),
        wrong="// file a.jadpo\nmodule shop\nimport base { Title }\n"
        "// file b.jadpo\nmodule base\ntype Title = Text {}",
        right="// file a.jadpo\nmodule shop\nimport base { Title }\n"
        "// file b.jadpo\nmodule base\npublic type Title = Text {}",
    ),
    Rule(
        id="module.unknown",
        title="An imported module is part of the project",
        explanation=(
            "No file of the project declares a module of that name. An import names no file."
        ),
        wrong="module shop\nimport catalog { Title }",
        right="module shop",
    ),
)
