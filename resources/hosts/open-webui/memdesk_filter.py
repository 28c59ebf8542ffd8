"""
title: memdesk
description: Puts the long-term memory that memdesk keeps into every chat.
version: 1.0
license: MIT
"""

# Paste this whole file as a new function (Admin Panel, Functions), then set its valve `token` to
# what `memdesk where --token` prints, and switch the function on. memdesk must serve HTTP:
# `memdesk serve --http`. Whatever goes wrong here, the chat goes on without a memory.

import asyncio
import json
import logging
import urllib.error
import urllib.parse
import urllib.request

from pydantic import BaseModel, Field

log = logging.getLogger("memdesk")

LAYERS = ("system", "runtime", "tail")


class Filter:
    class Valves(BaseModel):
        url: str = Field(default="__MEMDESK_HTTP__", description="Where memdesk serves HTTP.")
        token: str = Field(default="", description="What `memdesk where --token` prints.")
        role: str = Field(default="", description="Role whose own memories count; may be empty.")
        seconds: float = Field(default=3.0, description="How long a chat may wait for memdesk.")
        priority: int = Field(default=0, description="Filters of a lower number run first.")

    def __init__(self):
        self.valves = self.Valves()

    async def inlet(self, body: dict, __metadata__: dict | None = None) -> dict:
        session = (__metadata__ or {}).get("chat_id") or body.get("chat_id") or ""
        try:
            layers = await asyncio.to_thread(self._fetch, session)
            messages = body.get("messages")
            if isinstance(messages, list):
                body["messages"] = inject(messages, layers)
        except Exception as error:  # noqa: BLE001 - nothing here may stop a chat
            log.warning("the chat goes on without memdesk: %s", error)
        return body

    def _fetch(self, session: str) -> dict:
        """The three layers. Proxies are passed by: memdesk listens on this machine only."""
        params = {"host": "open-webui", "session": session, "role": self.valves.role}
        query = urllib.parse.urlencode({name: value for name, value in params.items() if value})
        request = urllib.request.Request(
            self.valves.url.rstrip("/") + "/block?" + query,
            headers={"Authorization": "Bearer " + self.valves.token.strip()},
        )
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=self.valves.seconds) as reply:
                return json.load(reply)["layers"]
        except urllib.error.HTTPError as refused:
            refused.close()  # it holds the connection, as a reply does
            raise


def inject(messages: list, layers: dict) -> list:
    """The messages with the system and tail layers at the end of the system prompt, and the
    runtime layer as a message of the user right before their last."""
    system, runtime, tail = (layers.get(name) or "" for name in LAYERS)
    messages = list(messages)
    added = "\n\n".join(filter(None, [system, tail]))
    if added:
        first = messages[0] if messages else {}
        if first.get("role") == "system" and isinstance(first.get("content"), str):
            text = "\n\n".join(filter(None, [first["content"], added]))
            messages[0] = {**first, "content": text}
        else:
            messages.insert(0, {"role": "system", "content": added})
    if runtime:
        users = [at for at, one in enumerate(messages) if one.get("role") == "user"]
        at = users[-1] if users else len(messages)
        messages.insert(at, {"role": "user", "content": runtime})
    return messages
