"""Functions that nothing reaches are left out of a module."""

from jadpo_codegen.reachable import reachable

MODULE = """\
@constant = internal constant i64 1
define internal i64 @used() {
  ret i64 1
}

define internal i64 @unused() {
  %a = call i64 @also_unused()
  ret i64 %a
}

define internal i64 @also_unused() {
  ret i64 2
}
declare void @outside()
define i64 @entry() {
  %a = call i64 @used()
  ret i64 %a
}
@table = internal constant [1 x ptr] [ptr @pointed]
define internal void @pointed() {
  ret void
}
!0 = !{i32 1}
"""


def test_what_entries_and_constants_use_is_kept_and_nothing_else():
    text = reachable(MODULE)

    for name in ("@constant", "@used", "@entry", "@outside", "@table", "@pointed", "!0 = "):
        assert name in text
    assert "unused" not in text
