"""The program as people install it: `python3 packaging/build.py`.

Freezes memdesk into one folder, prunes it, and makes of it what this system installs: on Linux a
.deb and a portable .tar.xz; on Windows an installer, where Inno Setup is there; on a Mac a
bundle in a .zip. The last two are signed where the environment tells how. They lie in `dist/` then.

`--bare` also freezes a bare window of PySide6 in the same way, to measure against.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import shutil
import subprocess
import sys
import tarfile
import time
from pathlib import Path

import bootstrap

import pruning

ROOT = Path(__file__).resolve().parent.parent
HERE = ROOT / "packaging"
BUILT = ROOT / "build" / "package"
DIST = ROOT / "dist"
LINUX = HERE / "linux"
PICTURE = ROOT / "resources" / "icons" / "memdesk.svg"


def version() -> str:
    """memdesk's version, from the one place where it stands."""
    return stated("__version__")


def application_id() -> str:
    """By which desktops know memdesk."""
    return stated("APPLICATION_ID")


def stated(name: str) -> str:
    """What memdesk/__init__.py says."""
    source = (ROOT / "memdesk" / "__init__.py").read_text("utf-8")
    found = re.search(rf'^{name} = "([^"]+)"$', source, re.MULTILINE)
    assert found, f"memdesk/__init__.py names no {name}"
    return found[1]


