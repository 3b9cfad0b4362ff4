"""Agentack, the second judge, in process, and beside it our own checks of the same trail."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agentack.engine import evaluate_events
from agentack.models import EvaluationReport, TraceEvent
from agentack.policy import Policy

from pausedesk.core.model.trails import Trail
from pausedesk.core.rules.agentack import OPEN, POLICY, agentack_trace
from pausedesk.core.rules.trail_checks import BY_PEOPLE, trail_flaws


def policy(folder: Path) -> Policy:
    """The policy that is published for our traces, read by agentack itself."""
    file = folder / "agentack.toml"
    file.write_text(POLICY, encoding="utf-8")
    return Policy.from_toml(file)


_POLICY = Policy(require_approval_for=("*:gated-call",))


def judged(events: Sequence[Mapping[str, Any]]) -> EvaluationReport:
    """Agentack's report on a trace, as it would give it on the file."""
    read = [
        TraceEvent.from_dict(json.loads(json.dumps(event)), line=number) for number, event in enumerate(events, start=1)
    ]
    return evaluate_events(read, policy=_POLICY)


def fired(events: Sequence[Mapping[str, Any]]) -> set[str]:
    """The rules that a trace breaks."""
    return set(judged(events).rule_counts)


def findings(events: Sequence[Mapping[str, Any]]) -> list[str]:
    """What agentack finds, one line each."""
    return [f"{one.rule_id} line {one.line}: {one.message}" for one in judged(events).findings]


def trail_faults(trail: Trail) -> list[str]:
    """What both judges find in a session of our own: agentack in its trace, and our own checks.

    A session that is not over may lack evidence, and nothing else.
    """
    own = [f"{one.flaw}: {one.sentence}" for one in trail_flaws(trail) if one.flaw not in BY_PEOPLE]
    events = agentack_trace(trail)
    found = judged(events).findings if events else ()
    over = trail.ending not in OPEN
    return own + [f"{one.rule_id}: {one.message}" for one in found if over or one.rule_id != "ACK009"]
