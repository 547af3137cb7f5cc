"""Native code that makes Python objects of values of compiled code, and values of Python objects.

One function per layout and direction, written when first needed (``conversions.py``).
"""
