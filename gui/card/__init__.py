"""The card of one session: the question, the call in full, the decision, its track, and calls that may have run."""
