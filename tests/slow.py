"""Which tests `make test-quick` leaves out."""

from __future__ import annotations

__all__ = ["SLOW"]

SLOW = (
    "browser",
    "interop",
    "seats",
    "table",
    "work",
    "arena/test_match.py",
    "bots/test_boerenbridge.py",
    "bots/test_brisca.py",
    "bots/test_osla.py",
    "bots/test_searchers.py",
    "bots/test_tarot.py",
    "cli/test_bench.py",
    "cli/test_cache.py",
    "cli/test_check.py",
    "cli/test_hints.py",
    "cli/test_know.py",
    "cli/test_match.py",
    "cli/test_simulate.py",
    "engine/test_batch.py",
    "engine/test_native.py",
    "engine/test_observation.py",
    "engine/test_weights.py",
    "games/test_agram.py",
    "games/test_brisca.py",
    "games/test_small_games.py",
    "games/test_tarot.py",
    "games/test_truth.py",
    "knowledge/test_deals.py",
    "knowledge/test_engines.py",
    "knowledge/test_exact.py",
    "knowledge/test_nested.py",
    "knowledge/test_wording.py",
    "recycle/test_damaged.py",
    "recycle/test_formatter.py",
    "recycle/test_orders.py",
    "search/test_solver.py",
    "search/test_trees.py",
    "test_bots_page.py",
    "test_describe.py",
    "test_docs.py",
    "test_protocol_page.py",
    "test_readme.py",
    "test_robobrisca_page.py",
)
"""Folders and files of tests that take more than a few seconds, or compile games that no other test
needs."""
