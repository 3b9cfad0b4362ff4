"""The demo agent's model: a script that reads the conversation and answers as a careful desk would.

It looks up what is asked about, proposes what the prompt's words ask for, and then says what became of each call. It
decides from the messages alone, so the same conversation always goes on in the same way.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import resources
from string import Template
from typing import Any

from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import (
    ModelMessage,
    ModelRequest,
    ModelResponse,
    RetryPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserPromptPart,
)
from pydantic_ai.models.function import AgentInfo

from pausedesk.core.demo.place import POWER_CUT, here, kill_this_process

READING = ("look_up_order", "read_file")
POLICY = "refund-policy.md"

_ORDER = re.compile(r"\b8\d{3}\b")
_AMOUNT = re.compile(r"\b\d+\.\d\d\b")
_DAYS = re.compile(r"(\d+) days (?:in place|instead) of (\d+)")
_REFUND = re.compile(r"refund|money back|退款", re.IGNORECASE)
_LETTER = re.compile(r"\bletter\b|\bwrite to\b|\bstatement\b|写信|写一封", re.IGNORECASE)
_CHINESE = re.compile("[\u4e00-\u9fff]")

ARCHIVE_COMMAND = "mkdir -p archive/letters && cp -av letters/. archive/letters/ && ls -l archive/letters"
CLEAR_COMMAND = "rm -v drafts/*.txt"


@dataclass
class _Turn:
    """The newest message of the person and everything since."""

    prompt: str = ""
    said_since: str = ""  # what the desk itself told the model after that, such as a late settlement
    calls: dict[str, ToolCallPart] = field(default_factory=dict)
    results: list[ToolReturnPart | RetryPromptPart] = field(default_factory=list)
    last: list[ToolReturnPart | RetryPromptPart] = field(default_factory=list)  # of the newest calls only

    def looked_up(self) -> dict[str, dict[str, Any]]:
        """The orders found so far, by number."""
        found = [part.content for part in self.results if part.tool_name == "look_up_order"]
        return {str(one["order"]): one for one in found if isinstance(one, dict) and one.get("order")}


def respond(messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
    """Answer as the refunds desk. Raises ModelHTTPError where the place says that the provider is out of order."""
    turn = _read(messages)
    if here().provider_down:
        raise ModelHTTPError(503, "refunds-desk-script", {"error": "The service is overloaded. Try again later."})
    if turn.results and os.environ.get(POWER_CUT):
        kill_this_process()
    return ModelResponse(parts=_next(turn))


def _read(messages: Sequence[ModelMessage]) -> _Turn:
    turn = _Turn()
    for message in messages:
        if isinstance(message, ModelResponse):
            calls = [part for part in message.parts if isinstance(part, ToolCallPart)]
            turn.calls.update({part.tool_call_id: part for part in calls})
            turn.last = [] if calls else turn.last
            turn.said_since = ""
            continue
        for part in message.parts:
            if isinstance(part, UserPromptPart):
                turn = _with_words(turn, message, part)
            elif isinstance(part, ToolReturnPart) or (isinstance(part, RetryPromptPart) and part.tool_name):
                turn.results.append(part)
                turn.last.append(part)
    return turn


def _with_words(turn: _Turn, message: ModelRequest, part: UserPromptPart) -> _Turn:
    words = part.content if isinstance(part.content, str) else " ".join(p for p in part.content if isinstance(p, str))
    if (message.metadata or {}).get("internal"):
        turn.said_since = words
        return turn
    return _Turn(prompt=words)


def _next(turn: _Turn) -> list[TextPart | ToolCallPart]:
    if turn.said_since:
        return [TextPart("Thank you, I have noted that. Nothing more is open on my side.")]
    ended = [part for part in turn.last if part.tool_name not in READING]
    if ended:
        return _after(turn, ended)
    numbers = list(dict.fromkeys(_ORDER.findall(turn.prompt)))
    found = turn.looked_up()
    to_read: list[TextPart | ToolCallPart] = [
        ToolCallPart("look_up_order", {"order_id": number}) for number in numbers if number not in found
    ]
    wants_policy = _DAYS.search(turn.prompt) is not None
    if wants_policy and not any(part.tool_name == "read_file" for part in turn.results):
        to_read.append(ToolCallPart("read_file", {"path": POLICY}))
    if to_read and not turn.results:
        return [TextPart("Let me look that up."), *to_read]
    proposed = _proposals(turn, [found[number] for number in numbers if found.get(number, {}).get("customer")])
    if proposed:
        return proposed
    return [TextPart(_description(numbers, found))]


# -- what is proposed --------------------------------------------------------------------------------------------------


def _proposals(turn: _Turn, orders: list[dict[str, Any]]) -> list[TextPart | ToolCallPart]:
    calls: list[ToolCallPart] = []
    words = []
    if _REFUND.search(turn.prompt):
        for order in orders:
            if order["refunds"]:
                words.append(f"Order {order['order']} was refunded already; I do not pay it again.")
            else:
                calls.append(_refund(order, _AMOUNT.search(turn.prompt)))
    if _LETTER.search(turn.prompt) and orders:
        calls.append(_letter(orders[0], turn.prompt))
    if re.search(r"\barchive\b|\bback up\b", turn.prompt, re.IGNORECASE):
        calls.append(ToolCallPart("run_command", {"command": ARCHIVE_COMMAND}))
    if re.search(r"\bclear out\b|\bdelete\b", turn.prompt, re.IGNORECASE):
        calls.append(ToolCallPart("run_command", {"command": CLEAR_COMMAND}))
    if (days := _DAYS.search(turn.prompt)) is not None:
        calls.extend(_policy(turn, new=days[1], old=days[2]))
    if not calls:
        return [TextPart(" ".join(words))] if words else []
    # An order that belongs to the same delivery is looked up beside them, which asks nobody.
    others = {str(order["delivered_with"]) for order in orders if order.get("delivered_with")} - set(turn.looked_up())
    beside = [ToolCallPart("look_up_order", {"order_id": number}) for number in sorted(others)]
    words.append("I would do this next." if len(calls) == 1 else f"I would do these {len(calls)} things next.")
    return [TextPart(" ".join(words)), *beside, *calls]


def _refund(order: dict[str, Any], named: re.Match[str] | None) -> ToolCallPart:
    arguments = {
        "order_id": str(order["order"]),
        "amount": named.group() if named else order["total"],
        "reason": order["complaint"],
    }
    if order["currency"] != "EUR":
        arguments["currency"] = order["currency"]
    return ToolCallPart("refund", arguments)


def _letter(order: dict[str, Any], prompt: str) -> ToolCallPart:
    kind = "statement" if "statement" in prompt.lower() else "apology"
    if order.get("language") == "zh":
        kind = "apology-zh"
    subject, _, text = _template(kind).substitute(_words_of(order)).partition("\n\n")
    return ToolCallPart(
        "send_letter", {"to": f"{order['customer']} <{order['email']}>", "subject": subject.strip(), "text": text}
    )


def _words_of(order: dict[str, Any]) -> dict[str, str]:
    return {
        "customer": order["customer"],
        "order": str(order["order"]),
        "items": ", ".join(order["items"]),
        "total": f"{order['total']} {order['currency']}",
        "complaint": order["complaint"],
        "placed": order["placed"],
    }


def _template(kind: str) -> Template:
    folder = resources.files("pausedesk.resources") / "demo" / "templates"
    return Template((folder / f"{kind}.txt").read_text(encoding="utf-8"))


def _policy(turn: _Turn, *, new: str, old: str) -> list[ToolCallPart]:
    text = next((part.content for part in turn.results if part.tool_name == "read_file"), None)
    if not isinstance(text, str) or f"{old} days" not in text:
        return []
    return [ToolCallPart("edit_file", {"path": POLICY, "new_text": text.replace(f"{old} days", f"{new} days")})]


# -- what is said ------------------------------------------------------------------------------------------------------


def _after(turn: _Turn, ended: list[ToolReturnPart | RetryPromptPart]) -> list[TextPart | ToolCallPart]:
    """Say what became of the newest calls; ask again for what is known not to have run and nobody declined."""
    said: list[str] = []
    again: list[ToolCallPart] = []
    for part in ended:
        call = turn.calls.get(part.tool_call_id)
        arguments = call.args_as_dict() if call is not None else {}
        what = _named(part.tool_name or "", arguments)
        outcome = part.outcome if isinstance(part, ToolReturnPart) else "retried"
        text = _text_of(part)
        if outcome == "success":
            said.append(_success(part, what))
        elif outcome == "denied":
            words, letter = _declined(turn, what, text, arguments)
            said.append(words)
            again.extend(letter)
        elif outcome == "interrupted" and "did not run" in text and call is not None:
            again.append(ToolCallPart(call.tool_name, arguments))
        elif outcome == "interrupted":
            said.append(
                f"I cannot tell whether {what} took effect, and I have not tried it again. "
                "Please check the shop's files before anything else is done about it."
            )
        else:
            said.append(f"It did not work: {what}. The error was: {text.strip().splitlines()[-1] if text else ''}")
    if again:
        said.append("May I ask for this once more?" if not said else "")
    if all(isinstance(part, ToolReturnPart) and part.outcome == "success" for part in ended):
        said.insert(0, "Done.")
    words = " ".join(piece for piece in said if piece)
    return [TextPart(words), *again] if words else list(again)


def _named(tool: str, arguments: dict[str, Any]) -> str:
    match tool:
        case "refund":
            currency = arguments.get("currency", "EUR")
            return f"the refund of {arguments.get('amount')} {currency} for order {arguments.get('order_id')}"
        case "send_letter":
            return f"the letter to {str(arguments.get('to', '')).partition(' <')[0]}"
        case "edit_file":
            return f"the change of {arguments.get('path')}"
        case "run_command":
            return f"the command `{arguments.get('command')}`"
        case _:
            return tool


def _text_of(part: ToolReturnPart | RetryPromptPart) -> str:
    if isinstance(part, RetryPromptPart):
        return part.model_response()
    return part.model_response_str()


def _success(part: ToolReturnPart | RetryPromptPart, what: str) -> str:
    if isinstance(part.content, dict) and "exit_code" in part.content:
        code = part.content["exit_code"]
        lines = str(part.content.get("output", "")).strip().splitlines()
        last = f" Its last line was: {lines[-1]}" if lines else ""
        return f"{what[0].upper()}{what[1:]} ended with exit code {code}.{last}"
    return _text_of(part)


_REPLIES = (
    (re.compile(r"exchange|replace", re.IGNORECASE), "I will offer a replacement in place of the money."),
    (re.compile(r"photo|picture|proof|\bask\b", re.IGNORECASE), "I will ask the customer for that first."),
    (re.compile(r"later|tomorrow|wait|today|\byet\b", re.IGNORECASE), "I leave it as it is until you tell me."),
    (re.compile(r"less|half|too much", re.IGNORECASE), "Tell me the amount and I will ask again with it."),
)


def _declined(turn: _Turn, what: str, text: str, arguments: dict[str, Any]) -> tuple[str, list[ToolCallPart]]:
    note = text.partition("\n")[2].strip()  # the person's own words stand after the first line
    if not note:
        return f"Understood: I leave {what}. Tell me if you would rather have something else.", []
    if _CHINESE.search(note):
        return f"明白了,这件事我先不做。您写道:“{note}”。我会照此处理。", []
    order = turn.looked_up().get(str(arguments.get("order_id")))
    if order is not None and re.search(r"\bletter\b|\bwrite\b|\bapolog", note, re.IGNORECASE):
        return f"Understood: I leave {what} and propose a letter, since you wrote: “{note}”", [_letter(order, note)]
    reply = next((words for pattern, words in _REPLIES if pattern.search(note)), "I will keep to that.")
    return f"Understood: I leave {what}. You wrote: “{note}”\n{reply}", []


def _description(numbers: list[str], found: dict[str, dict[str, Any]]) -> str:
    if not numbers:
        return (
            "I am the refunds desk. Name an order (8801 and up) and I look it up, refund it or write to the customer. "
            f"I can also archive the letters and change {POLICY}."
        )
    return " ".join(_one_order(number, found.get(number, {})) for number in numbers)


def _one_order(number: str, order: dict[str, Any]) -> str:
    if not order.get("customer"):
        return f"There is no order {number}."
    items = ", ".join(order["items"])
    money = f"{order['total']} {order['currency']}"
    refunded = "It was refunded." if order["refunds"] else "Nothing was refunded."
    about = f"Order {number} of {order['customer']}, placed {order['placed']}"
    return f"{about}: {items}, {money}, {order['status']}. {refunded}"