def built_at() -> int:
    """Seconds since 1970 that are written into the packages: of the last commit, if it is known,
    so that the same sources give the same files."""
    if told := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(told)
    asked = subprocess.run(
        ["git", "log", "-1", "--format=%ct"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return int(asked.stdout) if asked.returncode == 0 and asked.stdout.strip() else int(time.time())


# --- freezing


def freeze() -> Path:
    """The pruned folder with the program in it; on a Mac the bundle."""
    python = bootstrap.venv_python()
    BUILT.mkdir(parents=True, exist_ok=True)
    for suffix in ("ico", "icns"):
        made = f"import icons, pathlib; data = icons.{suffix}(pathlib.Path({str(PICTURE)!r})); "
        made += f"pathlib.Path({str(BUILT / ('memdesk.' + suffix))!r}).write_bytes(data)"
        subprocess.run([python, "-c", made], cwd=HERE, check=True)
    pyinstaller(str(HERE / "memdesk.spec"))
    folder = BUILT / "frozen" / ("memdesk.app" if sys.platform == "darwin" else "memdesk")
    slim(folder)
    return folder


def freeze_bare() -> Path:
    """The bare window, frozen and not pruned."""
    pyinstaller("--onedir", "--name", "bare", "--specpath", str(BUILT), str(HERE / "bare.py"))
    return BUILT / "frozen" / "bare"


def pyinstaller(*args: str) -> None:
    command = [
        *(str(bootstrap.venv_python()), "-m", "PyInstaller", "--noconfirm", "--log-level", "WARN"),
        *("--distpath", str(BUILT / "frozen"), "--workpath", str(BUILT / "work"), *args),
    ]
    environment = {
        **os.environ,
        "SOURCE_DATE_EPOCH": str(built_at()),
        "PYTHONHASHSEED": "0",
        # The modules lie in the program as they are: no start unpacks them, and the packages,
        # which are packed as a whole, become smaller.
        "PYINSTALLER_ZLIB_COMPRESSION_LEVEL": "0",
    }
    subprocess.run(command, cwd=ROOT, env=environment, check=True)


def slim(folder: Path) -> None:
    """Prune a frozen folder, and check that what it then lacks is the system's to bring."""
    linux = sys.platform.startswith("linux")
    gone = pruning.prune(folder, libraries=linux)
    bootstrap.say(f"pruned {len(gone)} files")
    if not linux:
        return
    for library in folder.rglob("libpython3*.so.*"):
        # Pythons that people compile keep their debugging symbols: three quarters of it.
        subprocess.run(["strip", "--strip-unneeded", library], check=True)
    unknown = {
        name: by
        for name, by in pruning.needed_from_the_system(folder).items()
        if name not in pruning.SYSTEM
    }
    if unknown:
        bootstrap.stop(f"nobody brings these libraries; put them into pruning.SYSTEM: {unknown}")


# --- Linux


def desktop_tree(root: Path, folder: Path) -> None:
    """The program and what a desktop knows it by, below a `/usr`."""
    share = root / "share"
    shutil.copytree(folder, root / "lib" / "memdesk", symlinks=True)
    (root / "bin").mkdir()
    (root / "bin" / "memdesk").symlink_to("../lib/memdesk/memdesk")
    put(LINUX / f"{application_id()}.desktop", share / "applications")
    put(LINUX / "memdesk-mime.xml", share / "mime" / "packages" / "memdesk.xml")
    metainfo = share / "metainfo" / f"{application_id()}.metainfo.xml"
    metainfo.parent.mkdir(parents=True)
    metainfo.write_text(metainfo_text(), "utf-8")
    put(PICTURE, share / "icons" / "hicolor" / "scalable" / "apps" / "memdesk.svg")
    made = (
        "import icons, pathlib, sys\n"
        "for size in icons.SIZES:\n"
        "    path = pathlib.Path(sys.argv[2], f'{size}x{size}', 'apps', 'memdesk.png')\n"
        "    path.parent.mkdir(parents=True)\n"
        "    path.write_bytes(icons.png(pathlib.Path(sys.argv[1]), size))\n"
    )
    python = bootstrap.venv_python()
    hicolor = share / "icons" / "hicolor"
    subprocess.run([python, "-c", made, PICTURE, hicolor], cwd=HERE, check=True)


def metainfo_text() -> str:
    """AppStream's description, with the version and its day."""
    day = time.strftime("%Y-%m-%d", time.gmtime(built_at()))
    text = (LINUX / f"{application_id()}.metainfo.xml").read_text("utf-8")
    return text.replace("@VERSION@", version()).replace("@DATE@", day)


def put(source: Path, target: Path) -> None:
    """Copy a file to a place, or into a folder (a target without a suffix)."""
    target = target if target.suffix else target / source.name
    target.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, target)


def depends(folder: Path) -> str:
    """What Debian must bring: the packages of exactly the libraries that are needed."""
    packages = {pruning.SYSTEM[name] for name in pruning.needed_from_the_system(folder)}
    # The newest symbols that the build's own libc was linked for.
    libc = f"libc6 (>= {'.'.join(os.confstr('CS_GNU_LIBC_VERSION').split()[1].split('.')[:2])})"
    named = {"libc6": libc, **pruning.RENAMED}
    return ", ".join(named.get(package, package) for package in sorted(packages))


def architecture() -> str:
    asked = subprocess.run(
        ["dpkg", "--print-architecture"], capture_output=True, text=True, check=True
    )
    return asked.stdout.strip()


def deb(folder: Path) -> Path:
    """A package for Debian and its kin. It needs no scripts: dpkg's triggers, which the desktop's
    own packages bring, bring the menus, the MIME types and the icons up to date."""
    tree = BUILT / "deb"
    shutil.rmtree(tree, ignore_errors=True)
    (tree / "usr").mkdir(parents=True)
    desktop_tree(tree / "usr", folder)
    papers = tree / "usr" / "share" / "doc" / "memdesk"
    papers.mkdir(parents=True)
    shutil.copyfile(ROOT / "LICENSE", papers / "copyright")
    news = (ROOT / "packaging" / "CHANGELOG.md").read_bytes()
    (papers / "changelog.gz").write_bytes(gzip.compress(news, mtime=0))
    for path in tree.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
    size = sum(path.lstat().st_size for path in tree.rglob("*") if path.is_file())
    control = tree / "DEBIAN" / "control"
    control.parent.mkdir()
    control.write_text(
        (LINUX / "control")
        .read_text("utf-8")
        .replace("@VERSION@", version())
        .replace("@ARCHITECTURE@", architecture())
        .replace("@SIZE@", str(size // 1024))
        .replace("@DEPENDS@", depends(folder)),
        "utf-8",
    )
    package = DIST / f"memdesk_{version()}_{architecture()}.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(package)],
        env={**os.environ, "SOURCE_DATE_EPOCH": str(built_at())},
        stdout=sys.stderr,
        check=True,
    )
    return package


def portable(folder: Path) -> Path:
    """An archive to unpack anywhere: the program, and a script that puts it into the menus."""
    name = f"memdesk-{version()}-{os.uname().machine}"
    tree = BUILT / name
    shutil.rmtree(tree, ignore_errors=True)
    tree.mkdir()
    desktop_tree(tree, folder)
    put(ROOT / "LICENSE", tree / "LICENSE.txt")
    script = tree / "install.sh"
    shutil.copyfile(LINUX / "install.sh", script)
    script.chmod(0o755)
    archive = DIST / f"{name}.tar.xz"

    def plain(member: tarfile.TarInfo) -> tarfile.TarInfo:
        member.uid = member.gid = 0
        member.uname = member.gname = "root"
        member.mtime = built_at()
        return member

    with tarfile.open(archive, "w:xz") as tar:
        tar.add(tree, name, filter=plain)
    return archive


# --- Windows and the Mac


def installer(folder: Path) -> Path:
    """Inno Setup's installer; without Inno Setup, a .zip of the folder."""
    compiler = shutil.which("iscc") or shutil.which(
        "ISCC.exe", path=r"C:\Program Files (x86)\Inno Setup 6"
    )
    if compiler is None:
        bootstrap.say("Inno Setup is not there: a .zip takes the installer's place")
        name = DIST / f"memdesk-{version()}-windows"
        return Path(shutil.make_archive(str(name), "zip", folder.parent, folder.name))
    subprocess.run(installer_command(compiler, folder), check=True)
    return DIST / f"memdesk-{version()}-setup.exe"


def installer_command(compiler: str, folder: Path) -> list[str]:
    """How Inno Setup is called. `$MEMDESK_SIGN_TOOL` signs what it makes: a command line in
    which `$f` stands for the file and `$q` for a quotation mark."""
    command = [compiler, "/Qp", f"/DVersion={version()}", f"/DFolder={folder}"]
    command += [f"/DIcon={BUILT / 'memdesk.ico'}", f"/O{DIST}"]
    if tool := os.environ.get("MEMDESK_SIGN_TOOL"):
        command += [f"/Ssigntool={tool}", "/DSigned"]
    return [*command, str(HERE / "windows" / "memdesk.iss")]


def bundle(folder: Path) -> Path:
    """The bundle, signed if that can be, in the archive that Apple's notaries take."""
    subprocess.run([sys.executable, str(HERE / "macos" / "sign.py"), str(folder)], check=True)
    archive = DIST / f"memdesk-{version()}-macos-{os.uname().machine}.zip"
    subprocess.run(["ditto", "-c", "-k", "--keepParent", str(folder), str(archive)], check=True)
    return archive


def main() -> None:
    """Build everything that this system can."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--bare", action="store_true", help="freeze a bare window too")
    args = parser.parse_args()
    bootstrap.prepare("package")
    DIST.mkdir(exist_ok=True)
    folder = freeze()
    if args.bare:
        freeze_bare()
    if sys.platform == "win32":
        made = [installer(folder)]
    elif sys.platform == "darwin":
        made = [bundle(folder)]
    else:
        made = [portable(folder)]
        if shutil.which("dpkg-deb"):
            made.append(deb(folder))
    for path in made:
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
