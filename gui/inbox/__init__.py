"""The list: filters, rows, and what is said when nothing is there."""
