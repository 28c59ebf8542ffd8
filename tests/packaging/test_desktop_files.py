"""The files by which a desktop knows memdesk."""

from __future__ import annotations

import configparser
import plistlib
import re
import shutil
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import build
import icons
from memdesk import APPLICATION_ID, __version__
from memdesk.cli.commands import SUMMARIES
from memdesk.store.migrations import APPLICATION_ID as BANK_ID

LINUX = build.LINUX
ENTRY = LINUX / f"{APPLICATION_ID}.desktop"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"
BANK = "application/x-memdesk-bank"
JSON = "application/x-memdesk+json"


@pytest.fixture
def entry() -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(ENTRY, "utf-8")
    return parser


@pytest.mark.skipif(not shutil.which("desktop-file-validate"), reason="not installed")
def test_the_desktop_entry_is_valid() -> None:
    command = ["desktop-file-validate", str(ENTRY)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.skipif(not shutil.which("appstreamcli"), reason="not installed")
def test_the_metainfo_is_valid(tmp_path: Path) -> None:
    path = tmp_path / "memdesk.metainfo.xml"
    path.write_text(build.metainfo_text(), "utf-8")
    command = ["appstreamcli", "validate", "--no-net", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_metainfo_has_the_version() -> None:
    root = ElementTree.fromstring(build.metainfo_text())
    release = root.find("releases/release")
    assert release is not None
    assert release.get("version") == __version__ == build.version()
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", release.get("date", ""))


def test_the_changelog_tells_of_this_version() -> None:
    text = (build.ROOT / "packaging" / "CHANGELOG.md").read_text("utf-8")
    unreleased, newest, *_ = re.findall(
        r"^## \[(.+?)\](?: - \d{4}-\d\d-\d\d)?$", text, re.MULTILINE
    )
    assert (unreleased, newest) == ("Unreleased", __version__)


def test_the_entry_calls_commands_that_there_are(entry: configparser.ConfigParser) -> None:
    lines = [section["Exec"].split() for section in entry.values() if "Exec" in section]
    assert len(lines) == 2
    for program, command, *_ in lines:
        assert program == "memdesk"
        assert command in SUMMARIES
    (action,) = filter(None, entry["Desktop Entry"]["Actions"].split(";"))
    assert f"Desktop Action {action}" in entry


def test_the_entry_the_metainfo_and_the_mime_types_agree(entry: configparser.ConfigParser) -> None:
    defined = {one.get("type") for one in mime_types()}
    assert defined == {BANK, JSON}
    assert set(filter(None, entry["Desktop Entry"]["MimeType"].split(";"))) == defined
    metainfo = ElementTree.fromstring(build.metainfo_text())
    assert {one.text for one in metainfo.findall("provides/mediatype")} == defined


def test_every_system_knows_memdesk_by_the_same_id() -> None:
    metainfo = ElementTree.fromstring(build.metainfo_text())
    assert metainfo.findtext("id") == APPLICATION_ID == build.application_id()
    assert metainfo.findtext("launchable") == ENTRY.name
    info = plistlib.loads((build.HERE / "macos" / "Info.plist").read_bytes())
    assert info["CFBundleIdentifier"] == APPLICATION_ID
    for script in ("windows/memdesk.iss", "linux/install.sh", "linux/smoke.sh"):
        assert APPLICATION_ID in (build.HERE / script).read_text("utf-8"), script


def mime_types() -> list[ElementTree.Element]:
    return ElementTree.parse(LINUX / "memdesk-mime.xml").getroot().findall(f"{MIME}mime-type")


def test_a_bank_is_known_by_what_the_store_writes_into_it() -> None:
    (bank,) = [one for one in mime_types() if one.get("type") == BANK]
    inner = bank.find(f"{MIME}magic/{MIME}match/{MIME}match")
    assert inner is not None
    assert inner.get("offset") == "68"
    assert inner.get("value", "").encode() == struct.pack(">I", BANK_ID)


@pytest.mark.skipif(
    not shutil.which("update-mime-database") or not shutil.which("gio"), reason="not installed"
)
def test_a_desktop_tells_a_bank_and_an_export_from_others(memdesk, tmp_path: Path) -> None:
    share = tmp_path / "share"
    packages = share / "mime" / "packages"
    packages.mkdir(parents=True)
    shutil.copy(LINUX / "memdesk-mime.xml", packages / "memdesk.xml")
    subprocess.run(["update-mime-database", str(share / "mime")], check=True)

    def kind(path: Path) -> str:
        told = subprocess.run(
            ["gio", "info", "-a", "standard::content-type", str(path)],
            env={"XDG_DATA_HOME": str(share), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        return told.split("standard::content-type:")[1].split()[0]

    bank = tmp_path / "memdesk.sqlite"
    assert memdesk("--bank", bank, "add", "Kept").returncode == 0
    other = tmp_path / "without-a-suffix"
    shutil.copy(bank, other)
    assert kind(bank) == kind(other) == BANK
    export = tmp_path / "without-a-suffix-too"
    assert memdesk("--bank", bank, "export", "--output", export).returncode == 0
    assert kind(export) == JSON
    plain = tmp_path / "plain.json"
    plain.write_text('{"kept": true}', "utf-8")
    assert kind(plain) == "application/json"


def test_the_windows_icon_is_a_directory_of_pictures(qapp) -> None:
    data = icons.ico(build.PICTURE)
    reserved, kind, count = struct.unpack_from("<HHH", data)
    assert (reserved, kind, count) == (0, 1, len(icons.ICO_SIZES))
    for number, side in enumerate(icons.ICO_SIZES):
        *_, length, offset = struct.unpack_from("<BBBBHHII", data, 6 + 16 * number)
        picture = data[offset : offset + length]
        assert picture.startswith(b"\x89PNG")
        assert struct.unpack_from(">II", picture, 16) == (side, side)


def test_the_macs_icon_is_as_long_as_it_says(qapp) -> None:
    data = icons.icns(build.PICTURE)
    assert data[:4] == b"icns"
    assert struct.unpack_from(">I", data, 4) == (len(data),)
    at, found = 8, []
    while at < len(data):
        found.append(data[at : at + 4].decode())
        (length,) = struct.unpack_from(">I", data, at + 4)
        side = struct.unpack_from(">I", data, at + 8 + 16)[0]
        assert side == icons.ICNS_TYPES[found[-1]]
        at += length
    assert found == list(icons.ICNS_TYPES)


def test_the_macs_bundle_says_what_it_opens() -> None:
    info = plistlib.loads((build.HERE / "macos" / "Info.plist").read_bytes())
    (opened,) = info["CFBundleDocumentTypes"]
    (declared,) = info["UTExportedTypeDeclarations"]
    assert opened["LSItemContentTypes"] == [declared["UTTypeIdentifier"]]
    assert declared["UTTypeTagSpecification"]["public.mime-type"] == [BANK]
    assert plistlib.loads((build.HERE / "macos" / "entitlements.plist").read_bytes())


def test_the_installer_is_told_all_that_it_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MEMDESK_SIGN_TOOL", raising=False)
    script = build.HERE / "windows" / "memdesk.iss"
    asked = set(re.findall(r"\{#(\w+)\}", script.read_text("utf-8")))
    compiler, *told, last = build.installer_command("iscc", Path("frozen"))
    assert (compiler, last) == ("iscc", str(script))
    assert {word[2:].split("=")[0] for word in told if word.startswith("/D")} == asked
    assert not [word for word in told if "sign" in word.lower()]


def test_the_installer_is_signed_by_the_tool_of_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MEMDESK_SIGN_TOOL", "$qC:\\a tool.exe$q sign $f")
    command = build.installer_command("iscc", Path("frozen"))
    assert command[-3:-1] == ["/Ssigntool=$qC:\\a tool.exe$q sign $f", "/DSigned"]
    script = (build.HERE / "windows" / "memdesk.iss").read_text("utf-8")
    assert "#ifdef Signed\nSignTool=signtool\n#endif" in script


@pytest.mark.skipif(not shutil.which("sh") or sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize("name", ["install.sh", "smoke.sh"])
def test_the_scripts_are_shell(name: str) -> None:
    assert subprocess.run(["sh", "-n", str(LINUX / name)], check=False).returncode == 0
