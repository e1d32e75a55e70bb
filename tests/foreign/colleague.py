"""The user of the plain calls: changes leads and people, and what the other users may see."""

import random
import uuid
from collections import Counter
from collections.abc import Callable
from typing import Any

from checker import History
from client import Device
from wire import Row, Wire

BROKER, COLLEAGUE, DEALERSHIP = 3, 4, 5
WINDOWS = ("finished_leads_days_to_show", "lost_leads_last_year_days_to_show")


def made_key(rng: random.Random) -> str:
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def one_of(leads: dict[str, Row], rng: random.Random) -> Row:
    """Often one of a few leads that others change, too."""
    shared = sorted(uid for uid, lead in leads.items() if lead["state"] == 2 and lead["broker_id"] == BROKER)[:4]
    return leads[rng.choice(shared if shared and rng.random() < 0.6 else sorted(leads))]


class Administrator:
    """Its mirror, by the same client, is how it finds what to change, and what the checker takes for the last state."""

    def __init__(self, wire: Wire, folder: str, rng: random.Random, history: History, counts: Counter[str]) -> None:
        self.wire, self.rng, self.history, self.counts = wire, rng, history, counts
        self.mirror = Device("admin", f"{folder}/admin.sqlite", wire, by_removed=False)
        self.merges: list[Row] = []
        self.all_channels: dict[int, list[int]] = {}
        self.mirror.sign_in()
        self.mirror.pull_all()
        history.began, history.first = self.mirror.get("server_time"), self.mirror.rows("leads")

    def rest(
        self, method: str, path: str, body: Any = None, what: str = "", headers: dict[str, str] | None = None
    ) -> Any:
        """The answer of a 200, else null. A third of the calls that write lose their answer and are sent again."""
        headers = (headers or {}) | {"Idempotency-Key": made_key(self.rng)}
        for _ in range(2 if method != "GET" and self.rng.random() < 0.3 else 1):
            status, answer = self.wire.call(method, path, body, self.mirror.get("token"), headers)
        if status >= 500 or status in (400, 401):
            raise RuntimeError(f"{method} {path}: {status} {answer}")
        if what:
            self.counts[f"REST {what}" if status == 200 else f"REST {what}: {status} {answer.get('message')}"] += 1
        return answer if status == 200 else None

    def act(self) -> None:
        rng = self.rng
        self.mirror.pull_all()
        leads, clients = self.mirror.rows("leads"), self.mirror.rows("clients")
        lead = one_of(leads, rng)
        mark = f"r{made_key(self.rng)[:13]}"

        def note() -> None:
            if self.rest("POST", f"/api/leads/{lead['id']}/notes", {"note": mark}, "note") is not None:
                self.history.rest_notes.append({"lead_uid": lead["uid"], "note": mark})

        def team() -> None:
            number = rng.choice([1, 2])
            row = self.rest("GET", f"/api/technical-team/{number}")
            every = self.all_channels.setdefault(number, [channel["id"] for channel in row["channels"]])
            chosen = every if rng.random() < 0.4 else [channel for channel in every if rng.random() < 0.6]
            self.rest(
                "PUT", f"/api/technical-team/{number}", {"description": row["description"], "channels": chosen}, "team"
            )

        def transfer() -> None:
            some = [uid for uid in rng.sample(sorted(leads), min(4, len(leads))) if leads[uid]["state"] != 3]
            to = rng.choice(
                [
                    {"kind": "broker", "broker_id": BROKER},
                    {"kind": "broker", "broker_id": COLLEAGUE},
                    {"kind": "origin"},
                ]
            )
            if some:
                self.rest("PUT", f"/api/lead-transfers/{made_key(self.rng)}", {"leads": some, "to": to}, "transfer")

        def merge() -> None:
            survivor, alias = (clients[uid] for uid in rng.sample(sorted(clients), 2))
            body = {
                "survivor_uid": survivor["uid"],
                "alias_uid": alias["uid"],
                "survivor_version": survivor["version"],
                "alias_version": alias["version"],
            }
            answer = self.rest("POST", "/api/client-merges", body, "merge")
            if answer is not None:
                self.merges.append({"id": answer["merge"]["id"], "pair": (alias["uid"], survivor["uid"])})
                self.history.merged.append((alias["uid"], survivor["uid"]))

        def undo() -> None:
            if not self.merges:
                return
            merge = self.merges.pop()
            if self.rest("POST", f"/api/client-merges/{merge['id']}/undo", None, "undo merge") is not None:
                self.history.merged.remove(merge["pair"])

        def person() -> None:
            client = clients[rng.choice(sorted(clients))]
            self.rest("PUT", f"/api/clients/{client['id']}", {"address": {"comp": mark}}, "client")

        def user() -> None:
            number = rng.choice([BROKER, DEALERSHIP])
            row = self.rest("GET", f"/api/users/{number}")
            if row is not None:
                self.rest("PUT", f"/api/users/{number}", self.changed_user(row), "user", self.confirmed())

        def windows() -> None:
            days = {name: rng.choice([5, 15, 30]) for name in WINDOWS}
            self.rest("PUT", "/api/settings", days, "windows")

        def erase() -> None:
            client = clients[rng.choice(sorted(clients))]
            of_person = {uid for uid, one in leads.items() if one["client_uid"] == client["uid"]}
            body = {"reason": "pedido", "keep": rng.random() < 0.5}
            if (
                self.rest("DELETE", f"/api/clients/{client['id']}/personal-data", body, "erase", self.confirmed())
                is not None
            ):
                self.history.erased |= of_person | {client["uid"]}

        acts: list[tuple[int, Callable[[], Any]]] = [
            (8, lambda: self.rest("PUT", f"/api/leads/{lead['id']}", {"product": mark}, "lead")),
            (4, note),
            (4, person),
            (2, team),
            (4, transfer),
            (2, merge),
            (1, undo),
            (2, user),
            (1, windows),
            (1, erase),
            (1, lambda: self.rest("PUT", f"/api/cancel-lead/{lead['id']}", None, "cancel")),
        ]
        rng.choices([act for _, act in acts], [weight for weight, _ in acts])[0]()

    def confirmed(self) -> dict[str, str]:
        answer = self.rest("POST", "/api/sessions/confirm", {"own_password": "farol-demo"})
        return {} if answer is None else {"farol-confirmation": answer["data"]["confirmation"]}

    def changed_user(self, row: Row) -> Row:
        """The user as `PUT /users/{id}` wants it, with another team or other dealerships."""
        names = (
            "name",
            "email",
            "phone",
            "channel_id",
            "active_all_dealerships",
            "observation",
            "status",
            "renovator_hierarchical_group",
            "work_start",
        )
        body = {name: row[name] for name in names if name in row}
        partners = [3, 24, 7, 11]
        body["role"] = row["roles"][0]["id"]
        body["technical_team_id"] = self.rng.choice([1, 1, 2]) if body["role"] == 3 else None
        body["partners"] = (
            [] if body["role"] == 3 else [partners[0], *[one for one in partners[1:] if self.rng.random() < 0.5]]
        )
        return body
