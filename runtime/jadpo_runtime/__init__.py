"""What runs Jadpo programs in either mode; knows no syntax and no LLVM."""
