"""Rules of the area ``cli``: the command line, and what it is given.

An error of this area means that the command was used wrongly, so it ends with exit status 2.
"""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        id="cli.folder_named_as_source",
        title="A folder of a project is not named like a source file",
        explanation=(
            "A name that ends in `.jadpo` is a source file's. A folder of that name would be "
            "read as part of the project by one tool and as a file by the next, so it is "
            "refused. Rename the folder."
        ),
        wrong="shop/orders.jadpo/place.jadpo",
        right="shop/orders/place.jadpo",
    ),
    Rule(
        id="cli.no_source_files",
        title="A project has at least one source file",
        explanation=(
            "A project is one file ending in `.jadpo`, or a folder with such files in it, at "
            "any depth (hidden folders are passed over). The folder given holds none, so there "
            "is nothing to check or run; most often it is the wrong folder."
        ),
        wrong="jadpo check examples/empty",
        right="jadpo check examples/shop",
    ),
    Rule(
        id="cli.not_a_source_file",
        title="A source file's name ends in `.jadpo`",
        explanation=(
            "Jadpo reads files whose names end in `.jadpo`, and no others, so that a mistyped "
            "path is told as one rather than as a page of syntax errors."
        ),
        wrong="jadpo check shop.txt",
        right="jadpo check shop.jadpo",
    ),
    Rule(
        id="cli.path_missing",
        title="The path given exists",
        explanation=(
            "Commands take the path of one source file or of a folder, relative to where the "
            "command is run. Nothing is there at the path given. Where something of a similar "
            "name is, the message names it."
        ),
        wrong="jadpo check exmples/shop",
        right="jadpo check examples/shop",
    ),
    Rule(
        id="cli.path_unreadable",
        title="The path given can be read",
        explanation=(
            "The file or folder is there, but the operating system does not let it be read: "
            "its permissions forbid it, it is a device or a pipe rather than a file, or the "
            "disk reports an error. The message carries the system's own words."
        ),
        wrong="jadpo check /dev/random.jadpo",
        right="chmod u+r shop.jadpo; jadpo check shop.jadpo",
    ),
    Rule(
        id="cli.unknown_rule",
        title="`jadpo explain` takes the id of a rule",
        explanation=(
            "Every diagnostic names its rule in brackets, as in `error[type.sibling_field]`. "
            "That id, an area and a name with a dot between, is what `jadpo explain` takes. "
            "Without one it lists all rules; with an area alone, those of the area."
        ),
        wrong="jadpo explain type.sibling",
        right="jadpo explain type.sibling_field",
    ),
)
