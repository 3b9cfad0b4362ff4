"""Windows on other stores, each a process of its own: opened from a window, and made with a demo in them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

from pausedesk.core.errors import EnvironmentFault, PausedeskError
from pausedesk.core.model.wording import worded
from pausedesk.core.paths import private_folder, state_folder

# -P: what lies in the folder that the window was started in is never imported.
COMMAND = (sys.executable, "-P", "-m", "pausedesk.core.cli")


def open_window(store: Path) -> None:
    """Start the window on a store, or bring the one that is open on it to the front; it outlives this process.

    Raises EnvironmentFault `window-not-started`.
    """
    try:
        log = os.open(
            private_folder(state_folder() / "logs") / "desk.log", os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600
        )
        try:
            process = subprocess.Popen(
                [*COMMAND, "--store", str(store), "desk"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                cwd=Path.home(),
            )
        finally:
            os.close(log)
    except OSError as error:
        raise EnvironmentFault(
            "window-not-started",
            worded("No window could be started: {why}.", why=error.strerror or str(error)),
            next_step=worded("`pausedesk --store {store} desk` opens it by hand.", store=str(store)),
        ) from error
    # While both live, somebody has to take its end.
    threading.Thread(target=process.wait, name="window-end", daemon=True).start()


def make_demo() -> Path:
    """Fill the demo's own store and return where it is; takes some seconds, as its runs are real.

    In a process of its own: a window runs no agent. Raises EnvironmentFault with the command's own code and sentence,
    or `demo-not-made`.
    """
    # The demo has a place of its own: a store that the person uses is left alone.
    variables = {name: value for name, value in os.environ.items() if name != "PAUSEDESK_STORE"}
    try:
        done = subprocess.run(
            [*COMMAND, "--json", "demo", "--no-window"],
            env=variables,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            cwd=Path.home(),
            check=False,
        )
        said = json.loads(done.stdout)
        if done.returncode == 0:
            return Path(said["store"])
        raise EnvironmentFault(said["code"], said["why"], next_step=said["next"])
    except PausedeskError:
        raise
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise EnvironmentFault(
            "demo-not-made",
            worded("The demo could not be made ({kind}).", kind=type(error).__name__),
            next_step=worded("`pausedesk demo` makes it on the command line and says what is wrong."),
        ) from error
