"""Folders of other programs' sessions: which are looked at, how far a look is, what it found."""
