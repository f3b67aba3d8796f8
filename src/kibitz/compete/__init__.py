"""Competitions of other people's bots: charter, phases, lots, store, figures and report."""
