"""Carries a game between peers: protocols as pure machines, one referee on every peer."""
