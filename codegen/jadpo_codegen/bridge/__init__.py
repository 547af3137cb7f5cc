"""Between compiled code and Python: values in both directions, runs, and calls back."""
