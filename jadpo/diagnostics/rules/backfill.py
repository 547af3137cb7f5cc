"""Rules of the area ``backfill``: backfills."""

from jadpo.diagnostics.rules.rule import Rule

_PRODUCT = """\
type Slug = Text {}
entity Product {
  id: Uuid { generated: identity }
  name: Text
  slug: Slug
  identity: id
}
"""

RULES: tuple[Rule, ...] = (
    Rule(
        id="backfill.field_invalid",
        title="A backfill computes one field of an entity that is not its identity",
        explanation=(
            "`backfill Product.slug(product) { … }` gives the value of a field that was added "
            "to an entity whose rows are stored already. Every stored row has its identity."
        ),
        wrong=_PRODUCT + "backfill Product.id(product) { return product.id }",
        right=_PRODUCT + "backfill Product.slug(product) { return Slug(product.name) }",
    ),
    Rule(
        id="backfill.repeated",
        title="A field has one backfill",
        explanation=(
            "The missing value of a row is computed in one way, whether the row is read or "
            "filled. Keep one of the two."
        ),
        wrong=_PRODUCT + "backfill Product.slug(product) { return Slug(product.name) }\n" * 2,
        right=_PRODUCT + "backfill Product.slug(product) { return Slug(product.name) }",
    ),
)
