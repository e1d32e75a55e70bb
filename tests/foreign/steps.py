"""Random steps: three devices, a user of the plain calls, and a network that loses and doubles."""

import random
import threading
import time
import uuid
from collections import Counter
from datetime import datetime, timedelta, timezone
from typing import Any, Callable

from checker import History
from client import Again, Device, Lost, Row, Wire, instant, wire_time

LOGINS = ("gerente", "corretor", "concessionaria")
VERSIONS = {"lead.update": 2, "indication.create": 2, "lead.finish": 2}
NO_VALUE = ("contact_type", "quoted_type", "sold_type", "contact_date", "quoted_date", "sold_date", "sold", "lost_sale", "competitor_broker",
            "sale_value_cents", "commission_percentage", "insurance_expiration", "proposal", "endorsement_date", "end_of_validity", "old_insurer",
            "old_end_of_validity", "backup_car", "pague_menos", "seguro_conteudo")  # fmt: skip
BROKER, COLLEAGUE, DEALERSHIP = 3, 4, 5
WINDOWS = ("finished_leads_days_to_show", "lost_leads_last_year_days_to_show")
ADDRESS = {"cep": "01310100", "street": "Avenida Paulista", "number": "1000", "comp": "", "district": "Bela Vista", "city": "São Paulo", "state": "SP"}


def document(rng: random.Random) -> str:
    """A CPF with right check digits."""
    digits = [rng.randrange(10) for _ in range(9)]
    for length in (9, 10):
        rest = sum(digit * (length + 1 - place) for place, digit in enumerate(digits)) * 10 % 11
        digits.append(rest % 10)
    return "".join(map(str, digits))


