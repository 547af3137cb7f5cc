"""Tests in the language: their statements, their bodies, and their fixtures [X1]."""
