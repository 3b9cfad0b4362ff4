"""Finding the agent that a person names: `module:attribute`, loaded from the folder it lives in."""

from __future__ import annotations

import importlib
import os
import re
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic_ai import Agent, UserError
from pydantic_ai.models import infer_model

from pausedesk.core.errors import AgentLoadError, KeyringError, PausedeskError
from pausedesk.core.model.wording import worded

# How Pydantic AI names the extra of a provider whose library is not installed.
_EXTRA = re.compile(r"pydantic-ai-slim\[([a-z][a-z0-9-]*)\]")
_KEY_NAME = re.compile(r"\b[A-Z][A-Z0-9_]*(?:API_KEY|TOKEN)\b")


def split_spec(spec: str, what: str = "an agent") -> tuple[str, str]:
    """The module and the attribute of `module:attribute`; raises AgentLoadError `agent-spec` where it is not one."""
    module, colon, attribute = spec.partition(":")
    parts = [*module.split("."), *attribute.split(".")]
    if not colon or not all(part.isidentifier() for part in parts):
        raise AgentLoadError(
            "agent-spec",
            worded("{spec} does not name {what}.", spec=repr(spec), what=what),
            next_step=worded("Write module:attribute, as in shop.agents:desk."),
        )
    return module, attribute


def load_attribute(spec: str, what: str = "an agent") -> Any:
    """Import what `module:attribute` names. Raises AgentLoadError in one sentence, whatever the module does."""
    module, attribute = split_spec(spec, what)
    try:
        value: Any = importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is not None and (module == error.name or module.startswith(f"{error.name}.")):
            raise AgentLoadError(
                "no-such-module",
                worded("There is no module {module} in {what} or on the path.", module=module, what=Path.cwd()),
            ) from error
        raise AgentLoadError(
            "agent-import", worded("{module} needs {name}, which is not installed.", module=module, name=error.name)
        ) from error
    except (Exception, SystemExit) as error:
        raise import_fault(module, error) from error
    for name in attribute.split("."):
        try:
            value = getattr(value, name)
        except AttributeError:
            raise AgentLoadError(
                "no-such-attribute",
                worded("The module {module} has no {attribute}.", module=module, attribute=attribute),
            ) from None
    return value


def load_dependencies(spec: str) -> Any:
    """What `module:attribute` names for an agent's dependencies: a value, or what a callable without arguments makes.

    An async callable gives its coroutine, to be awaited in the run's own loop. Raises as `load_attribute`.
    """
    value = load_attribute(spec, "what makes an agent's dependencies")
    if not callable(value):
        return value
    try:
        return value()
    except (Exception, SystemExit) as error:
        raise import_fault(f"The dependencies {spec}", error) from error


def load_agent(spec: str) -> Agent[Any, Any]:
    """Import a Pydantic AI agent. Raises AgentLoadError, or KeyringError where its provider's key is missing."""
    agent = load_attribute(spec)
    if not isinstance(agent, Agent):
        kind = type(agent).__name__
        raise AgentLoadError(
            "not-an-agent", worded("{spec} is a {kind}, not a Pydantic AI agent.", spec=spec, kind=kind)
        )
    if getattr(agent, "_output_validators", None):
        # The engine has to add an output of its own, the pause, which Pydantic AI refuses beside a validator.
        raise AgentLoadError(
            "output-validator",
            worded("{spec} has an output validator, beside which a run cannot pause.", spec=spec),
            next_step=worded("Check the output in an output function, or in the type itself."),
        )
    if isinstance(agent.model, str):
        try:
            agent.model = infer_model(agent.model)
        except Exception as error:
            raise import_fault(spec, error) from error
    return agent


def import_fault(what: str, error: BaseException) -> PausedeskError:
    """The sentence for an exception that an agent's code raised while it was loaded."""
    missing = missing_key(error)
    if missing is not None:
        return missing
    extra = _EXTRA.search(str(error)) if isinstance(error, ImportError) else None
    if extra is not None:
        return AgentLoadError(
            "provider-not-installed",
            worded(
                "The agent's model needs the library of the provider {extra}, which is not installed.", extra=extra[1]
            ),
            next_step=worded("pip install 'pausedesk[{extra}]' with the agent's own Python.", extra=extra[1]),
        )
    frames = traceback.extract_tb(error.__traceback__)
    at = next(
        (f" ({frame.filename}:{frame.lineno})" for frame in reversed(frames) if "importlib" not in frame.filename), ""
    )
    if not frames or at.startswith(f" ({__file__}:"):
        at = ""  # nothing of the agent's ran: the error says where it is itself
    text = str(error).strip().partition("\n")[0]
    return AgentLoadError(
        "agent-import",
        worded("{what} cannot be loaded: {kind}: {text}{at}", what=what, kind=type(error).__name__, text=text, at=at),
    )


def missing_key(error: BaseException) -> KeyringError | None:
    """The sentence for a provider that has no key, or None where that is not what the error says."""
    found = _KEY_NAME.search(str(error)) if isinstance(error, UserError) else None
    if found is None:
        return None
    name = found.group()
    return KeyringError(
        "provider-key-missing",
        worded("The agent's model needs the key {name}, and there is none.", name=name),
        next_step=worded("Run `pausedesk secrets set {name}`, or set the environment variable {name}.", name=name),
    )


@contextmanager
def keys_at_hand(keys: Mapping[str, str]) -> Iterator[None]:
    """Let providers find their keys in the environment while an agent is loaded, and only then: what tools start later
    must not inherit them."""
    new = {name: value for name, value in keys.items() if name not in os.environ}
    os.environ.update(new)
    try:
        yield
    finally:
        for name in new:
            os.environ.pop(name, None)


def put_folder_first(folder: str) -> None:
    """Make the agent's folder the first on the import path, as `python -m` would."""
    sys.path[:] = [folder, *(entry for entry in sys.path if entry not in (folder, ""))]
