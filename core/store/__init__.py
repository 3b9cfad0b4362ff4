"""The store: the only place that speaks SQL. Every write of a fact and of what follows from it is one transaction."""
