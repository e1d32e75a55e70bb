"""
Judges what a run has recorded. It knows the protocol and nothing of the server: commands and their answers, the leads'
histories, and each mirror beside a fresh first sync of its user. A finding is `kind: what`.
"""

from datetime import datetime, timezone
from typing import Any

from wire import Row, instant, seen_value

KINDS = (
    "two answers",
    "lost",
    "twice",
    "done though refused",
    "overwritten",
    "missing",
    "stale",
    "kept lead",
    "foreign client",
    "rewritten",
)


# A role that sees a client as it typed it sees another one once its scope has a lead of that client.
TYPED = {"concessionaria"}


class History:
    """`results` has every answer that the server gave, also those that the network lost."""

    def __init__(self) -> None:
        self.commands: dict[str, Row] = {}
        self.results: list[Row] = []
        self.rest_notes: list[Row] = []
        self.mirrors: list[Row] = []
        self.erased: set[str] = set()
        self.merged: list[tuple[str, str]] = []
        self.began = ""
        self.first: dict[str, Row] = {}
        self.leads: dict[str, Row] = {}
        self.timelines: dict[str, list[Row]] = {}
        self.contents: dict[tuple[str, str, int], Row] = {}
        self.findings: list[str] = []

    def became(self, client_uid: str | None) -> set[str | None]:
        """The client, and every client that a merge joined it to."""
        found = {client_uid}
        for alias, survivor in self.merged:
            found |= {survivor} if alias in found else set()
        return found

    def row(self, user: str, row: Row) -> None:
        """A version of a row has one content for a user, whenever and however it comes."""
        before = self.contents.setdefault((user, row["uid"], row["version"]), row)
        fields = sorted(field for field in row if before.get(field) != row[field])
        if fields and not (user in TYPED and all(field.startswith("client_") for field in fields)):
            values = [(before.get(field), row[field]) for field in fields]
            where = f"{row['uid']} in version {row['version']} for {user}"
            self.findings.append(f"rewritten: {where} has another {fields}: {values}")


