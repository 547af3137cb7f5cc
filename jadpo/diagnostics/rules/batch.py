"""Rules of the area ``batch``: batches and `start`."""

from jadpo.diagnostics.rules.rule import Rule

_PRODUCT = """\
type Percent = Int { min: 0  max: 100 }
entity Product {
  id: Uuid { generated: identity }
  price: Int
  identity: id
  action touch(id: Product.id, percent: Percent) -> Unit {
    var _ = attempt update many Product {
      where: id == id
      set: { price: current.price + percent }
    }
  }
}
"""
_EACH = "each product { Product.touch(product.id, percent) }"
_BATCH = f"batch reprice(percent: Percent) {{ over: Product {{ }}  {_EACH} }}\n"

RULES: tuple[Rule, ...] = (
    Rule(
        id="batch.arguments",
        title="`start` gives a batch its arguments",
        explanation=(
            "The arguments of `start` are given by position, one for each parameter of the "
            "batch, as in a call."
        ),
        wrong=_PRODUCT + _BATCH + "action begin() -> Unit { start reprice() }",
        right=_PRODUCT + _BATCH + "action begin() -> Unit { start reprice(Percent(5)) }",
    ),
    Rule(
        id="batch.clause_unknown",
        title="A batch has `over:`, `size:`, `retry:` and `each`",
        explanation=(
            "`over:` says which rows, `size:` how many of them one boundary takes, `retry:` how "
            "often a row that fails is tried again, and `each` what is done with a row."
        ),
        wrong=_PRODUCT
        + f"batch reprice(percent: Percent) {{ over: Product {{ }}  sise: 50  {_EACH} }}",
        right=_PRODUCT
        + f"batch reprice(percent: Percent) {{ over: Product {{ }}  size: 50  {_EACH} }}",
    ),
    Rule(
        id="batch.each_missing",
        title="A batch does something with each row",
        explanation="The `each` body runs once per row, `size:` rows in one boundary.",
        wrong=_PRODUCT + "batch reprice(percent: Percent) { over: Product { } }",
        right=_PRODUCT + _BATCH,
    ),
    Rule(
        id="batch.over_missing",
        title="A batch says over which rows it goes",
        explanation=(
            "`over: Product { where: … }` names one entity, and with `where:` some of its rows. "
            "The rows are read afresh for each boundary, in order of identity."
        ),
        wrong=_PRODUCT + "batch reprice(percent: Percent) { each product { } }",
        right=_PRODUCT + _BATCH,
    ),
    Rule(
        id="batch.size_invalid",
        title="`size:` is a number of rows from 1 to 10_000",
        explanation=(
            "A boundary is one transaction, held in memory until it commits. Larger ones hold "
            "their locks longer and lose more when they are stopped. The default is 100."
        ),
        wrong=_PRODUCT
        + f"batch reprice(percent: Percent) {{ over: Product {{ }}  size: 0  {_EACH} }}",
        right=_PRODUCT
        + f"batch reprice(percent: Percent) {{ over: Product {{ }}  size: 1  {_EACH} }}",
    ),
    Rule(
        id="batch.unknown",
        title="The batch that is started is declared",
        explanation="`start` names a batch of the same module, or a public one that is imported.",
        wrong=_PRODUCT + _BATCH + "action begin() -> Unit { start repricing(Percent(5)) }",
        right=_PRODUCT + _BATCH + "action begin() -> Unit { start reprice(Percent(5)) }",
    ),
)
