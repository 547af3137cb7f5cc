"""`create`, `query`, `update` and `delete` [Q1]–[Q4]: from syntax to query plans and IR."""
