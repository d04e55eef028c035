"""Tests of `crex_dsl.engine.search`."""
