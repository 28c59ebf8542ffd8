#!/bin/sh
# What smoke.py runs in its root, as root: the packages lie in /packages. Each line that begins
# with "ok" is something seen; the first thing that does not come ends it with another code.
set -eu
id=local.memdesk.memdesk

ok() { echo "ok  $*"; }
fail() {
    echo "FAILED  $*" >&2
    if [ -f /tmp/memdesk.log ]; then cat /tmp/memdesk.log >&2; fi
    exit 1
}
# wait_for WHAT COMMAND…: until the command succeeds, half a minute at most.
wait_for() {
    what=$1
    shift
    tries=0
    until "$@" >/dev/null 2>&1; do
        tries=$((tries + 1))
        if [ $tries -gt 300 ]; then fail "$what did not come"; fi
        sleep 0.1
    done
}

session() {
    export DISPLAY=:7 HOME=/home/person XDG_RUNTIME_DIR=/run/user/1000 LC_ALL=C.UTF-8
    unset DBUS_SESSION_BUS_ADDRESS || true
    cd "$HOME"
    Xvfb :7 -screen 0 1280x800x24 -nolisten tcp -noreset >/dev/null 2>&1 &
    wait_for "the X server" xdotool getmouselocation
    # Without its own bar, which would be the tray.
    mkdir -p .icewm
    printf 'ShowTaskBar=0\n' >.icewm/preferences
    icewm >/dev/null 2>&1 &
    wait_for "the window manager" managed
    trayer --edge bottom --align right --widthtype request --height 28 --SetDockType true \
        >/dev/null 2>&1 &
    wait_for "the tray" xdotool search --onlyvisible --class trayer

    memdesk --version
    memdesk where | grep -q "$HOME" || fail "where"
    memdesk add "Never deploy on Fridays" --category preference >/dev/null
    memdesk block >alone
    grep -q "Never deploy on Fridays" alone || fail "the block"
    ok "the command line adds a memory and prints the block"

    launch
    wait_for "the window" titled "memdesk$"
    ok "the desktop entry opens the window"
    socket=$(memdesk where --socket)
    wait_for "the socket" test -S "$socket"
    printf '%s\n' '{"jsonrpc":"2.0","id":1,"method":"block","params":{"session":"s1"}}' |
        socat -t5 - "UNIX-CONNECT:$socket" | grep -q "Never deploy on Fridays" ||
        fail "the block over the socket"
    ok "the socket gives the block"
    initialise='{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"smoke","version":"1"}}}'
    printf '%s\n' "$initialise" | memdesk mcp | grep -q '"serverInfo"' || fail "mcp"
    ok "mcp answers over stdio"

    window=$(xdotool search --onlyvisible --name "memdesk$" | tail -n 1)
    if [ -d /pictures ]; then import -window root /pictures/window.png; fi
    before=$(clients)
    xdotool windowminimize --sync "$window"
    launch
    wait_for "the window in front" active "$window"
    [ "$(clients)" = "$before" ] || fail "there are two windows"
    ok "a second start raises the window that is there"

    wait_for "the tray icon" tray_filled
    eval "$(xdotool getwindowgeometry --shell "$(xdotool search --onlyvisible --class trayer | tail -n 1)")"
    xdotool mousemove --sync $((X + WIDTH / 2)) $((Y + HEIGHT / 2)) click 1
    wait_for "the popup" titled "^Quick add$"
    xdotool windowactivate --sync "$(xdotool search --onlyvisible --name "^Quick add$" | tail -n 1)"
    xdotool type --delay 20 "Buy oat milk"
    xdotool key Return
    wait_for "the entry" added "oat milk"
    ok "the tray opens quick-add, and what is typed is kept"

    memdesk quick-add
    wait_for "the popup" titled "^Quick add$"
    xdotool windowactivate --sync "$(xdotool search --onlyvisible --name "^Quick add$" | tail -n 1)"
    xdotool key Escape
    ok "the command of the desktop action opens quick-add"

    MEMDESK_HOME="$HOME/other" memdesk add "Kept elsewhere" >/dev/null
    mv "$HOME/other/data/memdesk.sqlite" "$HOME/else.memdesk"
    rm -r "$HOME/other"
    for file in "$HOME/else.memdesk" "$HOME/.local/share/memdesk/memdesk.sqlite"; do
        gio info -a standard::content-type "$file" | grep -q application/x-memdesk-bank ||
            fail "the MIME type of $file"
    done
    gio open "$HOME/else.memdesk" >>/tmp/memdesk.log 2>&1
    wait_for "the other bank's window" titled "else"
    ok "a bank that is double-clicked opens in a window"
}