def plain(value: Any) -> Any:
    """Instants as moments, so that two ways of writing one are equal."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, str) and len(value) >= 20 and value[4:5] == "-" and value[10:11] == "T":
        try:
            return instant(value).astimezone(timezone.utc).isoformat()
        except ValueError:
            return value
    return value


def moment(text: str) -> datetime:
    return instant(text).astimezone(timezone.utc)


def judge(history: History) -> list[str]:
    findings = list(history.findings)
    outcomes: dict[str, Row] = {}
    for result in history.results:
        if result["outcome"] == "blocked":
            continue
        before = outcomes.setdefault(result["key"], result)
        # An erasure takes the reason of an earlier refusal away.
        is_erased = before["outcome"] != "applied" and result.get("code") == "erased"
        if before["outcome"] != result["outcome"] and not is_erased:
            findings.append(f"two answers: {result['key']} was {before['outcome']} and {result['outcome']}")
    made = {(command["user_id"], moment(command["occurred_at"])): command for command in history.commands.values()}
    if len(made) < len(
        {(command["user_id"], command["occurred_at"], command["uid"]) for command in history.commands.values()}
    ):
        findings.append("rewritten: two commands of a user have one time, and can't be told apart")
    findings += effects(history, outcomes)
    findings += order(history, made)
    for mirror in history.mirrors:
        findings += compared(mirror)
    return findings


def entries_of(history: History, command: Row) -> list[list[Row]]:
    """The entries of this command, for each lead that has some."""
    lead_uid = command["args"].get("lead_uid")
    leads = history.timelines.values() if lead_uid is None else [history.timelines.get(lead_uid, [])]
    found = [
        [
            e
            for e in entries
            if (e["user"] or {}).get("id") == command["user_id"]
            and moment(e["occurred_at"]) == moment(command["occurred_at"])
            and e["command"] == command["command"]
        ]
        for entries in leads
    ]
    return [entries for entries in found if entries]


def had_it(command: Row, result: Row) -> bool:
    """A value that is not unique may have been there already."""
    rows = [row for row in result["rows"]["leads"] if row["uid"] == command["args"].get("lead_uid")]
    if command["command"] == "lead.setServiceStatus":
        return any(row["service_status"] == command["args"]["service_status"] for row in rows)
    return command["command"] == "lead.capture" and any(row["broker_id"] == command["user_id"] for row in rows)


def effects(history: History, outcomes: dict[str, Row]) -> list[str]:
    """Each acknowledged command took effect once, each refused one never, each without an answer at most once."""
    findings = []
    done = {
        command["uid"] for key, command in history.commands.items() if outcomes.get(key, {}).get("outcome") == "applied"
    }
    for key, command in history.commands.items():
        args, result = command["args"], outcomes.get(key)
        lead = history.leads.get(args.get("lead_uid", ""))
        what = f"{command['command']} {key} of {command['device']}"
        if command["command"] == "lead.addNote":
            times = 0 if lead is None else lead["additional_information"].count(args["note"])
        else:
            times = max((len(entries) for entries in entries_of(history, command)), default=0)
        clients = history.became(args.get("client_uid")) | {(lead or {}).get("client_uid")}
        is_gone = ({args.get("lead_uid")} | clients) & history.erased
        if times > 1:
            findings.append(f"twice: {what} took effect {times} times")
        elif result is not None and result["outcome"] == "applied":
            if times == 0 and not is_gone and not result.get("found_done") and not had_it(command, result):
                findings.append(f"lost: {what} was acknowledged and has no effect")
        elif times == 1 and result is not None and command["uid"] not in done:
            findings.append(f"done though refused: {what} was {result['outcome']}")
    for note in history.rest_notes:
        lead = history.leads.get(note["lead_uid"])
        times = (
            1
            if note["lead_uid"] in history.erased or lead is None
            else lead["additional_information"].count(note["note"])
        )
        if times != 1:
            findings.append(f"{'lost' if times == 0 else 'twice'}: a note by REST {note['note']}, {times} times")
    return findings


def order(history: History, made: dict[tuple[int, datetime], Row]) -> list[str]:
    """No write is over a value that its user had not seen, and no value comes or goes beside the histories."""
    findings = []
    for uid, entries in history.timelines.items():
        if uid in history.erased:
            continue
        lead = history.leads.get(uid)
        last: dict[str, tuple[Any, int | None]] = {}
        if uid in history.first:
            last = {field: (plain(value), None) for field, value in history.first[uid].items()}
        for entry in entries:
            if moment(entry["occurred_at"]) < moment(history.began):
                continue
            user_id = (entry["user"] or {}).get("id")
            command = made.get((user_id, moment(entry["occurred_at"]))) if user_id else None
            for field, change in entry["changes"].items():
                before, (known, writer) = plain(change["before"]), last.get(field, (None, None))
                is_own = lead is not None and field.split(".")[0] in lead
                if is_own and field in last and before != known:
                    findings.append(
                        f"overwritten: {field} of {uid} was {known!r}, and entry {entry['id']} changes {before!r}"
                    )
                if command is not None and command["command"] == entry["command"]:
                    base = command["last_base"]
                    what = f"overwritten: {field} of {uid} by {command['key']}"
                    if field in base and plain(base[field]) != before:
                        findings.append(f"{what}, which saw {base[field]!r}, and it was {before!r}")
                    if field in command["fields"] and field not in base and field in last and writer != user_id:
                        findings.append(f"{what}, which had seen nothing, and {writer} wrote {known!r}")
                last[field] = (plain(change["after"]), user_id)
        for field in {field for entry in entries for field in entry["changes"]} & last.keys():
            value = last[field][0]
            if lead is not None and field in lead and plain(seen_value(field, lead, None)) != value:
                findings.append(
                    f"overwritten: {field} of {uid} is {lead[field]!r}, and its history ends with {value!r}"
                )
    return findings


def compared(given: Row) -> list[str]:
    """A mirror after a run has what a first sync of its user brings: no row less, no older one, no other person."""
    findings = []
    where = f"on {given['device']} at step {given['step']}"
    for table, fresh in given["fresh"].items():
        mirror = given["mirror"][table]
        findings += [f"missing: {table} {uid} {where}" for uid in fresh.keys() - mirror.keys()]
        extra = mirror.keys() - fresh.keys() - set(given["queued"] if table == "clients" else [])
        kind = {"clients": "foreign client", "leads": "kept lead", "catalogues": "stale"}[table]
        findings += [f"{kind}: {uid} {where}" for uid in extra]
        for uid in fresh.keys() & mirror.keys():
            if fresh[uid] != mirror[uid]:
                fields = sorted(field for field in fresh[uid] if mirror[uid].get(field) != fresh[uid][field])
                findings.append(f"stale: {table} {uid} {where} has another {fields}")
    return findings
