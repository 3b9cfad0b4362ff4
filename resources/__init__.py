"""Icons, style, translations and the demo agent's data, read by way of ``importlib.resources``."""
