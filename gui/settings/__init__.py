"""The settings of this person as the window shows and changes them."""
