"""Kills, errors and races: what a run must survive at any instruction."""
