"""
`python3 run.py --seed N --steps N --url URL` walks beside a running server with fresh demo data: a seed has the same
keys again. `--model` walks beside the store of model.py, with `--fault` broken on purpose. Writes the verdict as JSON:
the findings, and how often what was done.
"""

import argparse
import http.client
import json
import sys
import tempfile
import threading
from typing import Any
from urllib.parse import urlsplit

from checker import judge
from model import Model
from steps import Run
from wire import Lost

MOST_SHOWN = 40


class Http:
    """Calls a server with one kept connection for each thread."""

    def __init__(self, url: str) -> None:
        self.address = urlsplit(url)
        self.local = threading.local()

    def call(
        self, method: str, path: str, body: Any = None, token: str | None = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        headers = dict(headers or {})
        if body is not None:
            headers["Content-Type"] = "application/json"
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        connection = getattr(self.local, "connection", None) or http.client.HTTPConnection(
            self.address.hostname or "", self.address.port, timeout=60
        )
        self.local.connection = connection
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read() or b"null")
        except (OSError, http.client.HTTPException, ValueError) as failure:
            connection.close()
            self.local.connection = None
            raise Lost(str(failure)) from failure


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--url", default="")
    options.add_argument("--model", action="store_true")
    options.add_argument("--fault", default="")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--steps", type=int, default=2000)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        wire = Model(given.fault) if given.model else Http(given.url)
        run = Run(wire, folder, given.seed, given.fault)
        run.walk(given.steps)
        findings = judge(run.history)
    counts = dict(sorted(run.counts.items()))
    json.dump(
        {
            "seed": given.seed,
            "steps": given.steps,
            "findings": findings[:MOST_SHOWN],
            "count": len(findings),
            "counts": counts,
        },
        sys.stdout,
        ensure_ascii=False,
        indent=1,
    )


if __name__ == "__main__":
    main()
