"""What runs: doors, workers, the children in which agents live, and the engine. The only part that starts anything."""
