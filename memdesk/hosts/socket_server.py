"""The local socket: one server a bank, in one plain thread (spec 3.2, 6.1).

The loop's thread answers what is ready (the block of an unchanged bank), other threads read,
and one thread writes, so that a bank which another program has locked holds up no reader.
"""

from __future__ import annotations

import logging
import os
import socket
import stat
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

from memdesk import paths, private
from memdesk.core.errors import BankUnavailable, MemdeskError
from memdesk.core.reasons import reason_of
from memdesk.hosts.connection import MAX_CONNECTIONS, Connection, Loop, Subscription
from memdesk.hosts.operations import Operation
from memdesk.hosts.pause import PauseMark
from memdesk.hosts.service import Service
from memdesk.hosts.socket_client import is_served
from memdesk.hosts.stream_loop import StreamLoop
from memdesk.hosts.telling import changed
from memdesk.hosts.worker import Worker
from memdesk.lock import FileLock, beside

LOOK_SECONDS = 0.2
"""How often the bank is looked at for subscribers: changes are told within a second."""
READERS = 2
SWITCH_SECONDS = 0.0005
"""How long a busy thread keeps the interpreter: a tenth of the usual halves the tail (spec 6.1)."""
BACKLOG = 1_024
"""Clients that may knock while the loop is busy. Beyond it a connect fails at once: one who opens
many connections would keep the others out."""
LAST_SECONDS = 1.0
"""How long a stopping server waits for clients to read their last reply."""

_log = logging.getLogger(__name__)


class AlreadyServed(BankUnavailable):
    """Another process serves at that address."""