managed() { xprop -root _NET_SUPPORTING_WM_CHECK | grep "window id"; }
launch() { gio launch /usr/share/applications/$id.desktop >>/tmp/memdesk.log 2>&1; }
titled() { xdotool search --onlyvisible --name "$1"; }
active() { [ "$(xdotool getactivewindow)" = "$1" ]; }
clients() { xprop -root _NET_CLIENT_LIST | tr , '\n' | wc -l; }
added() { memdesk search "$1" --json | grep -q "$1"; }
tray_filled() {
    [ "$(xdotool search --onlyvisible --class trayer getwindowgeometry --shell |
        sed -n 's/^WIDTH=//p' | tail -n 1)" -ge 20 ]
}

portable() {
    export HOME=/home/person LC_ALL=C.UTF-8
    mkdir "$HOME/a place"
    tar -xf /packages/*.tar.xz -C "$HOME/a place"
    folder=$(echo "$HOME/a place"/memdesk-*)
    "$folder/install.sh" >/dev/null
    desktop-file-validate "$HOME/.local/share/applications/$id.desktop"
    "$HOME/.local/bin/memdesk" block | grep -q "Never deploy on Fridays" || fail "portable block"
    "$folder/install.sh" --remove
    [ ! -e "$HOME/.local/bin/memdesk" ] || fail "the link stays"
    [ -z "$(find "$HOME/.local/share/applications" "$HOME/.local/share/icons" -name '*memdesk*')" ] ||
        fail "files stay in the menus"
    ok "the portable archive runs from a folder with a space in its name, goes into the menus and out"
}

case "${1:-}" in
session | portable)
    "$1"
    exit
    ;;
esac

if command -v python3 >/dev/null; then fail "there is a Python here"; fi
find / -xdev -not -path '/proc/*' -not -path '/tmp/*' -not -path '/var/*' | sort >/tmp/before
apt-get install -y -qq --no-install-recommends /packages/*.deb >/tmp/apt.log 2>&1 ||
    { cat /tmp/apt.log; fail "the .deb does not install"; }
ok "the .deb installs where there is no Python"
desktop-file-validate /usr/share/applications/$id.desktop
appstreamcli validate --no-net /usr/share/metainfo/$id.metainfo.xml >/tmp/appstream.log ||
    { cat /tmp/appstream.log; fail "appstreamcli"; }
ok "desktop-file-validate and appstreamcli are content"
useradd --create-home --uid 1000 person
mkdir -p /run/user/1000
chown person /run/user/1000
chmod 700 /run/user/1000
runuser -u person -- sh /packages/smoke.sh session
pkill -u person || true
wait_for "the end of the session" sh -c '! pgrep -u person'
apt-get remove --purge -y -qq memdesk >/tmp/apt.log 2>&1 || { cat /tmp/apt.log; fail "removing"; }
! command -v memdesk >/dev/null || fail "memdesk is still there"
left=$(find / -xdev -iname '*memdesk*' -not -path '/proc/*' -not -path '/packages/*' \
    -not -path '/tmp/*' -not -path '/home/*' -not -path '/run/*')
[ -z "$left" ] || fail "left behind: $left"
[ -f /home/person/.local/share/memdesk/memdesk.sqlite ] || fail "the person's bank is gone"
ok "uninstalling leaves the person's data, and nothing else of memdesk's"
runuser -u person -- sh /packages/smoke.sh portable
echo "all is well"
