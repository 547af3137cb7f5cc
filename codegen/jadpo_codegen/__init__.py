"""Compiled mode: typed IR to native code, and the bridge from it to the runtime."""
