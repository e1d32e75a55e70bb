"""
A sync client for Farol, written from docs/sync-protocol.md ("A client of your own") and docs/sync-commands.md alone.
It keeps its mirror, queue and cursor in a SQLite file, so that a device starts again from its file. It shares no code
with Farol and uses Python's standard library only.
"""

import json
import time
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from store import MIRROR, Store
from wire import Lost, Row, Wire, instant, seen_value, written

Again = tuple[str, str]
MOST_LOST = 6


class Device(Store):
    """
    `by_removed`: clients leave by `removed.clients`; else by the rule that no stored lead names them.
    `fault` is a deliberate fault of this client, for the proof of the checker.
    """

    def __init__(self, login: str, file: str, wire: Wire, by_removed: bool, fault: str = "") -> None:
        super().__init__(file)
        self.login, self.wire, self.by_removed, self.fault = login, wire, by_removed, fault

    # ── sign-in

    def sign_in(self) -> None:
        device_id = self.get("device_id") or f"estrangeiro-{self.login}"
        status, answer = self.wire.call(
            "POST", "/api/login", {"login": self.login, "password": "farol-demo", "device_id": device_id}
        )
        if status != 200 or answer["data"]["token"] is None:
            raise RuntimeError(f"{self.login} can't sign in: {status} {answer}")
        with self.db:
            self.set("device_id", device_id)
            self.set("token", answer["data"]["token"])
        with self.db:
            self.set("me", self.call("GET", "/api/users/me"))

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """
        The body of a 200. Lost where the request is to be made again: from what is stored then, since mirror and cursor
        may be gone with the session.
        """
        status, answer = self.wire.call(method, path, body, self.get("token"))
        if status == 401 and answer["code"] == "session":
            if answer.get("revoked"):
                with self.db:
                    for table in (*MIRROR, "leaving"):
                        self.db.execute(f"delete from {table}")
                    for name in ("cursor", "seen", "whole", "more"):
                        self.set(name, None)
            self.sign_in()
            raise Lost("signed in again")
        if status in (408, 429) or status >= 500:
            raise Lost(f"{status} {answer}")
        if status != 200:
            raise RuntimeError(f"{method} {path}: {status} {answer}")
        return answer

    # ── pull

    def pull(self, limit: int, is_stored: Callable[[], bool] = lambda: True) -> bool:
        """One page. Returns true when the run is at its end. A page that is not stored comes again."""
        cursor, seen = self.get("cursor"), self.get("seen")
        query = (
            f"limit={limit}"
            + ("" if cursor is None else f"&cursor={cursor}")
            + ("" if seen is None else f"&seen={seen}")
        )
        page = self.call("GET", f"/api/sync?{query}")
        if not is_stored():
            return False
        with self.db:
            self.store_page(page, begins=cursor is None)
        return not page["more"]

    def pull_all(self, limit: int = 500) -> None:
        for lost in range(MOST_LOST):
            try:
                while not self.pull(limit):
                    pass
                return
            except Lost:
                time.sleep(lost)
        raise RuntimeError(f"{self.login}: {MOST_LOST} answers in a row were lost")

    def store_page(self, page: Row, begins: bool) -> None:
        if begins or page.get("reset"):
            for table in MIRROR:
                self.db.execute(f"update {table} set mark = 'old'")
            self.set("whole", True)
            self.set("seen", None)
        for uid in page["erased"]:
            self.forget_person(uid)
        for lead in page["rows"]["leads"]:
            self.put("leads", lead["uid"], lead)
        for client in page["rows"]["clients"]:
            self.put("clients", client["uid"], client)
        for row in page["rows"]["catalogues"]:
            self.put("catalogues", f"{row['kind']}/{row['id']}", row)
        self.delete("clients", [a["uid"] for a in page["aliases"] if a["uid"] != a["client_uid"]])
        if self.fault != "ignores removed":
            self.delete("leads", page["removed"]["leads"])
        for uid in page["removed"]["clients"]:
            self.db.execute("insert or ignore into leaving values (?)", (uid,))
        self.delete("catalogues", [f"{row['kind']}/{row['id']}" for row in page["removed"]["catalogues"]])
        if not page["more"]:
            if self.get("whole"):
                for table in MIRROR:
                    self.db.execute(
                        f"delete from {table} where mark = 'old' or (mark = 'answered' and version < ?)",
                        (page["high"],),
                    )
                    self.db.execute(f"update {table} set mark = ''")
            self.set("whole", False)
            self.set("ended_days", page["scope"]["ended_days"])
        self.set("cursor", page["cursor"])
        self.set("server_time", page["server_time"])
        self.set("more", page["more"])
        if not page["more"]:
            self.sweep(page["server_time"])

    def put(self, table: str, uid: str, row: Row, mark: str = "") -> None:
        """Stores a row unless the stored one is newer and not old. A row that a page brought keeps its empty mark."""
        found = self.db.execute(f"select version, mark from {table} where uid = ?", (uid,)).fetchone()
        if found is not None and found[1] != "old":
            mark = "" if found[1] == "" else mark
            if found[0] > row["version"]:
                self.db.execute(f"update {table} set mark = ? where uid = ?", (mark, uid))
                return
        self.db.execute(
            f"insert or replace into {table} values (?, ?, ?, ?)", (uid, row["version"], json.dumps(row), mark)
        )
        if table == "clients":
            self.db.execute("delete from leaving where uid = ?", (uid,))

    def forget_person(self, uid: str) -> None:
        for table in ("leads", "clients", "leaving"):
            self.delete(table, [uid])
        for command in self.queue():
            if uid in (command["args"].get("lead_uid"), command["args"].get("client_uid")):
                self.db.execute("delete from queue where key = ?", (command["key"],))

    def sweep(self, server_time: str) -> None:
        """Deletes leads that have aged out, and clients that no lead names. Belongs after each run, and each hour."""
        days = self.get("ended_days")
        for uid, lead in self.rows("leads").items():
            if lead["state"] == 3 and lead["end_lead_date"] is not None:
                kind = "sold" if lead["sold"] == 1 else "endorsement" if lead["lost_sale"] == 5 else "lost"
                if instant(lead["end_lead_date"]) < instant(server_time) - timedelta(days=days[kind]):
                    self.delete("leads", [uid])
                    # removed.clients does not name the client of a lead that only aged.
                    self.db.execute("insert or ignore into leaving values (?)", (lead["client_uid"],))
        self.let_clients_go()

    def let_clients_go(self) -> None:
        if self.fault == "keeps foreign":
            return
        named = {lead["client_uid"] for lead in self.rows("leads").values()}
        named |= {command["args"].get("client_uid") for command in self.queue()}
        going = {uid for (uid,) in self.db.execute(f"select uid from {'leaving' if self.by_removed else 'clients'}")}
        self.delete("clients", going - named)
        self.delete("leaving", going - named)

    # ── commands

    def queue(self) -> list[Row]:
        return [json.loads(text) for (text,) in self.db.execute("select command from queue order by place")]

    def waiting_about(self, lead_uid: str | None, client_uid: str | None) -> list[Row]:
        def is_about(args: Row) -> bool:
            return (lead_uid is not None and args.get("lead_uid") == lead_uid) or (
                client_uid is not None and args.get("client_uid") == client_uid
            )

        return [command for command in self.queue() if is_about(command["args"])]

    def enqueue(self, key: str, name: str, version: int, args: Row, occurred_at: str) -> Row | None:
        """Stores a command with its key, before it is sent. Returns null where it would wait for two others."""
        lead = self.row("leads", args.get("lead_uid", ""))
        client = self.row("clients", args.get("client_uid") or (lead or {}).get("client_uid", ""))
        before = self.waiting_about(args.get("lead_uid"), args.get("client_uid"))
        if any(command["depends_on"] != earlier["key"] for earlier, command in zip(before, before[1:], strict=False)):
            return None
        command = {"key": key, "command": name, "schema_version": version, "args": args, "occurred_at": occurred_at}
        unsent = set().union(*(written(earlier) for earlier in before))
        command["base"] = {
            f: seen_value(f, lead, client) for f in written(command) - unsent if not name.endswith(".create")
        }
        command["depends_on"] = before[-1]["key"] if before else None
        with self.db:
            self.db.execute("insert into queue (key, command) values (?, ?)", (key, json.dumps(command)))
        return command

    def request(self, most: int) -> Row:
        commands = self.queue()[:most]
        return {"device_id": self.get("device_id"), "app_version": "1.0.0", "commands": commands}

    def store_answer(self, answer: Row, new_key: Callable[[Row, Row], Again | None]) -> None:
        """`new_key(command, result)`: key and time under which a refused command is tried again; null gives it up."""
        with self.db:
            for result in answer["results"]:
                if result["outcome"] != "blocked":
                    self.store_result(result, new_key)
            self.set("seen", answer["seen"])
            self.set("server_time", answer["server_time"])

    def store_result(self, result: Row, new_key: Callable[[Row, Row], Again | None]) -> None:
        waiting = {command["key"]: command for command in self.queue()}
        command = waiting.get(result["key"])
        mark = "answered" if self.get("whole") else ""
        for lead in result["rows"]["leads"]:
            self.put("leads", lead["uid"], lead, mark)
        for client in result["rows"]["clients"]:
            self.put("clients", client["uid"], client, mark)
        if self.fault != "ignores removed":
            self.delete("leads", result["removed"])
        if command is None:
            return
        args = command["args"]
        if result["outcome"] == "applied":
            self.db.execute("delete from queue where key = ?", (command["key"],))
            brought = next((lead for lead in result["rows"]["leads"] if lead["uid"] == args.get("lead_uid")), None)
            if command["command"].endswith(".create") and brought and brought["client_uid"] != args["client_uid"]:
                self.rename_client(args["client_uid"], brought["client_uid"])
            return
        if result["outcome"] == "rejected" and result["code"] == "erased":
            # The rows stay: the pull after this push brings the erasure. What is left of them may be here already, and
            # would not come again.
            for other in self.waiting_about(args.get("lead_uid"), args.get("client_uid")):
                self.db.execute("delete from queue where key = ?", (other["key"],))
            return
        again = new_key(command, result)
        if again is None:
            self.db.execute("delete from queue where key = ?", (command["key"],))
        else:
            self.try_again(command, again)
        for other in waiting.values():
            if other["depends_on"] == command["key"]:
                if again is None:
                    # What the given up command had seen is what its user had seen when they made this one.
                    other["base"] = {f: v for f, v in command["base"].items() if f in written(other)} | other["base"]
                other["depends_on"] = command["depends_on"] if again is None else again[0]
                self.replace(other["key"], other)

    def try_again(self, command: Row, again: Again) -> None:
        """Under a new key in its old place, with what the mirror shows now as its base."""
        lead = self.row("leads", command["args"].get("lead_uid", ""))
        client = self.row("clients", command["args"].get("client_uid") or (lead or {}).get("client_uid", ""))
        base = {field: seen_value(field, lead, client) for field in command["base"]}
        self.replace(command["key"], command | {"key": again[0], "occurred_at": again[1], "base": base})

    def replace(self, key: str, command: Row) -> None:
        self.db.execute(
            "update queue set key = ?, command = ? where key = ?", (command["key"], json.dumps(command), key)
        )

    def rename_client(self, mine: str, theirs: str) -> None:
        self.delete("clients", [mine])
        for command in self.queue():
            if command["args"].get("client_uid") == mine:
                command["args"]["client_uid"] = theirs
                self.replace(command["key"], command)
