"""Constraints hold, and conflicts name the first one broken, as in a model of a few lines [Q3].

Random writes run on a store and on the model, which looks at nothing but the rows as they would be
after the whole statement.
"""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jadpo_runtime.context import ConstraintConflict

OWNER_FIELDS = ("number", "name")
NODE_FIELDS = ("number", "name", "above", "owner")
UNIQUES = {"Owner": [("number",), ("name",)], "Node": [("number",), ("name", "owner")]}


class Conflict(Exception):  # noqa: N818 - the model's own ConstraintConflict
    """The constraint that a write would break."""


class Model:
    """Rows by entity and identity, and the rules."""

    def __init__(self, above_on_delete, owner_on_delete):
        self.rows = {"Owner": {}, "Node": {}}
        self.references = [
            ("Node", "above", "Node", "number", above_on_delete),
            ("Node", "owner", "Owner", "number", owner_on_delete),
        ]

    def write(self, entity, changed):
        """Give rows new values, all at once."""
        after = {name: dict(rows) for name, rows in self.rows.items()}
        after[entity].update(changed)
        for group in UNIQUES[entity]:
            keys = [tuple(row[field] for field in group) for row in after[entity].values()]
            whole = [key for key in keys if None not in key]
            if len(whole) != len(set(whole)):
                raise Conflict(entity, group)
        for child, field, target, key, _ in self.references:
            there = {row[key] for row in after[target].values()}
            if any(row[field] not in {None} | there for row in after[child].values()):
                raise Conflict(child, (field,))
        self.rows = after

    def delete(self, entity, identities):
        gone = {"Owner": set(), "Node": set()}
        waiting = [(entity, identity) for identity in identities]
        cleared = {}
        while waiting:
            name, identity = waiting.pop()
            if identity in gone[name]:
                continue
            gone[name].add(identity)
            for child, field, target, key, on_delete in self.references:
                if target != name:
                    continue
                for other, row in self.rows[child].items():
                    if row[field] == self.rows[name][identity][key]:
                        if on_delete == "cascade":
                            waiting.append((child, other))
                        elif on_delete == "set_null":
                            cleared.setdefault((child, other), set()).add(field)
        for child, field, target, key, on_delete in self.references:
            lost = {self.rows[target][identity][key] for identity in gone[target]}
            if on_delete == "restrict" and any(
                row[field] in lost
                for other, row in self.rows[child].items()
                if other not in gone[child]
            ):
                raise Conflict(child, (field,))
        for (child, other), fields in cleared.items():
            self.rows[child][other] = {**self.rows[child][other], **dict.fromkeys(fields)}
        for name, identities_gone in gone.items():
            for identity in identities_gone:
                del self.rows[name][identity]


def outcome(work):
    """The constraint that the work breaks, or ``None``."""
    try:
        work()
    except Conflict as conflict:
        return conflict.args
    except ConstraintConflict as conflict:
        return conflict.entity, conflict.fields
    return None


def both(model_work, store_work):
    """Do the same in both, and see that they agree."""
    expected = outcome(model_work)
    assert outcome(store_work) == expected


numbers = st.integers(0, 3)
maybe = st.none() | numbers
names = st.none() | st.sampled_from(["a", "b"])
actions = st.sampled_from(["delete", "create", "create", "create owner", "set", "move", "swap"])


@pytest.mark.parametrize("above_on_delete", ["restrict", "cascade", "set_null"])
@pytest.mark.parametrize("owner_on_delete", ["restrict", "cascade", "set_null"])
@given(data=st.data())
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_writes_agree_with_the_model(
    open_world, make_entity, where, t, data, above_on_delete, owner_on_delete
):
    owner = make_entity(
        "Owner", {"number": t.INT, "name": t.MAYBE(t.TEXT)}, uniques=UNIQUES["Owner"]
    )
    node = make_entity(
        "Node",
        {
            "number": t.INT,
            "name": t.MAYBE(t.TEXT),
            "above": t.MAYBE(t.INT),
            "owner": t.MAYBE(t.INT),
        },
        uniques=UNIQUES["Node"],
        references=[
            ("above", "Node.number", above_on_delete),
            ("owner", "Owner.number", owner_on_delete),
        ],
    )
    world = open_world("sqlite::memory:", [node, owner])
    model = Model(above_on_delete, owner_on_delete)

    for _ in range(data.draw(st.integers(1, 14))):
        step(world, model, where, t, data)
        for entity in ("Owner", "Node"):
            stored = {row.identity: world.named(row) for row in world.select(entity)}
            for row in stored.values():
                del row["id"]
            assert stored == model.rows[entity]


def step(world, model, where, t, data):
    action = data.draw(actions)
    if action in ("create", "create owner"):
        entity = "Node" if action == "create" else "Owner"
        row = {"number": data.draw(numbers), "name": data.draw(names)}
        if entity == "Node":
            row |= {"above": data.draw(maybe), "owner": data.draw(maybe)}
        made = []
        both(
            lambda: model.write(entity, {"new": row}),
            lambda: made.append(world.create(entity, **row)),
        )
        if made:
            model.rows[entity][made[0].identity] = model.rows[entity].pop("new")
        return

    entity = data.draw(st.sampled_from(["Node", "Node", "Owner"]))
    asked = type(where)()
    sign, bound = data.draw(st.sampled_from(["==", "<=", ">="])), data.draw(numbers)
    predicate = asked.compare("number", sign, bound, t.INT)
    matching = {
        identity: row
        for identity, row in model.rows[entity].items()
        if {"==": row["number"] == bound, "<=": row["number"] <= bound}.get(
            sign, row["number"] >= bound
        )
    }
    if action == "delete":
        both(
            lambda: model.delete(entity, matching),
            lambda: world.delete(entity, predicate, asked),
        )
    elif action == "set":
        fields = OWNER_FIELDS if entity == "Owner" else NODE_FIELDS
        field = data.draw(st.sampled_from(fields))
        value = data.draw({"number": numbers, "name": names}.get(field, maybe))
        both(
            lambda: model.write(
                entity, {at: {**row, field: value} for at, row in matching.items()}
            ),
            lambda: world.update(entity, predicate, asked, {field: value}),
        )
    else:
        # Each row a value of its own: all moved by one, or turned around.
        def moved(row):
            number = row["number"] + 1 if action == "move" else 3 - row["number"]
            if entity == "Owner":
                return {**row, "number": number}
            above = row["above"]
            if above is not None:
                above = above + 1 if action == "move" else 3 - above
            return {**row, "number": number, "above": above}

        fields = ("number",) if entity == "Owner" else ("number", "above")
        both(
            lambda: model.write(entity, {at: moved(row) for at, row in matching.items()}),
            lambda: world.update_each(
                entity,
                fields,
                lambda row: [moved(row)[field] for field in fields],
                predicate,
                asked,
            ),
        )


def test_the_model_is_worth_its_name():
    """It refuses what it should."""
    model = Model("restrict", "cascade")
    model.write("Owner", {"o": {"number": 1, "name": "a"}})
    model.write("Node", {"n": {"number": 1, "name": None, "above": 1, "owner": 1}})

    with pytest.raises(Conflict):
        model.write("Node", {"m": {"number": 1, "name": None, "above": None, "owner": None}})
    with pytest.raises(Conflict):
        model.write("Node", {"m": {"number": 2, "name": None, "above": 7, "owner": None}})
    model.delete("Owner", ["o"])
    assert model.rows == {"Owner": {}, "Node": {}}
