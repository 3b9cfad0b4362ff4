"""What a dead runner left in doubt, on one screen."""
