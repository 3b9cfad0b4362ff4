"""`python -m pausedesk.core.cli`."""

import sys

from pausedesk.core.cli import main

if __name__ == "__main__":
    sys.exit(main())
