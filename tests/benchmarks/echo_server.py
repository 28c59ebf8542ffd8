"""The floor of `block` over the socket: a plain Python process that sends back ready bytes.

`python echo_server.py ADDRESS FILE` answers each line with the content of FILE, over a Unix
socket, in one thread, and does nothing else. Whatever memdesk adds to this is memdesk's.
"""

from __future__ import annotations

import socket
import sys
from pathlib import Path


def serve(address: str, reply: bytes) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(address)
        listener.listen()
        print(address, flush=True)
        connection, _ = listener.accept()
        with connection:
            waiting = b""
            while received := connection.recv(65536):
                waiting += received
                while b"\n" in waiting:
                    _line, waiting = waiting.split(b"\n", 1)
                    connection.sendall(reply)


if __name__ == "__main__":
    serve(sys.argv[1], Path(sys.argv[2]).read_bytes())
