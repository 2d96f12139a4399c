"""A small client of the Language Server Protocol that measures: one server, synchronous, with a thread that reads."""

import itertools
import json
import os
import queue
import subprocess
import threading
import time

TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A running server. Messages are read as they come and stamped with the time of their arrival."""

    def __init__(self, name, command, language, capabilities=None):
        self.name = name
        self.language = language
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.ids = itertools.count(1)
        self.messages = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.request("initialize", {
            "processId": os.getpid(),
            "rootUri": None,
            "capabilities": capabilities or {
                "general": {"positionEncodings": ["utf-8", "utf-16"]},
                "textDocument": {
                    "publishDiagnostics": {"versionSupport": True, "relatedInformation": True},
                    "completion": {"completionItem": {"snippetSupport": True}},
                    "hover": {"contentFormat": ["markdown"]},
                },
            },
        })
        self.notify("initialized", {})

    def _read(self):
        stream = self.process.stdout
        while line := stream.readline():
            length = 0
            while line.strip():
                key, _, value = line.partition(b":")
                if key.lower() == b"content-length":
                    length = int(value)
                line = stream.readline()
            message = json.loads(stream.read(length))
            self.messages.put((time.perf_counter(), message))

    def _send(self, message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method, params):
        self._send({"method": method, "params": params})

    def ask(self, method, params):
        number = next(self.ids)
        self._send({"id": number, "method": method, "params": params})
        return number

    def wait(self, is_wanted, timeout=120):
        """The first message that is wanted and when it came; what the server asks is answered."""
        while True:
            arrived, message = self.messages.get(timeout=timeout)
            if "method" in message and "id" in message:
                items = message.get("params", {}).get("items") if message.get("params") else None
                result = [None] * len(items) if isinstance(items, list) else None
                self._send({"id": message["id"], "result": result})
            if is_wanted(message):
                return arrived, message

    def request(self, method, params, timeout=120):
        number = self.ask(method, params)
        return self.wait(lambda it: it.get("id") == number and "method" not in it, timeout)

    def open(self, uri, text):
        self.uri = uri
        self.version = 1
        self.notify("textDocument/didOpen", {"textDocument": {
            "uri": uri, "languageId": self.language, "version": 1, "text": text,
        }})
        return self.published(1)

    def change(self, edit):
        """Sends an edit: its first and last position and the new text."""
        start, end, text = edit
        self.version += 1
        place = {
            "start": {"line": start[0], "character": start[1]},
            "end": {"line": end[0], "character": end[1]},
        }
        self.notify("textDocument/didChange", {
            "textDocument": {"uri": self.uri, "version": self.version},
            "contentChanges": [{"range": place, "text": text}],
        })

    def published(self, version, timeout=120):
        """The publication for a version and when it came."""
        def is_wanted(message):
            params = message.get("params") or {}
            return (
                message.get("method") == "textDocument/publishDiagnostics"
                and params["uri"] == self.uri
                and params.get("version") == version
            )
        return self.wait(is_wanted, timeout)

    def position(self, line, character):
        return {
            "textDocument": {"uri": self.uri},
            "position": {"line": line, "character": character},
        }

    def cpu(self):
        """Seconds of processor time so far."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def memory(self, field):
        """`VmRSS` or `VmHWM` (the peak), in MB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            for line in status:
                if line.startswith(field):
                    return int(line.split()[1]) / 1024
        return 0.0

    def stop(self):
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.wait(timeout=10)