class Run:
    def __init__(self, wire: Wire, folder: str, seed: int, fault: str = "") -> None:
        self.rng = random.Random(seed)
        self.wire, self.step, self.counts = wire, 0, Counter[str]()
        self.history = History()
        self.devices: list[Device] = []
        self.last_time = datetime(2000, 1, 1, tzinfo=timezone.utc)
        self.merges: list[Row] = []
        self.all_channels: dict[int, list[int]] = {}
        for login in LOGINS:
            device = Device(login, f"{folder}/{login}.sqlite", wire, by_removed=self.rng.random() < 0.5, fault=fault)
            device.sign_in()
            self.devices.append(device)
        self.admin = Device("admin", f"{folder}/admin.sqlite", wire, by_removed=False)
        self.admin.sign_in()
        self.admin.pull_all()
        self.history.began, self.history.first = self.admin.get("server_time"), self.admin.rows("leads")

    # ── time and names

    def key(self) -> str:
        return str(uuid.UUID(int=self.rng.getrandbits(128), version=4))

    def now(self, device: Device) -> str:
        """By the server's clock, and no two commands in one millisecond: the checker knows them by their time."""
        now = datetime.now(timezone.utc)
        if not self.is_real():
            now = instant(device.get("server_time") or "2026-10-05T12:00:00Z")
        while wire_time(now) <= wire_time(self.last_time):
            now = now + timedelta(milliseconds=1)
        self.last_time = now
        if self.is_real():
            time.sleep(max(0.0, (now - datetime.now(timezone.utc)).total_seconds()))
        return wire_time(now)

    def is_real(self) -> bool:
        return not hasattr(self.wire, "fault")

    def one_of(self, leads: dict[str, Row]) -> Row:
        """Often one of a few leads that the others change, too."""
        shared = sorted(uid for uid, lead in leads.items() if lead["state"] == 2 and lead["broker_id"] == BROKER)[:4]
        return leads[self.rng.choice(shared if shared and self.rng.random() < 0.6 else sorted(leads))]

    # ── a device's steps

    def enqueue(self, device: Device, name: str, args: Row) -> None:
        key = self.key()
        command = device.enqueue(key, name, VERSIONS.get(name, 1), args, self.now(device))
        if command is not None:
            self.note(device, command, key)
            self.counts[name] += 1

    def note(self, device: Device, command: Row, uid: str) -> None:
        from client import written

        me = device.get("me")
        self.history.commands[command["key"]] = command | {
            "device": device.login, "user_id": me["id"], "uid": uid, "fields": sorted(written(command)), "last_base": command["base"],
        }  # fmt: skip

    def act(self, device: Device) -> None:
        rng, leads, me = self.rng, device.rows("leads"), device.get("me")
        role = me["roles"][0]["id"]
        if role == 4 or rng.random() < 0.06 or not leads:
            return self.refer(device, me)
        lead = self.one_of(leads)
        uid, mark = lead["uid"], f"m{self.key()[:13]}"
        about = {"lead_uid": uid}
        choices: list[tuple[int, str, Row]] = [
            (6, "lead.addNote", about | {"note": mark}),
            (6, "lead.update", about | {"client_uid": lead["client_uid"], "changes": {"product": mark}}),
            (2, "lead.update", about | {"client_uid": lead["client_uid"], "changes": {"product": mark}, "client": {"address": {"comp": mark}}}),
            (3, "lead.schedule", about | {"scheduling_date": "2030-01-05T12:00:00.000Z", "description": mark}),
            (4, "lead.setServiceStatus", about | {"service_status": rng.choice([None, 1, 2, 3, 4, 5])}),
            (3, "client.update", {"client_uid": lead["client_uid"], "changes": {"address": {"comp": mark}}}),
        ]
        if lead["state"] == 1:
            choices = [(6, "lead.capture", about), *choices[:2]]
        elif rng.random() < 0.03:
            ended = {"sold": 0, "lost_sale": 1, "sold_type": 1, "sold_date": self.now(device)}
            choices = [(1, "lead.finish", about | {"client_uid": lead["client_uid"], "changes": ended}), (1, "lead.cancel", about)]
        _, name, args = rng.choices(choices, [weight for weight, _, _ in choices])[0]
        self.enqueue(device, name, args)

    def refer(self, device: Device, me: Row) -> None:
        mark = f"m{self.key()[:13]}"
        known = [client for client in device.rows("clients").values() if client.get("cpf")]
        client: Row = {"name": f"Pessoa {mark}", "phone": "", "cellphone": "11987654321", "mail": f"{mark}@example.com", "cpf": document(self.rng),
                       "rg": "123456789", "birth_date": "1988-05-17", "address": dict(ADDRESS)}  # fmt: skip
        if known and self.rng.random() < 0.3:  # Somebody whom the server knows: its own client_uid comes back.
            person = self.rng.choice(known)
            client |= {"name": person["name"], "cpf": person["cpf"]}
        lead: Row = dict.fromkeys(NO_VALUE) | {
            "channel_id": 29, "inviter_id": me["id"], "broker_id": None, "partner_id": me["partners"][0]["id"] if me["partners"] else 24,
            "insurance_id": 4, "proposal_date": self.now(device), "product": mark, "additional_information": "", "date_fail": False,
            "product_details": {"details": "", "chassis": "", "license_plate": "", "year": "", "brand": ""},
        }  # fmt: skip
        self.enqueue(device, "indication.create", {"lead_uid": self.key(), "client_uid": self.key(), "lead": lead, "client": client})

    def push(self, device: Device) -> None:
        body = device.request(self.rng.choice([1, 3, 10, 50]))
        fault = self.rng.choices(["", "request", "answer", "double", "beside"], [50, 8, 20, 12, 10])[0]
        if not body["commands"] or fault == "request":
            return
        for command in body["commands"]:
            self.history.commands[command["key"]]["last_base"] = command["base"]
        self.counts[f"push {fault}"] += 1
        answers: list[Row] = []

        def send() -> None:
            answers.append(device.call("POST", "/api/sync/push", body))

        if fault == "beside" and self.is_real():
            token = device.get("token")
            both = [threading.Thread(target=lambda: answers.append(self.wire.call("POST", "/api/sync/push", body, token)[1])) for _ in range(2)]
            for thread in both:
                thread.start()
            for thread in both:
                thread.join()
        else:
            for _ in range(2 if fault in ("double", "beside") else 1):
                send()
        answers = [answer for answer in answers if "results" in answer]
        for answer in answers:
            self.keep(device, answer)
        if fault != "answer" and answers:
            device.store_answer(answers[-1], lambda command, result: self.again(device, command, result))

    def keep(self, device: Device, answer: Row) -> None:
        for result in answer["results"]:
            self.history.results.append(result)
            self.counts[result["outcome"]] += 1
            if result["outcome"] == "rejected":
                self.counts[f"rejected: {result['message'][:60]}"] += 1
            if result["outcome"] != "blocked":
                for row in [*result["rows"]["leads"], *result["rows"]["clients"]]:
                    self.history.row(device.login, row)

    def again(self, device: Device, command: Row, result: Row) -> Again | None:
        """Half of the users who see a conflict keep theirs, with what they see now as its base."""
        if result["outcome"] == "rejected" or self.rng.random() < 0.5:
            return None
        again = (self.key(), self.now(device))
        uid = self.history.commands[command["key"]]["uid"]
        self.note(device, command | {"key": again[0], "occurred_at": again[1]}, uid)
        return again

    def pull(self, device: Device) -> None:
        """A run, or some pages of it; a page may be lost before it is stored."""
        limit, is_lossy = self.rng.choice([1, 5, 20, 2000]), self.rng.random() < 0.2
        for _ in range(self.rng.choice([1, 2, 40])):
            if device.pull(limit, lambda: not (is_lossy and self.rng.random() < 0.5)):
                break

    # ── the user of the plain calls

    def rest(self, method: str, path: str, body: Any = None, what: str = "", headers: dict[str, str] | None = None) -> Any:
        """The answer of a 200, else null. A third of the calls that write lose their answer and are sent again."""
        headers = (headers or {}) | {"Idempotency-Key": self.key()}
        for _ in range(2 if method != "GET" and self.rng.random() < 0.3 else 1):
            status, answer = self.wire.call(method, path, body, self.admin.get("token"), headers)
        if status >= 500 or status in (400, 401):
            raise RuntimeError(f"{method} {path}: {status} {answer}")
        if what:
            self.counts[f"REST {what}" if status == 200 else f"REST {what}: {status} {answer.get('message')}"] += 1
        return answer if status == 200 else None

    def colleague(self) -> None:
        rng = self.rng
        self.admin.pull_all()
        leads, clients = self.admin.rows("leads"), self.admin.rows("clients")
        lead = self.one_of(leads)
        mark = f"r{self.key()[:13]}"

        def note() -> None:
            if self.rest("POST", f"/api/leads/{lead['id']}/notes", {"note": mark}, "note") is not None:
                self.history.rest_notes.append({"lead_uid": lead["uid"], "note": mark})

        def team() -> None:
            number = rng.choice([1, 2])
            row = self.rest("GET", f"/api/technical-team/{number}")
            every = self.all_channels.setdefault(number, [channel["id"] for channel in row["channels"]])
            chosen = every if rng.random() < 0.4 else [channel for channel in every if rng.random() < 0.6]
            self.rest("PUT", f"/api/technical-team/{number}", {"description": row["description"], "channels": chosen}, "team")

        def transfer() -> None:
            some = [uid for uid in rng.sample(sorted(leads), min(4, len(leads))) if leads[uid]["state"] != 3]
            to = rng.choice([{"kind": "broker", "broker_id": BROKER}, {"kind": "broker", "broker_id": COLLEAGUE}, {"kind": "origin"}])
            if some:
                self.rest("PUT", f"/api/lead-transfers/{self.key()}", {"leads": some, "to": to}, "transfer")

        def merge() -> None:
            survivor, alias = (clients[uid] for uid in rng.sample(sorted(clients), 2))
            body = {"survivor_uid": survivor["uid"], "alias_uid": alias["uid"], "survivor_version": survivor["version"], "alias_version": alias["version"]}
            answer = self.rest("POST", "/api/client-merges", body, "merge")
            if answer is not None:
                self.merges.append(answer["merge"])

        def undo() -> None:
            if self.merges:
                self.rest("POST", f"/api/client-merges/{self.merges.pop()['id']}/undo", None, "undo merge")

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
            if self.rest("DELETE", f"/api/clients/{client['id']}/personal-data", body, "erase", self.confirmed()) is not None:
                self.history.erased |= of_person | {client["uid"]}

        acts: list[tuple[int, Callable[[], Any]]] = [
            (8, lambda: self.rest("PUT", f"/api/leads/{lead['id']}", {"product": mark}, "lead")),
            (4, note), (4, person), (2, team), (4, transfer), (2, merge), (1, undo), (2, user), (1, windows), (1, erase),
            (1, lambda: self.rest("PUT", f"/api/cancel-lead/{lead['id']}", None, "cancel")),
        ]  # fmt: skip
        rng.choices([act for _, act in acts], [weight for weight, _ in acts])[0]()

    def confirmed(self) -> dict[str, str]:
        answer = self.rest("POST", "/api/sessions/confirm", {"own_password": "farol-demo"})
        return {} if answer is None else {"farol-confirmation": answer["data"]["confirmation"]}

    def changed_user(self, row: Row) -> Row:
        """The user as `PUT /users/{id}` wants it, with another team or other dealerships."""
        names = ("name", "email", "phone", "channel_id", "active_all_dealerships", "observation", "status", "renovator_hierarchical_group", "work_start")
        body = {name: row[name] for name in names if name in row}
        partners = [3, 24, 7, 11]
        body["role"] = row["roles"][0]["id"]
        body["technical_team_id"] = self.rng.choice([1, 1, 2]) if body["role"] == 3 else None
        body["partners"] = [] if body["role"] == 3 else [partners[0], *[one for one in partners[1:] if self.rng.random() < 0.5]]
        return body

    # ── the run

    def walk(self, steps: int) -> None:
        for self.step in range(1, steps + 1):
            device = self.rng.choice(self.devices)
            try:
                self.one(device)
            except Lost:
                self.counts["lost"] += 1
            if self.step % 100 == 0:
                self.compare(self.rng.choice(self.devices))
        self.finish()

    def one(self, device: Device) -> None:
        name = self.rng.choices(["act", "push", "pull", "restart", "colleague", "sign in"], [36, 22, 20, 4, 17, 1])[0]
        self.counts[name] += 1
        if name == "act":
            self.act(device)
        if name == "push":
            self.push(device)
        if name == "pull":
            self.pull(device)
        if name == "restart":
            device.restart()
        if name == "colleague":
            self.colleague()
        if name == "sign in":
            self.wire.call("POST", "/api/logout", None, device.get("token"))

    def compare(self, device: Device) -> None:
        """The mirror after a whole run that begins now, beside a first sync of the same user."""
        if device.get("more"):
            device.pull_all()
        device.pull_all()
        fresh = Device(device.login, ":memory:", self.wire, by_removed=False)
        with fresh.db:
            fresh.set("token", device.get("token"))
        fresh.pull_all(self.rng.choice([3, 40, 2000]))
        with device.db:
            device.sweep(fresh.get("server_time"))
        queued = [command["args"].get("client_uid") for command in device.queue()]
        for row in [*fresh.rows("leads").values(), *fresh.rows("clients").values()]:
            self.history.row(device.login, row)
        self.history.mirrors.append({"device": device.login, "step": self.step, "mirror": device.mirror(), "fresh": fresh.mirror(), "queued": queued})
        fresh.db.close()

    def finish(self) -> None:
        for device in self.devices:
            for _ in range(2000):
                if not device.queue():
                    break
                body = device.request(50)
                for command in body["commands"]:
                    self.history.commands[command["key"]]["last_base"] = command["base"]
                try:
                    answer = device.call("POST", "/api/sync/push", body)
                except Lost:
                    continue
                self.keep(device, answer)
                device.store_answer(answer, lambda command, result: self.again(device, command, result))
            device.pull_all()
        for device in self.devices:
            self.compare(device)
        # Ended leads come back into the mirror, so that each has a last state to judge.
        self.rest("PUT", "/api/settings", {name: 30 for name in WINDOWS}, "windows")
        self.admin.pull_all()
        self.history.leads = self.admin.rows("leads")
        touched = {command["args"].get("lead_uid") for command in self.history.commands.values()}
        about = {command["args"].get("client_uid") for command in self.history.commands.values()}
        for uid, lead in self.history.leads.items():
            if uid in touched or lead["client_uid"] in about:
                self.history.timelines[uid] = self.rest("GET", f"/api/leads/{lead['id']}/timeline")["data"][::-1]