class SocketServer:
    """Serves one bank at one address, from `start` to `stop`.

    Both are called from the same thread, never from the server's own.
    """

    def __init__(
        self, bank_path: Path, address: str | None = None, *, counts_soon: bool = True
    ) -> None:
        """`counts_soon`: the tokenizer is loaded at once, and not by the first block."""
        self._counts_soon = counts_soon
        self.bank_path = bank_path
        self.address = address or paths.socket_address(bank_path)
        self.service: Service
        self.loop: Loop
        self._lock = FileLock(lock_path(self.address))
        self._pause_mark = PauseMark(self.address)
        self._socket_file: tuple[int, int] | None = None
        self._thread: threading.Thread | None = None
        self._started = threading.Event()
        self._failed: BaseException | None = None
        self._stop: Callable[[], object] | None = None
        self._readers: Worker
        self._writer: Worker
        self._connections: set[Connection] = set()
        self._looked_at = 0
        self._looking = False
        self._paused = False

    # --- from outside

    @property
    def running(self) -> bool:
        return self._thread is not None

    @property
    def paused(self) -> bool:
        return self._paused

    def start(self) -> None:
        """Listen. Back once connections are taken.

        Raises AlreadyServed when another process serves there, NotAllowed when the directory
        is someone else's, BankUnavailable when nothing can listen there.
        """
        try:
            paths.prepare_socket_directory(self.address)
            private.make_folders(self._lock.path.parent)
            taken = self._lock.acquire()
        except OSError as error:
            raise _cannot_listen(self.address, error) from error
        # A lock alone does not do: whoever cleans up /tmp may have removed it.
        if not taken or is_served(self.address):
            self._lock.release()
            raise AlreadyServed(
                "Another memdesk serves at {address} already.", address=self.address
            )
        try:
            listener = None if sys.platform == "win32" else self._listen()
        except OSError as error:
            self._lock.release()
            raise _cannot_listen(self.address, error) from error
        sys.setswitchinterval(min(sys.getswitchinterval(), SWITCH_SECONDS))
        self._mark_pause()
        self._started.clear()
        self._failed = None
        self._thread = threading.Thread(
            target=self._run, args=(listener,), name="memdesk server", daemon=True
        )
        self._thread.start()
        self._started.wait()
        if self._failed is not None:
            failed = self._failed
            self.stop()
            if isinstance(failed, OSError):
                raise _cannot_listen(self.address, failed) from failed
            raise failed

    def stop(self) -> None:
        """Answer what is on its way, close every connection, and leave the address free."""
        if self._thread is None:
            return
        if self._stop is not None and self._thread.is_alive():
            self._stop()
        self._thread.join()
        self._thread = None
        self._pause_mark.clear()
        self._remove_socket()
        self._lock.release()

    def pause(self) -> None:
        """Give empty blocks and refuse writes, until `resume`."""
        self._paused = True
        if self.running:
            self.service.paused = True
            self._mark_pause()

    def resume(self) -> None:
        """Serve again."""
        self._paused = False
        if self.running:
            self.service.paused = False
            self._mark_pause()

    def _mark_pause(self) -> None:
        """Tell the doors in other processes; a mark that a killed server left goes, too."""
        if self._paused:
            self._pause_mark.set()
        else:
            self._pause_mark.clear()

    # --- the socket's file

    def _listen(self) -> socket.socket:
        path = Path(self.address)
        if path.is_symlink() or path.exists():
            # Nobody answers there and the lock is ours: what a killed server left behind.
            if not stat.S_ISSOCK(path.lstat().st_mode):
                raise FileExistsError(f"{path} is there and is no socket")
            path.unlink()
        listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            if sys.platform == "linux":
                # On Linux the file takes this mode as it is made; elsewhere chmod comes after,
                # and the directory guards (spec 6.3).
                os.fchmod(listener.fileno(), 0o600)
            listener.bind(self.address)
            path.chmod(0o600)
            listener.listen(BACKLOG)
            listener.setblocking(False)
            status = path.lstat()
        except BaseException:
            listener.close()
            raise
        self._socket_file = (status.st_dev, status.st_ino)
        return listener

    def _remove_socket(self) -> None:
        """Remove the socket's file, if it is still ours."""
        if self._socket_file is None:
            return
        path = Path(self.address)
        try:
            status = path.lstat()
            if (status.st_dev, status.st_ino) == self._socket_file:
                path.unlink()
        except FileNotFoundError:
            pass  # gone already
        except OSError as error:
            _log.warning("the socket %s can't be removed: %s", path, error)
        self._socket_file = None

    # --- the server's thread

    def _run(self, listener: socket.socket | None) -> None:
        try:
            if listener is None:
                self._serve_pipe()
            else:
                self._serve_socket(listener)
        except Exception as error:  # noqa: BLE001 - handed to the thread that started it
            # Without this the thread that waits for the start would wait forever.
            self._failed = error
            if self._started.is_set():
                _log.exception("the server ended")
        finally:
            self._started.set()

    def _serve_socket(self, listener: socket.socket) -> None:
        loop = StreamLoop()
        self._stop = loop.stop
        try:
            self._begin(loop)
            loop.listen(listener, lambda: Connection(self))
            self._started.set()
            loop.run()
            loop.stop_listening()
            self._finish_calls()
            loop.turn(wait=False)  # the last replies go out
            for connection in list(self._connections):
                connection.end()
            until = time.monotonic() + LAST_SECONDS
            while self._connections and time.monotonic() < until:
                loop.turn()
            for connection in list(self._connections):
                connection.drop()
            loop.turn(wait=False)
            self.service.stop()
        finally:
            loop.close()

    def _serve_pipe(self) -> None:
        import asyncio  # for the pipes of Windows only: 60 ms of a start

        async def serve() -> None:
            loop = asyncio.get_running_loop()
            stopping = asyncio.Event()
            self._stop = lambda: loop.call_soon_threadsafe(stopping.set)
            self._begin(loop)
            if sys.platform == "win32":
                from memdesk.hosts.windows_pipe import serve_pipe

                server = await serve_pipe(lambda: Connection(self), self.address)
                self._started.set()
                await stopping.wait()
                server.close()
            await asyncio.to_thread(self._finish_calls)
            await asyncio.sleep(0)  # the last replies go out
            for connection in list(self._connections):
                connection.end()
            await asyncio.sleep(0)
            self.service.stop()

        asyncio.run(serve())

    def _begin(self, loop: Loop) -> None:
        self.loop = loop
        self._looked_at = 0
        self._looking = False
        service = self.service = Service(self.bank_path)
        service.paused = self._paused
        at_end = service.bank.close_thread
        self._readers = Worker("memdesk reader", at_end, READERS)
        self._writer = Worker("memdesk writer", at_end)
        service.start()
        service.upkeep.start()
        service.care.start()
        if self._counts_soon:  # a tenth of a second that the first block needn't wait for
            self._readers.submit(self._load_tokens)
        self._look()

    def _finish_calls(self) -> None:
        """Let the calls on their way come to their end."""
        self._looking = True  # and begin no more
        self._writer.stop()
        self._readers.stop()

    def _load_tokens(self) -> None:
        try:
            self.service.tokens.load()
        except OSError:
            _log.exception("tokens can't be counted")

    # --- for connections

    def take(self, connection: Connection) -> bool:
        if len(self._connections) >= MAX_CONNECTIONS:
            return False
        self._connections.add(connection)
        return True

    def lose(self, connection: Connection) -> None:
        self._connections.discard(connection)

    def elsewhere(self, operation: Operation, job: Callable[[], None]) -> None:
        (self._writer if operation.writes else self._readers).submit(job)

    def written(self) -> None:
        self._look_now()

    # --- subscriptions

    def _look(self) -> None:
        self.loop.call_later(LOOK_SECONDS, self._look)
        self._look_now()

    def _look_now(self) -> None:
        """Tell subscribers of what changed since the last look, whoever changed it."""
        waiting = [
            (connection, connection.subscription)
            for connection in self._connections
            if connection.subscription is not None
        ]
        if not waiting or self._looking:
            return
        try:
            generation = self.service.bank.generation()
        except BankUnavailable:
            return  # whoever asks something is told; here the next look may do better
        since = min(subscription.since for _, subscription in waiting)
        since = max(since, self._looked_at)
        if generation > since:
            self._looking = True
            self._readers.submit(lambda: self._tell(since, waiting))

    def _tell(self, since: int, waiting: list[tuple[Connection, Subscription]]) -> None:
        """On a reader's thread: what each subscriber may hear of the changes."""
        told: list[tuple[Connection, bytes]] = []
        seen = since
        try:
            bank = self.service.bank
            for change in bank.changes_since(since):
                seen = max(seen, change.number)
                for connection, subscription in waiting:
                    line = changed(bank, change, subscription)
                    if line is not None:
                        told.append((connection, line))
        except MemdeskError as error:
            _log.warning("changes can't be told: %s", error)
        finally:
            self.loop.call_soon_threadsafe(self._on_told, seen, told)

    def _on_told(self, seen: int, told: list[tuple[Connection, bytes]]) -> None:
        self._looking = False
        self._looked_at = max(self._looked_at, seen)
        for connection, line in told:
            if connection in self._connections:
                connection.tell(line)


def lock_path(address: str) -> Path:
    """The lock of an address: beside the socket, or in the runtime directory for a pipe."""
    return beside(address, ".lock")


def _cannot_listen(address: str, error: OSError) -> BankUnavailable:
    return BankUnavailable(
        "Nothing can listen at {address}: {reason}.",
        address=address,
        reason=reason_of(error),
    )
