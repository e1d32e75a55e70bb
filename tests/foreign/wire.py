"""What goes over the wire: rows, instants, and the fields of a base."""

from datetime import datetime, timezone
from typing import Any, Protocol

Row = dict[str, Any]


class Lost(Exception):
    """The request or its answer was lost: nothing is known about what the server did."""


class Wire(Protocol):
    def call(
        self, method: str, path: str, body: Any = None, token: str | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]: ...


def instant(text: str) -> datetime:
    """Rows have as many digits of a second as it needs; Python before 3.11 reads none, three or six."""
    whole, dot, rest = text.replace("Z", "+00:00").partition(".")
    fraction, plus, zone = rest.partition("+")
    return datetime.fromisoformat(whole + dot + fraction.ljust(6, "0")[: 6 if dot else 0] + plus + zone)


def written(command: Row) -> set[str]:
    """The flat fields that a command sets, as the keys of a base."""
    args = command["args"]
    fields = set(args.get("changes", {})) if command["command"].startswith("lead.") else set()
    client = args.get("client", {}) if command["command"].startswith("lead.") else args.get("changes", {})
    for name, value in client.items():
        fields |= {f"client.address.{part}" for part in value} if name == "address" else {f"client.{name}"}
    own = {
        "lead.setServiceStatus": {"service_status"},
        "lead.schedule": {"lead_scheduling"},
        "lead.capture": {"state", "broker_id", "lead_scheduling"},
        "lead.finish": {"state"},
        "lead.cancel": {"state", "cancelled"},
    }
    return fields | own.get(command["command"], set())


def seen_value(field: str, lead: Row | None, client: Row | None) -> Any:
    """The value of a base's key in the rows of the mirror."""
    row = client if field.startswith("client.") else lead
    for part in field.removeprefix("client.").split("."):
        row = None if row is None else row.get(part)
    return row


def wire_time(moment: datetime) -> str:
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f")[:23] + "Z"
