"""What small cells are cut from: little at first, then more, then as much as a large page holds.

A fault for each page of a new chunk costs about as much as the cells in it. Of a boundary that uses
very much the chunks are large pages, where Linux has them. Large cells do not ask for these: where
a cell grows by moving its pages, large ones would be broken up.
"""

import sys
from typing import Final

FIRST_CHUNK_SIZE: Final = 1 << 16
"""Bytes of the first chunk: most boundaries need no more."""

CHUNK_SIZE: Final = 1 << 18
"""Bytes of a chunk after the first."""

_LARGE_PAGE: Final = 1 << 21

LARGE_CHUNK_SIZE: Final = _LARGE_PAGE - 64
"""Bytes of a chunk of its own large page; what is left is the allocator's, before the next one."""

MUCH: Final = 1 << 22
"""Bytes of cells from which on chunks are large pages."""

_ADVISED: Final = sys.platform == "linux"

_MADV_HUGEPAGE: Final = 14

CHUNKS_TEXT: Final = f"""\
declare i32 @posix_memalign(ptr, i64, i64)
{"declare i32 @madvise(ptr, i64, i32)" if _ADVISED else ""}

; The size of the next chunk, where cells use %used bytes.
define internal i64 @jadpo.chunk_size(i64 %used, i1 %is.first) alwaysinline {{
  %is.much = icmp uge i64 %used, {MUCH}
  %size = select i1 %is.much, i64 {LARGE_CHUNK_SIZE}, i64 {CHUNK_SIZE}
  %first = select i1 %is.first, i64 {FIRST_CHUNK_SIZE}, i64 %size
  ret i64 %first
}}

; Memory for a chunk, or null; it is given back to free.
define internal ptr @jadpo.new_chunk(i64 %size) noinline {{
  %place = alloca ptr
  %is.large = icmp eq i64 %size, {LARGE_CHUNK_SIZE}
  br i1 %is.large, label %large, label %small
small:
  %new = call ptr @malloc(i64 %size)
  ret ptr %new
large:
  %status = call i32 @posix_memalign(ptr %place, i64 {_LARGE_PAGE}, i64 %size)
  %is.made = icmp eq i32 %status, 0
  br i1 %is.made, label %made, label %none
made:
  %chunk = load ptr, ptr %place, align 8
  {f"call i32 @madvise(ptr %chunk, i64 %size, i32 {_MADV_HUGEPAGE})" if _ADVISED else ""}
  ret ptr %chunk
none:
  ret ptr null
}}
"""
