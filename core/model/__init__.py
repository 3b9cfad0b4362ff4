"""Values of the core: JSON, digests, decisions, envelopes. No I/O; may be used on any thread."""
