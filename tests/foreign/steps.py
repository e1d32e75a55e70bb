"""Random steps: three devices, a user of the plain calls, and a network that loses and doubles."""

import random
import threading
import time
from collections import Counter
from datetime import datetime, timedelta, timezone

from checker import History
from client import Again, Device
from colleague import WINDOWS, Administrator, made_key, one_of
from referral import a_referral
from wire import Lost, Row, Wire, instant, wire_time, written

LOGINS = ("gerente", "corretor", "concessionaria")
VERSIONS = {"lead.update": 2, "indication.create": 2, "lead.finish": 2}


class Run:
    def __init__(self, wire: Wire, folder: str, seed: int, fault: str = "") -> None:
        self.rng = random.Random(seed)
        self.wire, self.step, self.counts = wire, 0, Counter[str]()
        self.history = History()
        self.devices: list[Device] = []
        self.last_time = datetime(2000, 1, 1, tzinfo=timezone.utc)
        self.sent: dict[str, list[Row]] = {}
        for login in LOGINS:
            device = Device(login, f"{folder}/{login}.sqlite", wire, by_removed=self.rng.random() < 0.5, fault=fault)
            device.sign_in()
            self.devices.append(device)
        self.admin = Administrator(wire, folder, self.rng, self.history, self.counts)

    # ── time and names

    def key(self) -> str:
        return made_key(self.rng)

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

    # ── a device's steps

    def enqueue(self, device: Device, name: str, args: Row) -> None:
        key = self.key()
        command = device.enqueue(key, name, VERSIONS.get(name, 1), args, self.now(device))
        if command is not None:
            self.note(device, command, key)
            self.counts[name] += 1

    def note(self, device: Device, command: Row, uid: str) -> None:
        me = device.get("me")
        self.history.commands[command["key"]] = command | {
            "device": device.login,
            "user_id": me["id"],
            "uid": uid,
            "fields": sorted(written(command)),
            "last_base": command["base"],
        }

    def act(self, device: Device) -> None:
        rng, leads, me = self.rng, device.rows("leads"), device.get("me")
        role = me["roles"][0]["id"]
        if role == 4 or rng.random() < 0.06 or not leads:
            # A dealership does nothing else, and may make 200 a day.
            return self.refer(device, me) if rng.random() < 0.45 else None
        lead = one_of(leads, rng)
        uid, mark = lead["uid"], f"m{self.key()[:13]}"
        about = {"lead_uid": uid}
        choices: list[tuple[int, str, Row]] = [
            (6, "lead.addNote", about | {"note": mark}),
            (6, "lead.update", about | {"client_uid": lead["client_uid"], "changes": {"product": mark}}),
            (
                2,
                "lead.update",
                about
                | {
                    "client_uid": lead["client_uid"],
                    "changes": {"product": mark},
                    "client": {"address": {"comp": mark}},
                },
            ),
            (3, "lead.schedule", about | {"scheduling_date": "2030-01-05T12:00:00.000Z", "description": mark}),
            (4, "lead.setServiceStatus", about | {"service_status": rng.choice([None, 1, 2, 3, 4, 5])}),
            (3, "client.update", {"client_uid": lead["client_uid"], "changes": {"address": {"comp": mark}}}),
        ]
        if lead["state"] == 1:
            choices = [(6, "lead.capture", about), *choices[:2]]
        elif rng.random() < 0.03:
            ended = {"sold": 0, "lost_sale": 1, "sold_type": 1, "sold_date": self.now(device)}
            choices = [
                (1, "lead.finish", about | {"client_uid": lead["client_uid"], "changes": ended}),
                (1, "lead.cancel", about),
            ]
        _, name, args = rng.choices(choices, [weight for weight, _, _ in choices])[0]
        self.enqueue(device, name, args)

    def refer(self, device: Device, me: Row) -> None:
        known = [client for client in device.rows("clients").values() if client.get("cpf")]
        lead, client = a_referral(self.rng, me, f"m{self.key()[:13]}", self.now(device))
        if known and self.rng.random() < 0.3:  # Somebody whom the server knows: its own client_uid comes back.
            person = self.rng.choice(known)
            client |= {"name": person["name"], "cpf": person["cpf"]}
        args = {"lead_uid": self.key(), "client_uid": self.key(), "lead": lead, "client": client}
        self.enqueue(device, "indication.create", args)

    def push(self, device: Device) -> None:
        body = device.request(self.rng.choice([1, 3, 10, 50]))
        earlier = self.sent.setdefault(device.login, [])
        if earlier and self.rng.random() < 0.1:
            return self.send_again(device, self.rng.choice(earlier))
        fault = self.rng.choices(["", "request", "answer", "double", "beside"], [50, 8, 20, 12, 10])[0]
        if not body["commands"] or fault == "request":
            return
        for command in body["commands"]:
            self.history.commands[command["key"]]["last_base"] = command["base"]
        self.counts[f"push {fault}"] += 1
        earlier.append(body)
        answers: list[Row] = []

        def send() -> None:
            answers.append(device.call("POST", "/api/sync/push", body))

        if fault == "beside" and self.is_real():
            token = device.get("token")
            both = [
                threading.Thread(
                    target=lambda: answers.append(self.wire.call("POST", "/api/sync/push", body, token)[1])
                )
                for _ in range(2)
            ]
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

    def send_again(self, device: Device, body: Row) -> None:
        """A request that the network kept for long. Its commands may have answers, or wait with another base by now."""
        self.counts["push of old"] += 1
        answer = device.call("POST", "/api/sync/push", body)
        self.store(device, answer)

    def store(self, device: Device, answer: Row) -> None:
        self.keep(device, answer)
        device.store_answer(answer, lambda command, result: self.again(device, command, result))

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
            self.admin.act()
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
        self.history.mirrors.append(
            {
                "device": device.login,
                "step": self.step,
                "mirror": device.mirror(),
                "fresh": fresh.mirror(),
                "queued": queued,
            }
        )
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
                self.store(device, answer)
            device.pull_all()
        for device in self.devices:
            self.compare(device)
        # Ended leads come back into the mirror, so that each has a last state to judge.
        self.admin.rest("PUT", "/api/settings", {name: 30 for name in WINDOWS}, "windows")
        self.admin.mirror.pull_all()
        self.history.leads = self.admin.mirror.rows("leads")
        touched = {command["args"].get("lead_uid") for command in self.history.commands.values()}
        named = {command["args"].get("client_uid") for command in self.history.commands.values()}
        about = {uid for client_uid in named for uid in self.history.became(client_uid)}
        for uid, lead in self.history.leads.items():
            if uid in touched or lead["client_uid"] in about:
                self.history.timelines[uid] = self.admin.rest("GET", f"/api/leads/{lead['id']}/timeline")["data"][::-1]
