"""A named pipe of Windows that only its own user may open (spec 6.1, 6.3).

asyncio serves named pipes, but gives them Windows' default security, by which everybody may
read. Here each instance is made with an access list for the user (and the system) alone.
"""

from __future__ import annotations

import sys

if sys.platform == "win32":
    import asyncio
    import ctypes
    from asyncio import windows_events, windows_utils
    from collections.abc import Callable
    from ctypes import wintypes
    from typing import Any

    _PIPE_ACCESS_DUPLEX = 0x3
    _FILE_FLAG_OVERLAPPED = 0x40000000
    _FILE_FLAG_FIRST_PIPE_INSTANCE = 0x80000
    _PIPE_BYTES_WAIT_LOCAL = 0x8  # bytes, waiting, and no client from another machine
    _PIPE_UNLIMITED_INSTANCES = 255
    _TOKEN_QUERY = 0x8
    _TOKEN_USER = 1
    _SDDL_REVISION = 1
    _BUFFER = 1 << 16

    _kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
    _advapi32 = ctypes.WinDLL("advapi32", use_last_error=True)

    class _SecurityAttributes(ctypes.Structure):
        _fields_ = (
            ("length", wintypes.DWORD),
            ("descriptor", wintypes.LPVOID),
            ("inherit", wintypes.BOOL),
        )

    _kernel32.GetCurrentProcess.restype = wintypes.HANDLE
    _kernel32.CloseHandle.argtypes = (wintypes.HANDLE,)
    _kernel32.LocalFree.argtypes = (wintypes.LPVOID,)
    _kernel32.LocalFree.restype = wintypes.LPVOID
    _kernel32.CreateNamedPipeW.restype = wintypes.HANDLE
    _kernel32.CreateNamedPipeW.argtypes = (
        wintypes.LPCWSTR,
        *(wintypes.DWORD,) * 6,
        ctypes.POINTER(_SecurityAttributes),
    )
    _advapi32.OpenProcessToken.argtypes = (
        wintypes.HANDLE,
        wintypes.DWORD,
        ctypes.POINTER(wintypes.HANDLE),
    )
    _advapi32.GetTokenInformation.argtypes = (
        wintypes.HANDLE,
        ctypes.c_int,
        wintypes.LPVOID,
        wintypes.DWORD,
        ctypes.POINTER(wintypes.DWORD),
    )
    _advapi32.ConvertSidToStringSidW.argtypes = (
        wintypes.LPVOID,
        ctypes.POINTER(wintypes.LPWSTR),
    )
    _advapi32.ConvertStringSecurityDescriptorToSecurityDescriptorW.argtypes = (
        wintypes.LPCWSTR,
        wintypes.DWORD,
        ctypes.POINTER(wintypes.LPVOID),
        wintypes.LPVOID,
    )

    def _check(worked: int) -> None:
        if not worked:
            raise ctypes.WinError(ctypes.get_last_error())

    def user_sid() -> str:
        """The user's security id as text, `S-1-5-…`. Raises OSError."""
        token = wintypes.HANDLE()
        _check(
            _advapi32.OpenProcessToken(
                _kernel32.GetCurrentProcess(), _TOKEN_QUERY, ctypes.byref(token)
            )
        )
        try:
            size = wintypes.DWORD()
            _advapi32.GetTokenInformation(token, _TOKEN_USER, None, 0, ctypes.byref(size))
            buffer = ctypes.create_string_buffer(size.value)
            _check(
                _advapi32.GetTokenInformation(token, _TOKEN_USER, buffer, size, ctypes.byref(size))
            )
            # TOKEN_USER begins with the pointer to the id.
            sid = ctypes.cast(buffer, ctypes.POINTER(wintypes.LPVOID))[0]
            text = wintypes.LPWSTR()
            _check(_advapi32.ConvertSidToStringSidW(sid, ctypes.byref(text)))
            try:
                return str(text.value)
            finally:
                _kernel32.LocalFree(text)
        finally:
            _kernel32.CloseHandle(token)

    class _PrivatePipeServer(windows_events.PipeServer):  # type: ignore[misc]
        """asyncio's pipe server, whose instances only the user may open."""

        def _server_pipe_handle(self, first: bool) -> Any:
            if self.closed():
                return None
            flags = _PIPE_ACCESS_DUPLEX | _FILE_FLAG_OVERLAPPED
            if first:
                # Fails where the name is taken: the name of a live server is never shared.
                flags |= _FILE_FLAG_FIRST_PIPE_INSTANCE
            descriptor = wintypes.LPVOID()
            _check(
                _advapi32.ConvertStringSecurityDescriptorToSecurityDescriptorW(
                    f"D:P(A;;GA;;;SY)(A;;GA;;;{user_sid()})",
                    _SDDL_REVISION,
                    ctypes.byref(descriptor),
                    None,
                )
            )
            try:
                attributes = _SecurityAttributes(
                    ctypes.sizeof(_SecurityAttributes), descriptor, False
                )
                handle = _kernel32.CreateNamedPipeW(
                    self._address,
                    flags,
                    _PIPE_BYTES_WAIT_LOCAL,
                    _PIPE_UNLIMITED_INSTANCES,
                    _BUFFER,
                    _BUFFER,
                    0,
                    ctypes.byref(attributes),
                )
            finally:
                _kernel32.LocalFree(descriptor)
            if handle is None or handle == wintypes.HANDLE(-1).value:
                raise ctypes.WinError(ctypes.get_last_error())
            pipe = windows_utils.PipeHandle(handle)
            self._free_instances.add(pipe)
            return pipe

    async def serve_pipe(factory: Callable[[], asyncio.Protocol], address: str) -> Any:
        """Serve a named pipe in the running (proactor) loop; gives what has `close()`."""
        loop: Any = asyncio.get_running_loop()
        # start_serving_pipe takes no security attributes, but makes all instances through this.
        original = windows_events.PipeServer
        windows_events.PipeServer = _PrivatePipeServer
        try:
            (server,) = await loop.start_serving_pipe(factory, address)
        finally:
            windows_events.PipeServer = original
        return server
