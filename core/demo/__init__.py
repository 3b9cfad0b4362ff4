"""The demo: an offline agent of a small shop's refunds desk, and a store filled by really running it."""
