"""The file of a device: a SQLite database with mirror, queue and marks."""

import json
import sqlite3
from collections.abc import Iterable
from typing import Any

from wire import Row

TABLES = """
create table if not exists meta (name text primary key, value text);
create table if not exists leads (uid text primary key, version integer, row text, mark text default '');
create table if not exists clients (uid text primary key, version integer, row text, mark text default '');
create table if not exists catalogues (uid text primary key, version integer, row text, mark text default '');
create table if not exists queue (place integer primary key, key text unique, command text);
create table if not exists leaving (uid text primary key);
"""
MIRROR = ("leads", "clients", "catalogues")


class Store:
    def __init__(self, file: str) -> None:
        self.file = file
        self.open()

    def open(self) -> None:
        self.db = sqlite3.connect(self.file)
        self.db.executescript("pragma journal_mode=wal; pragma synchronous=off;" + TABLES)

    def restart(self) -> None:
        self.db.close()
        self.open()

    def get(self, name: str) -> Any:
        found = self.db.execute("select value from meta where name = ?", (name,)).fetchone()
        return None if found is None else json.loads(found[0])

    def set(self, name: str, value: Any) -> None:
        self.db.execute("insert or replace into meta values (?, ?)", (name, json.dumps(value)))

    def rows(self, table: str) -> dict[str, Row]:
        return {uid: json.loads(row) for uid, row in self.db.execute(f"select uid, row from {table}")}

    def row(self, table: str, uid: str) -> Row | None:
        found = self.db.execute(f"select row from {table} where uid = ?", (uid,)).fetchone()
        return None if found is None else json.loads(found[0])

    def delete(self, table: str, uids: Iterable[str]) -> None:
        self.db.executemany(f"delete from {table} where uid = ?", [(uid,) for uid in uids])

    def mirror(self) -> dict[str, dict[str, Row]]:
        return {table: self.rows(table) for table in MIRROR}
