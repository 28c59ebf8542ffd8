"""A server on this machine that speaks the chat-completions protocol, as well or badly as told."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Reply = Callable[["Handler"], None]


@dataclass
class ModelServer:
    """What it was asked, and what it answers: each reply once, the last one ever again."""

    url: str = ""
    replies: list[Reply] = field(default_factory=list)
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    waiting: threading.Event = field(default_factory=threading.Event)
    """Set once a request hangs."""
    let_go: threading.Event = field(default_factory=threading.Event)

    def says(self, *replies: Reply) -> None:
        self.replies = list(replies)


class Handler(BaseHTTPRequestHandler):
    desk: ModelServer
    protocol_version = "HTTP/1.1"

    def log_message(self, *_args: object) -> None:
        """Quiet."""

    def do_GET(self) -> None:
        self.desk.keys.append(self.headers["Authorization"])
        send(self, 200, {"object": "list", "data": [{"id": "tiny"}, {"id": "big"}]})

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.desk.asked.append(json.loads(body) | {"path": self.path})
        self.desk.keys.append(self.headers["Authorization"])
        replies = self.desk.replies
        (replies.pop(0) if len(replies) > 1 else replies[0])(self)


def send(handler: Handler, status: int, value: object, **headers: str) -> None:
    body = value.encode() if isinstance(value, str) else json.dumps(value).encode()
    handler.send_response(status)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", str(len(body)))
    for name, one in headers.items():
        handler.send_header(name.replace("_", "-"), one)
    handler.end_headers()
    handler.wfile.write(body)


def text(content: str, end: str = "stop") -> Reply:
    """A good answer in one piece, from a server that doesn't stream."""
    choice = {"message": {"role": "assistant", "content": content}, "finish_reason": end}
    return lambda handler: send(handler, 200, {"choices": [choice]})


def streamed(*pieces: str, end: str | None = "stop", done: bool = True) -> Reply:
    """An answer as a stream; without `end` and `done` it breaks off."""

    def reply(handler: Handler) -> None:
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Connection", "close")
        handler.end_headers()
        events: list[object] = [{"choices": [{"delta": {"content": one}}]} for one in pieces]
        if end is not None:
            events.append({"choices": [{"delta": {}, "finish_reason": end}]})
        for event in events:
            handler.wfile.write(b"data: " + json.dumps(event).encode() + b"\n\n")
        if done:
            handler.wfile.write(b"data: [DONE]\n\n")
        handler.close_connection = True

    return reply


def refused(status: int, message: str = "no", **headers: str) -> Reply:
    return lambda handler: send(handler, status, {"error": {"message": message}}, **headers)


def raw(body: str) -> Reply:
    return lambda handler: send(handler, 200, body)


def hanging(handler: Handler) -> None:
    """Nothing at all, until the test lets go."""
    handler.desk.waiting.set()
    handler.desk.let_go.wait(60)
    handler.close_connection = True


def facts(*found: str) -> Reply:
    return text(json.dumps(list(found), ensure_ascii=False))


@contextmanager
def model_server() -> Iterator[ModelServer]:
    desk = ModelServer(replies=[facts()])

    class Own(Handler):
        pass

    Own.desk = desk
    server = ThreadingHTTPServer(("127.0.0.1", 0), Own)
    desk.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield desk
    finally:
        desk.let_go.set()
        server.shutdown()
        thread.join()
        server.server_close()
