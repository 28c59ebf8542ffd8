"""What the system or a library says of a failure, to stand inside a sentence, in words that can be
translated: what the system says itself is in the language of Unix, or of its own settings."""

from __future__ import annotations

import errno


def N_(text: str) -> str:
    """Mark a text to be translated later, where it is shown."""
    return text


DISK_FULL = N_("the disk is full")

_OF_ERRNO = {
    "ENOSPC": DISK_FULL,
    "EDQUOT": DISK_FULL,
    "EACCES": N_("Permission denied"),
    "EPERM": N_("Operation not permitted"),
    "EROFS": N_("Read-only file system"),
    "ENOENT": N_("No such file or directory"),
    "ENOTDIR": N_("Not a directory"),
    "EISDIR": N_("Is a directory"),
    "EEXIST": N_("File exists"),
    "ENOTEMPTY": N_("Directory not empty"),
    "ENAMETOOLONG": N_("File name too long"),
    "ELOOP": N_("Too many levels of symbolic links"),
    "EFBIG": N_("File too large"),
    "EIO": N_("Input/output error"),
    "EBUSY": N_("Device or resource busy"),
    "ESTALE": N_("Stale file handle"),
    "EXDEV": N_("Invalid cross-device link"),
    "EINVAL": N_("Invalid argument"),
    "ENOTSUP": N_("Operation not supported"),
    "EOPNOTSUPP": N_("Operation not supported"),
    "EMFILE": N_("Too many open files"),
    "ENFILE": N_("Too many open files in system"),
    "ENOMEM": N_("Cannot allocate memory"),
    "EPIPE": N_("Broken pipe"),
    "EADDRINUSE": N_("Address already in use"),
    "EADDRNOTAVAIL": N_("Cannot assign requested address"),
    "ECONNREFUSED": N_("Connection refused"),
    "ECONNRESET": N_("Connection reset by peer"),
    "ECONNABORTED": N_("Software caused connection abort"),
    "ETIMEDOUT": N_("Connection timed out"),
    "EHOSTUNREACH": N_("No route to host"),
    "ENETUNREACH": N_("Network is unreachable"),
}
"""By the names of errno."""
_IN_USE = N_("another program is using it")
_WINDOWS_IN_USE = (32, 33)
"""ERROR_SHARING_VIOLATION and ERROR_LOCK_VIOLATION: to errno, permission is denied then."""
_NUMBERED_APART = ("socket", "ssl")
"""Modules whose errors have numbers of their own: 1 is a certificate that nobody vouches for."""

SAID = frozenset(
    (
        *_OF_ERRNO.values(),
        _IN_USE,
        # What has no number, and what SQLite says.
        N_("timed out"),
        N_("Name or service not known"),
        N_("Temporary failure in name resolution"),
        N_("disk I/O error"),
        N_("unable to open database file"),
        N_("out of memory"),
        N_("file is not a database"),
        N_("database disk image is malformed"),
    )
)
"""The reasons that are translated; others are said as they are."""


def is_of_full_disk(error: OSError) -> bool:
    """Whether the system had no room for what was to be written."""
    return _OF_ERRNO.get(_name_of(error)) == DISK_FULL


def reason_of(error: Exception) -> str:
    """Why something failed. In English: who shows it to a person translates what is in `SAID`."""
    if not isinstance(error, OSError):
        return str(error) or type(error).__name__
    if getattr(error, "winerror", None) in _WINDOWS_IN_USE:
        return _IN_USE
    return _OF_ERRNO.get(_name_of(error)) or error.strerror or str(error) or type(error).__name__


def _name_of(error: OSError) -> str:
    if type(error).__module__ in _NUMBERED_APART:
        return ""
    # Those of sockets have names of their own on Windows, WSAECONNREFUSED say.
    return errno.errorcode.get(error.errno or 0, "").removeprefix("WSA")
