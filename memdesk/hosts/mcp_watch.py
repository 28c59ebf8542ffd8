"""Telling MCP clients what has changed, whoever changed it (spec 3.3).

A client hears of a resource that it subscribed to only when what it would read is different:
what others keep private does not exist for it, and neither do changes of it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from memdesk.core.errors import MemdeskError
from memdesk.hosts.caller import Caller
from memdesk.hosts.connection import Subscription
from memdesk.hosts.jsonrpc import notification
from memdesk.hosts.late_log import LateLog
from memdesk.hosts.mcp_desk import Desk
from memdesk.hosts.mcp_protocol import SUBSCRIPTION_ID
from memdesk.hosts.socket_server import LOOK_SECONDS
from memdesk.hosts.telling import changed

_log = LateLog(__name__)


@dataclass(slots=True)
class Listener:
    """Who is told, as whom, of what. `tag` is the request that opened a stateless stream.

    `texts` are the resources it subscribed to, each as it last was.
    """

    caller: Caller
    tag: object = None
    lists: bool = False
    texts: dict[str, str | None] = field(default_factory=dict)


class Watch:
    """Looks at the bank in a thread of its own, and tells listeners. Any thread may call."""

    def __init__(self, desk: Desk, send: Callable[[bytes], None]) -> None:
        self._desk = desk
        self._send = send
        self._listeners: dict[object, Listener] = {}
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._stopping = False
        self._seen = self._generation()
        self._thread = threading.Thread(target=self._run, name="memdesk mcp watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Tell nothing more."""
        self._stopping = True
        self._wake.set()
        self._thread.join()

    def look(self) -> None:
        """Look now: something was written here."""
        self._wake.set()

    def add(self, key: object, listener: Listener) -> None:
        """Tell a listener from now on."""
        with self._lock:
            self._listeners[key] = listener

    def remove(self, key: object) -> Listener | None:
        """Tell it no more; None when it wasn't told."""
        with self._lock:
            return self._listeners.pop(key, None)

    def subscribe(self, key: object, uri: str) -> bool:
        """Tell a listener of this resource too; False where there is none. Raises MemdeskError."""
        with self._lock:
            listener = self._listeners[key]
            text = self._desk.resource(listener.caller, uri)
            if text is not None:
                listener.texts[uri] = text
            return text is not None

    def unsubscribe(self, key: object, uri: str) -> None:
        """Tell it of this resource no more."""
        with self._lock:
            self._listeners[key].texts.pop(uri, None)

    def tells(self, key: object) -> bool:
        """Whether this listener is told."""
        with self._lock:
            return key in self._listeners

    def streams(self) -> list[object]:
        """The requests to listen that are still open."""
        with self._lock:
            return [one.tag for one in self._listeners.values() if one.tag is not None]

    # --- the thread

    def _run(self) -> None:
        try:
            while not self._stopping:
                self._wake.wait(LOOK_SECONDS)
                self._wake.clear()
                self._look()
        finally:
            self._desk.service.bank.close_thread()

    def _generation(self) -> int:
        try:
            return self._desk.service.bank.generation()
        except MemdeskError:
            return -1  # whoever asks something is told; here a later look may do better

    def _look(self) -> None:
        generation = self._generation()
        if generation in (-1, self._seen):
            return
        since, self._seen = self._seen, generation
        with self._lock:
            for listener in self._listeners.values():
                try:
                    self._tell(listener, max(since, 0))
                except MemdeskError as error:
                    _log.info("changes can't be told: %s", error)  # a blocked host, mostly

    def _tell(self, listener: Listener, since: int) -> None:
        if listener.lists and self._list_changed(listener.caller, since):
            self._notify("notifications/resources/list_changed", {}, listener.tag)
        for uri, before in listener.texts.items():
            text = self._desk.resource(listener.caller, uri)
            if text != before:
                listener.texts[uri] = text
                self._notify("notifications/resources/updated", {"uri": uri}, listener.tag)

    def _list_changed(self, caller: Caller, since: int) -> bool:
        bank = self._desk.service.bank
        subscription = Subscription(("memory",), caller.identity({}), since)
        return any(changed(bank, change, subscription) for change in bank.changes_since(since))

    def _notify(self, method: str, params: dict[str, Any], tag: object) -> None:
        if tag is not None:
            params = {**params, "_meta": {SUBSCRIPTION_ID: tag}}
        self._send(notification(method, params))
