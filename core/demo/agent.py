"""The demo agent: a refunds desk whose tools really act on the files of the folder it runs in. Works offline.

Its model is a script (`script.respond`). Everything that moves money, leaves the house or changes a file asks a person
first. Try it in a folder that `pausedesk demo` has made: `pausedesk run pausedesk.core.demo.agent:agent "Refund order
8850"`.
"""

from __future__ import annotations

import subprocess
from typing import Any

from pydantic_ai import Agent, RunContext
from pydantic_ai.models.function import FunctionModel

from pausedesk.core.demo import shop
from pausedesk.core.demo.place import here, kill_this_process
from pausedesk.core.demo.script import respond

# What the model reads of a command's output; the rest is left out, and that is said.
OUTPUT_LIMIT = 4000
# To be raised with every change of what a gated tool does. Waiting questions are closed by that and by nothing less, so
# that a demo store survives an update.
VERSION = "1"

agent = Agent(
    FunctionModel(respond, model_name="refunds-desk-script"),
    name="refunds-desk",
    instructions="You are the refunds desk of a small household shop. Be friendly and brief.",
)


def _shown(question: str, **more: Any) -> dict[str, Any]:
    """What the card shows of a tool, in its author's words."""
    return {"pausedesk": {"question": question, "version": VERSION, **more}}


@agent.tool_plain
def look_up_order(order_id: str) -> dict[str, Any]:
    """Everything the shop knows of an order, with what was refunded already. Changes nothing."""
    folder = here().folder
    order = shop.all_orders(folder).get(order_id)
    if order is None:
        return {"order": order_id, "found": False}
    return {**order, "refunds": shop.refunds_of(folder, order_id)}


@agent.tool_plain
def read_file(path: str) -> str:
    """The text of a file of the shop. Changes nothing."""
    return shop.inside(here().folder, path).read_text(encoding="utf-8")


@agent.tool(requires_approval=True, metadata=_shown("Refund order {order_id} for {amount} {currency}?"))
def refund(ctx: RunContext[Any], order_id: str, amount: str, reason: str, currency: str = "EUR") -> str:
    """Pay money back to the customer of an order. The amount is a decimal number as text, such as "49.00"."""
    folder = here().folder
    order = shop.all_orders(folder).get(order_id)
    if order is None:
        raise ValueError(f"There is no order {order_id}.")
    if currency != order["currency"]:
        raise ValueError(f"Order {order_id} was paid in {order['currency']}, not in {currency}.")
    paid = shop.money(amount)
    key = ctx.tool_call_id or ""
    if shop.refund_with_key(folder, key) is not None:
        return f"Order {order_id} was refunded under this call already; nothing was paid again."
    before = sum(shop.money(line["amount"]) for line in shop.refunds_of(folder, order_id))
    if before + paid > shop.money(order["total"]):
        raise ValueError(f"Order {order_id} cost {order['total']} {currency}, and {before} was refunded before.")
    shop.add_refund(folder, key, order_id, paid, currency, reason)
    if order.get("gateway") == "crashes":
        # The demo of a crash half-way: the money is booked, and nobody is left to say so.
        print(f"payment gateway: booked {paid} {currency} for order {order_id}; waiting for its receipt", flush=True)
        kill_this_process()
    return f"Refunded {paid} {currency} to {order['customer']} for order {order_id}."


@agent.tool(requires_approval=True, metadata=_shown("Send this letter to {to}?"))
def send_letter(ctx: RunContext[Any], to: str, subject: str, text: str) -> str:
    """Send a letter to a customer: it is put into the letters folder, where the post takes it from."""
    folder = here().folder / "letters"
    folder.mkdir(exist_ok=True)
    file = folder / shop.letter_file(to, ctx.tool_call_id or "")
    file.write_text(f"To: {to}\nSubject: {subject}\n\n{text}\n", encoding="utf-8")
    return f"Sent. A copy is in letters/{file.name}."


@agent.tool_plain(
    requires_approval=True,
    metadata=_shown("Run this command in the shop's folder?", views={"command": "shell"}),
)
def run_command(command: str, timeout_seconds: int = 20) -> dict[str, Any]:
    """Run a shell command in the shop's folder and return its exit code and the end of its output."""
    # A person has read the command and approved it: that is what this tool shows.
    done = subprocess.run(  # noqa: S602
        command,
        shell=True,
        cwd=here().folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=timeout_seconds,
        check=False,
    )
    output = done.stdout.decode("utf-8", "replace")
    left_out = len(output) - OUTPUT_LIMIT
    if left_out > 0:
        output = f"({left_out} characters left out)\n{output[-OUTPUT_LIMIT:]}"
    return {"exit_code": done.returncode, "output": output}


@agent.tool_plain(
    requires_approval=True,
    metadata=_shown("Change {path} as shown?", file={"path": "path", "text": "new_text"}),
)
def edit_file(path: str, new_text: str) -> str:
    """Replace the text of a file of the shop."""
    file = shop.inside(here().folder, path)
    file.write_text(new_text, encoding="utf-8")
    return f"{path} is changed; it has {len(new_text.splitlines())} lines now."
