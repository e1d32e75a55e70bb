"""
A store that is trivially right, as a wire: it answers the calls of the test from dictionaries, and a page is the
difference between what the user sees now and what the cursor has brought. `fault` breaks it on purpose. The checker is
proven on it.
"""

import copy
from datetime import timedelta
from typing import Any

from house import House
from wire import Row, seen_value, wire_time, written

COMMANDS = {
    "lead.addNote",
    "lead.update",
    "lead.schedule",
    "lead.setServiceStatus",
    "lead.capture",
    "client.update",
    "indication.create",
}


class Model(House):
    def call(
        self, method: str, path: str, body: Any = None, token: str | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        self.now += timedelta(milliseconds=20)
        if path == "/api/login":
            return 200, {"data": {"token": body["login"]}}
        user, key = self.users[token or ""], (headers or {}).get("Idempotency-Key")
        route, _, query = path.removeprefix("/api/").partition("?")
        parts = route.split("/")
        if route == "users/me":
            return 200, copy.deepcopy(user)
        if route == "sync":
            return 200, self.page(user, dict(pair.split("=") for pair in query.split("&")))
        if route == "sync/push":
            results = [copy.deepcopy(self.command(user, command, body["device_id"])) for command in body["commands"]]
            return 200, {"results": results, "seen": str(self.version), "server_time": wire_time(self.now)}
        if key is not None and key in self.answers:
            return 200, self.answers[key]
        status, answer = self.rest(user, method, parts, body)
        if key is not None and status == 200:
            self.answers[key] = answer
        return status, copy.deepcopy(answer)

    def page(self, user: Row, query: dict[str, str]) -> Row:
        had = self.brought.get(query.get("cursor", ""), {"leads": {}, "clients": {}, "aliases": len(self.aliases)})
        is_reset = "cursor" in query and had["scope"] != self.scope(user)
        if is_reset:
            had = {"leads": {}, "clients": {}, "aliases": 0}
        leads, clients = self.view(user)
        changed = [lead for uid, lead in leads.items() if had["leads"].get(uid) != lead["version"]][
            : int(query["limit"])
        ]
        if self.fault == "drops an update" and changed and "cursor" in query and len(self.brought) % 3 == 0:
            dropped = changed.pop(0)
            had["leads"][dropped["uid"]] = dropped["version"]
        new_leads = had["leads"] | {lead["uid"]: lead["version"] for lead in changed}
        new_clients = [clients[uid] for uid in clients if had["clients"].get(uid) != clients[uid]["version"]]
        told, told_clients = self.told.setdefault(user["id"], set()), self.told_clients.setdefault(user["id"], set())
        told |= set(leads)
        told_clients |= set(clients)
        cursor = f"c{len(self.brought)}"
        self.brought[cursor] = {
            "leads": new_leads,
            "clients": {uid: row["version"] for uid, row in clients.items()},
            "aliases": len(self.aliases),
            "scope": self.scope(user),
        }
        page = {
            "rows": {"leads": changed, "clients": new_clients, "catalogues": []},
            "removed": {
                "leads": sorted(told - set(leads)),
                "clients": sorted(told_clients - set(clients)),
                "catalogues": [],
            },
            "timelines": [],
            "erased": [],
            "aliases": self.aliases[had["aliases"] :] if user["roles"][0]["id"] <= 3 else [],
            "cursor": cursor,
            "more": any(new_leads.get(uid) != lead["version"] for uid, lead in leads.items()),
            "high": self.version + 1,
            "scope": {"ended_days": {"sold": 30, "lost": 30, "endorsement": 30}},
            "server_time": wire_time(self.now),
        }
        return copy.deepcopy(page | ({"reset": True} if is_reset else {}))

    def command(self, user: Row, command: Row, device: str) -> Row:
        stored = self.answers.get(command["key"])
        if stored is not None and self.fault != "applies twice":
            return stored
        if (
            command["depends_on"] is not None
            and self.answers.get(command["depends_on"], {}).get("outcome") != "applied"
        ):
            return {"key": command["key"], "outcome": "blocked", "depends_on": command["depends_on"]}
        leads, clients = self.view(user)
        args = command["args"]
        lead = leads.get(args.get("lead_uid", ""))
        client = clients.get(lead["client_uid"] if lead else args.get("client_uid", ""))
        result: Row = {"key": command["key"], "outcome": "applied", "removed": []}
        is_new = command["command"] == "indication.create"
        if command["command"] not in COMMANDS or (
            not is_new
            and (lead is None or "client_uid" in args and args["client_uid"] != lead["client_uid"])
            and client is None
        ):
            result |= {"outcome": "rejected", "code": "rule", "message": "…", "errors": {}}
        elif is_new and lead is not None:
            result |= {"outcome": "applied"}
        elif not is_new and (fields := self.conflicts(command, device, lead, client)) and self.fault != "overwrites":
            result |= {"outcome": "conflict", "message": "…", "fields": fields}
        elif self.fault != "loses a command" or int(command["key"][-1], 16) % 4:
            self.apply(user, command, device, lead, client)
        touched = self.leads.get(args.get("lead_uid", ""))
        seen = touched is not None and self.sees(user, touched)
        of_lead = self.clients[touched["client_uid"]] if seen and touched else client
        result["rows"] = {"leads": [touched] if seen else [], "clients": [of_lead] if of_lead else []}
        result["removed"] = [touched["uid"]] if touched and not seen else []
        self.told.setdefault(user["id"], set()).update(row["uid"] for row in result["rows"]["leads"])
        self.told_clients.setdefault(user["id"], set()).update(row["uid"] for row in result["rows"]["clients"])
        self.answers[command["key"]] = copy.deepcopy(result)
        return result

    def conflicts(self, command: Row, device: str, lead: Row | None, client: Row | None) -> list[Row]:
        found = []
        for field in written(command):
            current = seen_value(field, lead, client)
            if field in command["base"]:
                is_other = current != command["base"][field]
            else:
                entries = [e for e in self.timelines.get(lead["uid"] if lead else "", []) if field in e["changes"]]
                is_other = command["depends_on"] is not None and (not entries or entries[-1]["device_id"] != device)
            if is_other:
                found.append({"field": field, "yours": None, "current": current})
        return found

    def apply(self, user: Row, command: Row, device: str | None, lead: Row | None, client: Row | None) -> None:
        name, args = command["command"], command["args"]
        if name == "indication.create":
            self.new_lead(args["lead_uid"], args["client_uid"], 0)
            self.leads[args["lead_uid"]] |= {
                "product": args["lead"]["product"],
                "partner_id": args["lead"]["partner_id"],
                "channel_id": 29,
            }
            self.note(args["lead_uid"], user["id"], command, device, {})
            return
        changes: Row = dict(args.get("changes", {})) if name == "lead.update" else {}
        comp = (args.get("client") or args.get("changes", {})).get("address", {}).get("comp")
        if name == "lead.addNote":
            assert lead
            changes["additional_information"] = lead["additional_information"] + "\n" + args["note"]
        if name == "lead.setServiceStatus":
            changes["service_status"] = args["service_status"]
        if name == "lead.schedule":
            changes["lead_scheduling"] = {
                "scheduling_date": args["scheduling_date"],
                "description": args["description"],
                "status": 0,
            }
        if name == "lead.capture":
            changes |= {"broker_id": user["id"], "state": 2}
        of_client: Row = {}
        if comp is not None and client is not None:
            of_client = self.change_client(user["id"], command, device, client, comp, lead)
        if lead is not None:
            self.change(user["id"], command, device, lead, changes, of_client)

    def change(
        self, user_id: int, command: Row, device: str | None, lead: Row, changes: Row, of_client: Row | None = None
    ) -> None:
        changed = {
            field: {"before": lead[field], "after": value} for field, value in changes.items() if lead[field] != value
        }
        if changed or of_client:
            self.version += 1
            lead |= changes | {"version": self.version}
            self.note(lead["uid"], user_id, command, device, changed | (of_client or {}))

    def change_client(
        self, user_id: int, command: Row, device: str | None, client: Row, comp: str, noted: Row | None = None
    ) -> Row:
        """Returns the change, which the history of the lead `noted` gets from the caller."""
        self.version += 1
        changes = {"client.address.comp": {"before": client["address"]["comp"], "after": comp}}
        client |= {"address": {"comp": comp}, "version": self.version}
        for lead in self.leads.values():
            if lead["client_uid"] == client["uid"] and lead is not noted:
                self.note(lead["uid"], user_id, command, device, changes)
        return changes

    def note(self, lead_uid: str, user_id: int, command: Row, device: str | None, changes: Row) -> None:
        entries = self.timelines.setdefault(lead_uid, [])
        entries.append(
            {
                "id": len(entries),
                "command": command["command"],
                "user": {"id": user_id},
                "device_id": device,
                "occurred_at": command["occurred_at"],
                "changes": changes,
            }
        )

    # ── the plain calls that the test makes; others are unknown here

    def rest(self, user: Row, method: str, parts: list[str], body: Any) -> tuple[int, Any]:
        command = {"command": "rest", "occurred_at": wire_time(self.now)}
        by_id = {str(lead["id"]): lead for lead in self.leads.values()}
        match [method, *parts]:
            case ["GET", "leads", lead_id, "timeline"]:
                return 200, {"data": self.timelines.get(by_id[lead_id]["uid"], [])[::-1]}
            case ["PUT", "leads", lead_id]:
                self.change(user["id"], command, None, by_id[lead_id], body)
                return 200, {}
            case ["POST", "leads", lead_id, "notes"]:
                text = by_id[lead_id]["additional_information"] + "\n" + body["note"]
                self.change(user["id"], command, None, by_id[lead_id], {"additional_information": text})
                return 200, {}
            case ["PUT", "clients", client_id]:
                client = next(client for client in self.clients.values() if str(client["id"]) == client_id)
                self.change_client(user["id"], command, None, client, body["address"]["comp"])
                return 200, {}
            case ["GET", "technical-team", team]:
                return 200, {"description": "…", "channels": [{"id": channel} for channel in self.teams[int(team)]]}
            case ["PUT", "technical-team", team]:
                self.teams[int(team)] = body["channels"]
                return 200, {}
            case ["PUT", "lead-transfers", _]:
                broker = body["to"].get("broker_id")
                for uid in body["leads"]:
                    self.change(
                        user["id"], command, None, self.leads[uid], {"broker_id": broker, "state": 2 if broker else 1}
                    )
                return 200, {}
            case ["POST", "client-merges"]:
                survivor, alias = body["survivor_uid"], body["alias_uid"]
                self.aliases.append({"uid": alias, "client_uid": survivor})
                for lead in self.leads.values():
                    if lead["client_uid"] == alias:
                        self.version += 1
                        lead |= {"client_uid": survivor, "version": self.version}
                del self.clients[alias]
                return 200, {"merge": {"id": alias}}
        return 404, {"code": "not_found"}
