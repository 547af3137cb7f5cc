"""Rules of the area ``cli``: the command line, and what it is given.

An error of this area means that the command was used wrongly, so it ends with exit status 2.
"""

from jadpo.diagnostics.rules.rule import Rule

RULES: tuple[Rule, ...] = (
    Rule(
        id="cli.ambiguous_callable",
        title="The name of what is run stands for one callable",
        explanation=(
            "In a project with modules the module may be left out of a name, as long as one "
            "module alone declares it. Where several do, any choice would be a guess. Give the "
            "name with its module; the message lists those there are."
        ),
        wrong="jadpo run shop Order.place",
        right="jadpo run shop shop.orders.Order.place",
    ),
    Rule(
        id="cli.artefact_not_written",
        title="An artefact is written to a file",
        explanation=(
            "`jadpo build` writes one file, beside what was there before, and then puts it in its "
            "place at once. It needs a folder that is there and may be written."
        ),
        wrong="jadpo build shop -o missing/shop.jadpoc",
        right="jadpo build shop -o shop.jadpoc",
    ),
    Rule(
        id="cli.artefact_unusable",
        title="An artefact is whole, and of this version",
        explanation=(
            "A file that ends in `.jadpoc` is a program that `jadpo build` made. Its checksums "
            "tell when it was damaged or cut off, and its program is held to the same rules as one "
            "that was just checked. It is read by the version of Jadpo that made it; on another "
            "processor its code is made again. An artefact holds native code, so one from a "
            "stranger is no safer than a program from a stranger."
        ),
        wrong="head -c 1000 shop.jadpoc > cut.jadpoc && jadpo run cut.jadpoc Order.place",
        right="jadpo build shop -o shop.jadpoc && jadpo run shop.jadpoc Order.place",
    ),
    Rule(
        id="cli.database_missing",
        title="A database that is only read exists",
        explanation=(
            "`jadpo events` reads a database and makes none, so that a mistyped path does not "
            "leave an empty file behind. Nothing is at the path of the store. It comes from "
            "`--database`, or else from the program's `store`; `jadpo run` makes the database "
            "when it first writes."
        ),
        wrong="jadpo events examples/shop --database sqlite:shpo.db",
        right="jadpo events examples/shop --database sqlite:shop.db",
    ),
    Rule(
        id="cli.database_url",
        title="`--database` gives the URL of a store",
        explanation=(
            "A database is named by `sqlite:PATH`, or by `sqlite::memory:` for one that is gone "
            "when the command ends. PostgreSQL cannot be used yet. In a project with several "
            "stores, write which one is meant before the URL, `--database NAME=URL`, and give "
            "the option once for each."
        ),
        wrong="jadpo run shop Order.place --database shop.db",
        right="jadpo run shop Order.place --database sqlite:shop.db",
    ),
    Rule(
        id="cli.file_changed",
        title="A file that is saved meanwhile is not replaced",
        explanation=(
            "`jadpo fmt` and `jadpo check --fix` read a file, work on its text, and put the new "
            "text in its place. Where somebody has saved the file in between, it is left as it "
            "was saved; the next run begins with that."
        ),
        wrong="jadpo fmt shop.jadpo  (while an editor saves shop.jadpo)",
        right="jadpo fmt shop.jadpo",
    ),
    Rule(
        id="cli.file_not_written",
        title="`jadpo fmt` may write the files it is given",
        explanation=(
            "A file is laid out anew beside the old one and then takes its place, so that nothing "
            "is lost if the machine stops meanwhile. This needs a file that is not marked as read "
            "only, in a folder that may be written. The file was left as it was; "
            "`jadpo fmt --check` only tells which files would change."
        ),
        wrong="chmod a-w shop.jadpo && jadpo fmt shop.jadpo",
        right="chmod u+w shop.jadpo && jadpo fmt shop.jadpo",
    ),
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
        id="cli.input_invalid",
        title="`--input` fits the parameters",
        explanation=(
            "The input is JSON: the value of the parameter where there is one, else an object "
            "with a field for each parameter, by name. It is read strictly, by the parameters' "
            "types: no unknown, missing or duplicate field, and each rule of each type holds. "
            "The message shows the path of the offending value, such as `lines[2].price`. "
            "Decimals, dates, times and UUIDs are strings; a variant is its name, or an object "
            "with a `tag`."
        ),
        wrong="""jadpo run shop Order.place --input '{"code": "tea", "quantity": 0}'""",
        right="""jadpo run shop Order.place --input '{"code": "TEA-1", "quantity": 4}'""",
    ),
    Rule(
        id="cli.input_missing",
        title="A callable with parameters needs `--input`",
        explanation=(
            "What is run takes parameters, and no `--input` was given. It is the value of the "
            "parameter as JSON where there is one, else an object with a field for each, by "
            "name; `null` stands for `none`."
        ),
        wrong="jadpo run shop Order.place",
        right="""jadpo run shop Order.place --input '{"code": "TEA-1", "quantity": 4}'""",
    ),
    Rule(
        id="cli.input_not_taken",
        title="A callable without parameters takes no `--input`",
        explanation=(
            "What is run has no parameters, so there is nothing that the input could be for. "
            "Most often another callable was meant."
        ),
        wrong="jadpo run shop LedgerEntry.turnover --input '{}'",
        right="jadpo run shop LedgerEntry.turnover",
    ),
    Rule(
        id="cli.migration_needed",
        title="The schema of a database is that of the program",
        explanation=(
            "The database was made for a program with other entities, fields or rules. `jadpo "
            "migrate PATH --plan` shows what it takes to bring it to this program's, and which "
            "rows stand in the way; `jadpo migrate PATH` does it, in one transaction. What a "
            "program does by itself when it is started, like adding tables and indexes, needs no "
            "migration."
        ),
        wrong="jadpo check shop --database sqlite:shop.db   // made before a field was added",
        right="jadpo migrate shop --database sqlite:shop.db",
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
        id="cli.no_test_matches",
        title="`--filter` matches some test",
        explanation=(
            "The filter picks the tests whose names contain the text, whatever the case. No "
            "test of the projects given does, so nothing was run, which should not look like "
            "success."
        ),
        wrong='jadpo test examples/shop --filter "over the stok"',
        right='jadpo test examples/shop --filter "over the stock"',
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
        id="cli.not_callable",
        title="`jadpo run` runs actions, queries and functions",
        explanation=(
            "The name is declared, but as something that is not called: a type, an entity, an "
            "event, or something that the runtime runs at its own time, such as a subscriber, a "
            "schedule, a batch or a route. Run the action that it belongs to."
        ),
        wrong="jadpo run examples/shop Order",
        right="jadpo run examples/shop Order.place",
    ),
    Rule(
        id="cli.not_compiled",
        title="Compiled mode has code for all of a program",
        explanation=(
            "Compiled mode makes native code of everything that a program holds, or of nothing. "
            "What the message names cannot be compiled yet; docs/abi.md lists what that is. The "
            "interpreter runs it, with the same meaning."
        ),
        wrong="jadpo run shop Order.place --mode compiled   // with a set of an entity's rows",
        right="jadpo run shop Order.place --mode interpreted",
    ),
    Rule(
        id="cli.cannot_listen",
        title="A server can listen where it is told to",
        explanation=(
            "`jadpo serve` listens on `--host` and `--port`. The system refused that: another "
            "process listens there already, the port is one that only root may take (below 1024), "
            "or the address belongs to no network of this machine."
        ),
        wrong="jadpo serve shop --port 80   // as an ordinary user",
        right="jadpo serve shop --port 8080",
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
        id="cli.signal_handler_failed",
        title="Signals can be watched",
        explanation=(
            "A process that works until it is stopped watches SIGTERM and SIGINT: the first ends "
            "what runs and gives it back. Python lets only the main thread watch signals, and "
            "some platforms have none. The process works without them; a signal then ends it at "
            "once, and what it held is taken up again by the next process, or when its lease "
            "ends. Nothing is lost or done twice."
        ),
        wrong="threading.Thread(target=jadpo.cli.main).start()   // with `jadpo work …`",
        right="jadpo work shop --database sqlite:shop.db",
    ),
    Rule(
        id="cli.unknown_callable",
        title="The action, query or function to run is declared",
        explanation=(
            "`jadpo run` takes the name of a callable as the program's own code writes it: "
            "`Order.place` for one declared in an entity, `start_sale` for one outside. The "
            "project declares none of the name given; the message names the nearest ones."
        ),
        wrong="jadpo run examples/shop Order.plcae",
        right="jadpo run examples/shop Order.place",
    ),
    Rule(
        id="cli.unknown_piece",
        title="The delivery or batch run of the id given is recorded",
        explanation=(
            "`jadpo deliveries` and `jadpo batches` name a piece of work by its id, which their "
            "`list` shows. None of the project's databases has a record of it: the id is mistyped, "
            "the database is another one, or the piece was finished longer ago than `retention`, "
            "and purged."
        ),
        wrong="jadpo deliveries show shop 019b2e4f",
        right="jadpo deliveries list shop --state failed",
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
