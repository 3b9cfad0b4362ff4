"""Several sessions answered with one press: what is asked, what became of each."""
