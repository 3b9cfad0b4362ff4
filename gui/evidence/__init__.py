"""The right column: what happened before the question, to the same call, and in the audit trail."""
