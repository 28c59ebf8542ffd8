"""A key that opens quick-add in every program, where the desktop has the portal for that: GNOME,
KDE and others with org.freedesktop.portal.GlobalShortcuts (spec 7.3).

The desktop asks the person once which key it shall be, and remembers it by the program's id.
Elsewhere a person binds a key to `memdesk quick-add`, and is told so.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from enum import Enum, auto
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from memdesk import APPLICATION_ID

if TYPE_CHECKING:
    from memdesk.gui.session_bus import SessionBus

PORTAL = "org.freedesktop.portal.Desktop"
PLACE = "/org/freedesktop/portal/desktop"
SHORTCUT = "quick-add"
PREFERRED = "CTRL+ALT+m"
"""The key that is proposed to the person, as the XDG standard for shortcuts writes it."""
_DONE, _DECLINED = 0, 1
"""What a request of a portal ends with; anything else is a failure."""

_log = logging.getLogger(__name__)


class State(Enum):
    """How the key stands."""

    OFF = auto()
    ASKING = auto()
    BOUND = auto()
    ABSENT = auto()
    """No portal for it answers."""
    DECLINED = auto()
    FAILED = auto()


class GlobalShortcut(QObject):
    """Asks the desktop for the key, and says when it was pressed."""

    pressed = Signal(str)
    """With the desktop's token for coming to the front; "" for none."""
    changed = Signal()
    declined = Signal()
    """The person did not want a key."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.state = State.OFF
        self.key = ""
        """In the desktop's words, where it is bound; some desktops don't tell."""
        self.reason = ""
        """Why it FAILED, in the desktop's words."""
        self._bus: SessionBus | None = None
        self._session = ""
        self._requests = 0

    @staticmethod
    def possible() -> bool:
        """Whether desktops of this system may have such a portal."""
        return sys.platform == "linux"

    def switch(self, on: bool) -> None:
        """Ask for the key from now on, or no longer."""
        if on == (self._bus is not None):
            return
        if on:
            self._begin()
        else:
            self._end(State.OFF)

    def sentence(self) -> str:
        """How the key stands, for people."""
        match self.state:
            case State.OFF:
                return self.tr("The desktop asks you which key it shall be.")
            case State.ASKING:
                return self.tr("The desktop is asked for a key…")
            case State.BOUND if self.key:
                return self.tr("Quick-add opens from everywhere: {key}").format(key=self.key)
            case State.BOUND:
                return self.tr("Quick-add opens from everywhere, by the key that you chose.")
            case State.DECLINED:
                return self.tr("No key was chosen.")
            case State.FAILED:
                return self.tr(
                    "The desktop gives no key: {reason}. Bind one to the command “memdesk "
                    "quick-add” in its settings."
                ).format(reason=self.reason.rstrip("."))
        return self.tr(
            "This desktop gives programs no such key. Bind one to the command “memdesk quick-add” "
            "in its settings."
        )

    # --- the conversation with the portal

    def _begin(self) -> None:
        from jeepney import DBusAddress

        from memdesk.gui.session_bus import SessionBus

        def portal(name: str, path: str = PLACE) -> DBusAddress:
            return DBusAddress(path, PORTAL, f"org.freedesktop.{name}")

        self._portal = portal
        try:
            self._bus = bus = SessionBus(self)
        except OSError as error:
            _log.info("no session bus: %s", error)
            self._settle(State.ABSENT)
            return
        bus.lost.connect(self._on_lost)
        bus.listen(portal("portal.GlobalShortcuts"), "Activated", self._on_activated)
        self._settle(State.ASKING)
        # Who is no sandbox says by itself who it is, before all else; older portals guess.
        bus.call(
            portal("host.portal.Registry"),
            "Register",
            "sa{sv}",
            (APPLICATION_ID, {}),
            lambda _values: self._look(),
            self._on_not_registered,
        )

    def _on_not_registered(self, reason: str) -> None:
        _log.info("the portal registers no programs: %s", reason)
        self._look()

    def _look(self) -> None:
        """Is there a portal for shortcuts?"""
        assert self._bus is not None
        self._bus.call(
            self._portal("DBus.Properties"),
            "Get",
            "ss",
            ("org.freedesktop.portal.GlobalShortcuts", "version"),
            lambda _values: self._create_session(),
            self._on_absent,
        )

    def _on_absent(self, reason: str) -> None:
        _log.info("no portal for global shortcuts: %s", reason)
        self._end(State.ABSENT)

    def _create_session(self) -> None:
        options = {"session_handle_token": ("s", self._token())}
        self._request("CreateSession", "a{sv}", (options,), 0, self._on_session)

    def _on_session(self, results: dict[str, tuple[str, Any]]) -> None:
        self._session = results["session_handle"][1]
        assert self._bus is not None
        closed = self._portal("portal.Session", self._session)
        self._bus.listen(closed, "Closed", lambda _values: self._on_lost(), path=self._session)
        told = {
            "description": ("s", self.tr("Quick add")),
            "preferred_trigger": ("s", PREFERRED),
        }
        values = (self._session, [(SHORTCUT, told)], "", {})
        self._request("BindShortcuts", "oa(sa{sv})sa{sv}", values, 3, self._on_bound)

    def _on_bound(self, results: dict[str, tuple[str, Any]]) -> None:
        bound = dict(results.get("shortcuts", ("", ()))[1])
        if SHORTCUT not in bound:
            self._decline()
            return
        self.key = bound[SHORTCUT].get("trigger_description", ("s", ""))[1]
        self._settle(State.BOUND)

    def _on_activated(self, values: tuple[Any, ...]) -> None:
        session, shortcut, _when, options = values
        if (session, shortcut) == (self._session, SHORTCUT):
            self.pressed.emit(options.get("activation_token", ("s", ""))[1])

    def _request(
        self,
        method: str,
        signature: str,
        values: tuple[Any, ...],
        options: int,
        then: Callable[[dict[str, tuple[str, Any]]], None],
    ) -> None:
        """Call a method that is answered by a signal, once the person has answered; its options
        are at that place of the values."""
        assert self._bus is not None
        token = self._token()
        values[options]["handle_token"] = ("s", token)
        sender = self._bus.name.lstrip(":").replace(".", "_")
        handle = f"{PLACE}/request/{sender}/{token}"

        def heard(response: tuple[Any, ...]) -> None:
            code, results = response
            if code == _DONE:
                then(results)
            elif code == _DECLINED:
                self._decline()
            else:
                self._fail(self.tr("it does not say why"))

        # Before the call: the answer may be quicker than what the call gives back.
        self._bus.listen(self._portal("portal.Request"), "Response", heard, path=handle)
        shortcuts = self._portal("portal.GlobalShortcuts")
        self._bus.call(shortcuts, method, signature, values, lambda _values: None, self._fail)

    def _token(self) -> str:
        self._requests += 1
        return f"memdesk{self._requests}"

    def _decline(self) -> None:
        self._end(State.DECLINED)
        self.declined.emit()

    def _fail(self, reason: str) -> None:
        self.reason = reason
        self._end(State.FAILED)

    def _on_lost(self) -> None:
        self._fail(self.tr("it has ended the connection"))

    def _end(self, state: State) -> None:
        """Let go of the bus: with the connection the session ends, and the key is free."""
        if self._bus is not None:
            self._bus.close()
            self._bus.deleteLater()
            self._bus = None
        self._session = self.key = ""
        self._settle(state)

    def _settle(self, state: State) -> None:
        self.state = state
        self.changed.emit()
