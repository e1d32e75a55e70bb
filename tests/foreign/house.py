"""The people and leads of the model, and who sees what."""

import copy
import json
from datetime import datetime, timezone

from wire import Row

USERS: dict[str, Row] = {
    "admin": {"id": 1, "name": "Helena", "roles": [{"id": 1}], "partners": [], "technical_team": None, "channel_id": 1},
    "gerente": {
        "id": 2,
        "name": "Marcelo",
        "roles": [{"id": 2}],
        "partners": [],
        "technical_team": None,
        "channel_id": 1,
    },
    "corretor": {
        "id": 3,
        "name": "Rafael",
        "roles": [{"id": 3}],
        "partners": [],
        "technical_team": {"id": 1},
        "channel_id": 1,
    },
    "corretora": {
        "id": 4,
        "name": "Camila",
        "roles": [{"id": 3}],
        "partners": [],
        "technical_team": {"id": 2},
        "channel_id": 1,
    },
    "concessionaria": {
        "id": 5,
        "name": "Sandra",
        "roles": [{"id": 4}],
        "partners": [{"id": 3}, {"id": 24}],
        "technical_team": None,
        "channel_id": 8,
    },
}


class House:
    def __init__(self, fault: str = "") -> None:
        self.fault = fault
        self.now = datetime(2026, 10, 5, 12, tzinfo=timezone.utc)
        self.version = 100
        self.users = copy.deepcopy(USERS)
        self.teams: dict[int, list[int]] = {1: [1, 2, 8, 29], 2: [3, 8, 29]}
        self.leads: dict[str, Row] = {}
        self.clients: dict[str, Row] = {}
        self.aliases: list[Row] = []
        self.timelines: dict[str, list[Row]] = {}
        self.answers: dict[str, Row] = {}
        self.brought: dict[str, Row] = {}  # by cursor: the versions that the client has, and the scope of that time
        self.told: dict[int, set[str]] = {}
        self.told_clients: dict[int, set[str]] = {}
        for number in range(60):
            self.new_lead(f"lead-{number}", f"client-{number // 2}", number)

    def new_lead(self, uid: str, client_uid: str, number: int) -> None:
        self.version += 1
        broker = [None, 3, 4, None][number % 4]
        self.clients.setdefault(
            client_uid,
            {
                "uid": client_uid,
                "id": len(self.clients) + 1,
                "version": self.version,
                "name": f"Pessoa {client_uid}",
                "cellphone": "11987654321",
                "address": {"comp": ""},
            },
        )
        self.leads[uid] = {
            "uid": uid,
            "id": len(self.leads) + 1,
            "version": self.version,
            "client_uid": client_uid,
            "state": 2 if broker else 1,
            "channel_id": [1, 2, 3, 8, 29][number % 5],
            "broker_id": broker,
            "partner_id": [3, 24, 7][number % 3],
            "inviter_id": None,
            "product": "",
            "service_status": None,
            "lead_scheduling": None,
            "additional_information": "",
            "end_lead_date": None,
            "sold": None,
            "lost_sale": None,
            "cancelled": False,
        }

    # ── who sees what

    def sees(self, user: Row, lead: Row) -> bool:
        role = user["roles"][0]["id"]
        if role <= 2:
            return True
        if role == 3:
            free = lead["broker_id"] is None and lead["channel_id"] in self.teams[user["technical_team"]["id"]]
            return free or lead["broker_id"] == user["id"]
        return lead["partner_id"] in [partner["id"] for partner in user["partners"]]

    def view(self, user: Row) -> tuple[dict[str, Row], dict[str, Row]]:
        leads = {uid: lead for uid, lead in self.leads.items() if self.sees(user, lead)}
        return leads, {lead["client_uid"]: self.clients[lead["client_uid"]] for lead in leads.values()}

    def scope(self, user: Row) -> str:
        return json.dumps([user["technical_team"], user["partners"], self.teams])
