"""The command's frame: global options, what is printed, exit codes, and errors as one sentence."""

from __future__ import annotations

import json
import os
import shlex
import sys
import tempfile
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pausedesk.core import __version__, paths
from pausedesk.core.errors import ExitCode, PausedeskError, ResumeDecisionError, UsageError
from pausedesk.core.rules.redaction import masked
from pausedesk.core.rules.shown import Shown, json_text, safe
from pausedesk.core.rules.visible import visible
from pausedesk.core.rules.witness import found_sentence

if TYPE_CHECKING:
    from pausedesk.core.store.engine import Store

app = typer.Typer(
    name="pausedesk",
    help="The desk where people review, approve and resume paused and interrupted agent runs.",
    no_args_is_help=False,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

# Typer carries its own copy of click since 0.26 and used the library before: its own class leads to either's base.
ClickError: type[Exception] = typer.BadParameter.__mro__[2]

StoreOption = Annotated[
    Path | None,
    typer.Option("--store", metavar="PATH", help="The store. Default: PAUSEDESK_STORE, or the data folder."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object on stdout and nothing else.")]
ByOption = Annotated[str | None, typer.Option("--by", metavar="NAME", help="The name it is recorded under.")]


@dataclass(slots=True)
class Call:
    """What the options before the command said; those after it are merged in by `at`."""

    store: Path | None = None
    as_json: bool = False


_call = Call()


def at(store: Path | None, as_json: bool) -> Call:
    """The call's options, whether they stood before the command or after it."""
    _call.store = store or _call.store
    _call.as_json = as_json or _call.as_json
    return _call


@app.callback(invoke_without_command=True)
def root(
    context: typer.Context,
    store: StoreOption = None,
    as_json: JsonOption = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version and end.")] = False,
) -> None:
    """Without a command: open the window."""
    at(store, as_json)
    if version:
        print(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        from pausedesk.core.cli.setup import desk

        desk()


@contextmanager
def opened(call: Call, *, create: bool = False, read_only: bool = False) -> Iterator[Store]:
    """The call's store, open for the time of the block."""
    from pausedesk.core.store.engine import open_store

    store = open_store(call.store or paths.default_store(), create=create, read_only=read_only)
    try:
        if store.mistrusted is not None:
            print(f"pausedesk: {found_sentence(store.mistrusted)} What was open is closed.", file=sys.stderr)
        yield store
    finally:
        store.close()


def looked_after(desk: Store) -> None:
    """Write down what the death of processes and the passing of time mean, before a command looks: nobody else may."""
    from pausedesk.core.run.aftermath import look_around

    for sentence in look_around(desk)[1]:
        print(f"pausedesk: {shown(sentence)}", file=sys.stderr)


def shown(text: str) -> str:
    """A `safe` text for a terminal. Its second and later lines are marked, so that none can pass for a line of ours."""
    return safe(text).replace("\n", "\n    | ")


def word(text: str) -> str:
    """An id as it stands in a line of ours or in a command to copy: one word, its hidden characters escaped."""
    return shlex.quote(safe(text))


def asked_text(one: Shown, *, secrets: bool = False) -> str:
    """What a person is asked about, for a terminal; its `secrets` only where they said so."""
    return (one.revealed if secrets else one.text).replace("\n", "\n    | ")


MASKED = "Secrets are masked; `pausedesk show {} --secrets` shows them. What runs is what they stand for."


def say_hidden(*texts: str | Shown) -> None:
    """Say what the escapes in texts that a person is asked about stand for, a line for each kind."""
    found = [text if isinstance(text, Shown) else visible(text) for text in texts]
    for warning in dict.fromkeys(warning for one in found for warning in one.warnings):
        say(f"  ! {warning}")


def say(text: str) -> None:
    """Print a line for a person, on stdout; with --json, nothing."""
    if not _call.as_json:
        with printing():
            print(text)


def aside(text: str) -> None:
    """Print a line of our own about the call itself, on stderr."""
    print(f"pausedesk: {text}", file=sys.stderr)


def emit(value: dict[str, Any]) -> None:
    """Print the one JSON object of a --json call."""
    if _call.as_json:
        with printing():
            print(json_text(value))


class NotPrinted(Exception):
    """Standard output does not take what it is given: a full disk, a device that fails."""


class NobodyReads(NotPrinted):
    """Whoever read standard output reads no more. No OSError: the library of the command line would end with 1."""


@contextmanager
def printing() -> Iterator[None]:
    """Around what writes to standard output: that this fails is no fault of the command, whose work stands."""
    try:
        yield
    except BrokenPipeError as error:
        raise NobodyReads from error
    except OSError as error:
        raise NotPrinted(error.strerror or str(error)) from error


def end(code: int) -> None:
    """End the command with an exit code."""
    raise typer.Exit(int(code))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Never shows a traceback for what the environment or the input did."""
    try:
        code = _ended(arguments)
        with printing():
            if sys.stdout is not None:
                sys.stdout.flush()  # what is only kept in memory is not printed yet
        return code
    except (BrokenPipeError, NobodyReads):
        _drop_output()
        return 141
    except NotPrinted as error:
        _drop_output()
        print(
            f"pausedesk: Standard output cannot be written ({error}). What the command did stands; "
            "`pausedesk list` and `pausedesk show` tell it.",
            file=sys.stderr,
        )
        return int(ExitCode.ENVIRONMENT)


def _drop_output() -> None:
    """Nobody reads any more; the interpreter would complain about the same stream once more at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _ended(arguments: Sequence[str] | None) -> int:
    # Imported for their commands.
    from pausedesk.core.cli import (  # noqa: F401
        answering,
        exporting,
        forgetting,
        holding,
        importing,
        incidents,
        inspecting,
        preferences,
        reading,
        running,
        settling,
        setup,
        sources,
    )

    _call.store, _call.as_json = None, False
    words = list(arguments) if arguments is not None else sys.argv[1:]
    if any("\udc80" <= char <= "\udcff" for word in words for char in word):
        _call.as_json = "--json" in words
        return _told(UsageError("not-text", "An argument holds bytes that are not UTF-8 text."))
    # A surrogate in a path or a text must not end a listing.
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    try:
        code = int(app(args=list(arguments) if arguments is not None else None, standalone_mode=False) or 0)
        if code == STOPPED:
            print("pausedesk: stopped", file=sys.stderr)
        return code
    except typer.Exit as stopped:
        return int(stopped.exit_code)
    except PausedeskError as error:
        # What is not found may be lost.
        return _told((_damage() if error.code in _NOT_FOUND else None) or error)
    except ClickError as error:
        # Where no command was recognised the options before it were not read either.
        _call.as_json = _call.as_json or "--json" in words
        return _told_usage(error)
    except (KeyboardInterrupt, typer.Abort):
        print("pausedesk: stopped", file=sys.stderr)
        return STOPPED
    except (BrokenPipeError, NotPrinted):
        raise
    except Exception as error:  # noqa: BLE001 - a fault of ours: a sentence here, the details in a file
        damage = _damage()
        return _told_fault(error) if damage is None else _told(damage)


STOPPED = 130
"""The exit code after Ctrl-C, as shells have it."""
_NOT_FOUND = ("no-session", "request-not-recorded")


def _told(error: PausedeskError) -> int:
    if _call.as_json:
        body: dict[str, Any] = {"code": error.code, "why": safe(error.sentence), "next": error.next_step}
        if isinstance(error, ResumeDecisionError):
            body = {"outcome": "refused", **body, "first": error.first, "new_request": error.new_request}
        emit(body)
    print(f"pausedesk: {_prefix(error)}{shown(error.text())}{_winner(error)}", file=sys.stderr)
    return int(error.exit_code)


def _winner(error: PausedeskError) -> str:
    """Who answered first and what became of the call, for the one who came second."""
    first = error.first if isinstance(error, ResumeDecisionError) else None
    if first is None:
        return ""
    became = _BECAME[first["state"]]
    result = "" if first.get("result") is None else f": {shown(value_text(first['result']))}"
    return f"\n  {shown(first['by'])} {_DECIDED[first['decision']]} it at {clock(first['at'])}; {became}{result}"


def clock(at_ms: int | None) -> str:
    """A time of the store as a terminal shows it: the day and the second, in this machine's zone."""
    return "-" if at_ms is None else datetime.fromtimestamp(at_ms / 1000).astimezone().strftime("%Y-%m-%d %H:%M:%S")


def value_text(value: object) -> str:
    """A JSON value as a line: a text as it is, everything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


_DECIDED = {"approve": "approved", "decline": "declined", "answer": "answered", "skip": "skipped"}
_BECAME = {
    "not_started": "the call has not started",
    "submitted": "the call has not started yet",
    "running": "the call is running",
    "done": "the call ran",
    "raised": "the call raised an error; it may have taken effect",
    # What a body did before it asked is not known here: none of these says that nothing ran.
    "declined": "the call was declined",
    "answered": "the model reads the answer",
    "skipped": "the model reads that there is no answer",
    "expired": "the question expired",
    "closed": "the question was closed",
    "may_have_run": "the call MAY HAVE RUN; it is not run again",
    "interrupted": "the call was interrupted; it can be repeated, and resume runs it again",
    "settled": "what became of the call was settled by a person",
}


def _prefix(error: PausedeskError) -> str:
    return f"refused ({error.code}): " if error.exit_code == ExitCode.REFUSED else ""


def _damage() -> PausedeskError | None:
    """What is wrong with the call's store, where that is what a command stumbled over."""
    from pausedesk.core.store.soundness import faults
    from pausedesk.core.store.stored import damaged

    try:
        with opened(_call, read_only=True) as desk:
            found = faults(desk)
    except PausedeskError as error:
        return error if error.code == "store-damaged" else None
    except Exception:  # noqa: BLE001 - the first fault is the one to tell
        return None
    return damaged("; ".join(found)) if found else None


def _told_fault(error: Exception) -> int:
    kind = type(error).__name__
    try:
        folder = paths.private_folder(paths.state_folder() / "faults")
        descriptor, report = tempfile.mkstemp(dir=folder, prefix="fault-", suffix=".txt")
        with os.fdopen(descriptor, "w", encoding="utf-8", errors="backslashreplace") as file:
            file.write(masked("".join(traceback.format_exception(error))))
        where = f"The details are in {report}."
    except OSError:
        where = "The details could not be written."
    emit({"code": "fault", "why": f"A fault in Pausedesk ({kind}). {where}", "next": None})
    print(f"pausedesk: a fault in Pausedesk ({kind}). {where}", file=sys.stderr)
    return 1


def _told_usage(error: Any) -> int:
    message = str(error.format_message()).strip().replace("\n", " ")
    emit({"code": "usage", "why": message, "next": None})
    print(f"pausedesk: {message} (see `pausedesk --help`)", file=sys.stderr)
    return int(ExitCode.USAGE)
