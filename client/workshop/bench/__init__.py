"""Measurements behind `borgo bench`."""
