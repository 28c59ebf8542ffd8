#!/bin/sh
# Put this folder's memdesk into your own menus: ./install.sh, and out again: ./install.sh --remove.
# Nothing needs root, the program stays in this folder, and your data is not touched.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
share=${XDG_DATA_HOME:-$HOME/.local/share}
bin=$HOME/.local/bin

refresh() {
    if command -v update-desktop-database >/dev/null; then
        update-desktop-database -q "$share/applications"
    fi
    if command -v update-mime-database >/dev/null; then
        update-mime-database "$share/mime"
    fi
}

entry=applications/local.memdesk.memdesk.desktop
files="$entry mime/packages/memdesk.xml"
for icon in "$here"/share/icons/hicolor/*/apps/memdesk.*; do
    files="$files icons/${icon#"$here"/share/icons/}"
done

if [ "${1:-}" = --remove ]; then
    for file in $files; do
        rm -f "$share/$file"
    done
    if [ "$(readlink "$bin/memdesk" || true)" = "$here/lib/memdesk/memdesk" ]; then
        rm -f "$bin/memdesk"
    fi
    refresh
    exit
fi

for file in $files; do
    mkdir -p "$share/$(dirname "$file")"
    cp "$here/share/$file" "$share/$file"
done
# The menus must find it, whatever their PATH is; in an Exec line a space wants quotes.
program=$here/lib/memdesk/memdesk
sed -i -e "s|^Exec=memdesk|Exec=\"$program\"|" -e "s|^TryExec=memdesk|TryExec=$program|" \
    "$share/$entry"
mkdir -p "$bin"
ln -sf "$program" "$bin/memdesk"
refresh
echo "memdesk is in your menus, and in $bin."
