"""The packages tried as a stranger would: `sudo python3 packaging/smoke.py`, after `build.py`.

In a new Debian without Python (debootstrap makes it, once; a copy is used up each time) the .deb
is installed, started from its desktop entry on an X server, asked for the block, clicked in the
tray and uninstalled again, and the portable archive unpacked. `linux/smoke.sh` says each step.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import bootstrap

ROOT = Path(__file__).resolve().parent.parent
SUITE = "bookworm"
TOOLS = (
    *("appstream", "dbus", "desktop-file-utils", "hicolor-icon-theme", "imagemagick"),
    *("icewm", "libglib2.0-bin", "procps", "shared-mime-info", "socat", "trayer"),
    *("x11-utils", "xdotool", "xvfb", "xz-utils"),
)
"""What stands for a desktop in it. Not openbox, as in the tests: it brings a Python."""


def inside(root: Path, *command: str) -> None:
    """Run a command in the root, with nothing but it around; all that it started ends with it."""
    script = (
        'mount -t proc proc "$0/proc"; mount --bind /dev "$0/dev"; mount -t tmpfs tmpfs "$0/run"; '
        'exec chroot "$0" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive '
        '"$@"'
    )
    unshare = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-euc", script]
    subprocess.run([*unshare, str(root), *command], check=True)


def make_clean_root(root: Path, suite: str) -> None:
    """Debian's least, and a desktop's tools. Made beside its place: half a root is none."""
    half = root.with_name(root.name + ".half")
    shutil.rmtree(half, ignore_errors=True)
    half.parent.mkdir(parents=True, exist_ok=True)
    bootstrap.say(f"making a root of {suite}")
    subprocess.run(["debootstrap", "--variant=minbase", suite, str(half)], check=True)
    shutil.copyfile("/etc/resolv.conf", half / "etc" / "resolv.conf")
    # No service starts in it.
    policy = half / "usr" / "sbin" / "policy-rc.d"
    policy.write_text("#!/bin/sh\nexit 101\n", "utf-8")
    policy.chmod(0o755)
    inside(half, "apt-get", "update", "-qq")
    inside(half, "apt-get", "install", "-y", "-qq", "--no-install-recommends", *TOOLS)
    half.rename(root)


def main() -> None:
    """Try the packages in `dist/`."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    clean = ROOT / "build" / "package" / f"root-{SUITE}"
    parser.add_argument("--root", type=Path, default=clean, help="the clean root, made if need be")
    parser.add_argument("--suite", default=SUITE, help="Debian's release in it")
    parser.add_argument("--pictures", type=Path, help="a folder for pictures of the screen")
    args = parser.parse_args()
    if os.geteuid() != 0:
        bootstrap.stop("a root can only be made as root: sudo python3 packaging/smoke.py")
    packages = [*(ROOT / "dist").glob("memdesk*.deb"), *(ROOT / "dist").glob("memdesk*.tar.xz")]
    if {path.suffix for path in packages} != {".deb", ".xz"} or len(packages) != 2:
        bootstrap.stop("one .deb and one .tar.xz must lie in dist/: run packaging/build.py first")
    if not args.root.exists():
        make_clean_root(args.root, args.suite)
    with tempfile.TemporaryDirectory(dir=args.root.parent) as folder:
        root = Path(folder) / "root"
        subprocess.run(["cp", "-a", "--reflink=auto", args.root, root], check=True)
        (root / "packages").mkdir()
        for path in (*packages, ROOT / "packaging" / "linux" / "smoke.sh"):
            shutil.copy(path, root / "packages")
        if args.pictures:
            (root / "pictures").mkdir()
            (root / "pictures").chmod(0o777)
        try:
            inside(root, "sh", "/packages/smoke.sh")
        finally:
            if args.pictures:
                args.pictures.mkdir(parents=True, exist_ok=True)
                for picture in (root / "pictures").iterdir():
                    shutil.copy(picture, args.pictures)


if __name__ == "__main__":
    try:
        main()
    except subprocess.CalledProcessError as error:
        bootstrap.stop(f"it did not pass: {error}")
