# shellcheck shell=dash disable=SC2154,SC2016
# gestured-web: its package enables nothing, and its socket starts the service. A page hears a gesture, and another user's page does not. A
# recording is replayed inside of the sandbox. The service ends by itself, and a purge leaves nothing.

require 'the package is installed' dpkg --force-unsafe-io --install /payload/gestured-web.deb
cat >page.py <<'PAGE'
import base64, os, socket, sys

host, address = sys.argv[1], (sys.argv[1].strip("[]"), 4378)
page = socket.create_connection(address)
page.sendall(
    f"GET /v1 HTTP/1.1\r\nHost: {host}:4378\r\nOrigin: http://{host}:4378\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Protocol: gestured.1\r\n\r\n".encode())
answer = page.makefile("rb")
print(answer.readline().decode().strip(), flush=True)
while answer.readline() not in (b"\r\n", b""):
    pass
text = b'{"id":1,"command":"subscribe"}'
page.sendall(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text)
while head := answer.read(2):
    count = head[1]
    if count == 126:
        count = int.from_bytes(answer.read(2), "big")
    print(answer.read(count).decode("utf-8", "replace"), flush=True)
PAGE
cat >ask.py <<'ASK'
import http.client, sys

method, path, *file = sys.argv[1:]
connection = http.client.HTTPConnection("127.0.0.1", 4378, timeout=120)
body = open(file[0], "rb").read() if file else None
connection.request(method, path, body, {"Origin": "http://127.0.0.1:4378"})
answer = connection.getresponse()
print(answer.status)
print(answer.read().decode())
ASK
chmod 644 page.py ask.py
here=$PWD
chmod 755 "$here"

check 'WEB-62 the socket is off' test "$(systemctl is-enabled gestured-web.socket)" = disabled
check 'WEB-62 the port is closed' negated python3 ask.py GET /healthz
check 'WEB-58 the user is in gestured-clients and in no other group' \
  test "$(id -nG gestured-web)" = 'gestured-web gestured-clients'
check 'systemd-analyze verify says nothing' test -z "$(systemd-analyze verify --man=no \
  /lib/systemd/system/gestured-web.service /lib/systemd/system/gestured-web.socket 2>&1)"
check 'WEB-59 systemd-analyze security is at most 1.5' systemd-analyze security --threshold=15 gestured-web.service
figure "exposure of gestured-web $(systemd-analyze security --no-pager gestured-web.service 2>/dev/null | sed -n 's/.*Overall exposure level for gestured-web.service: \([0-9.]*\).*/\1/p')"

require 'its socket starts' systemctl enable --quiet --now gestured-web.socket
# is_active UNIT: true while it is.
is_active() { [ "$(systemctl is-active "$1")" = active ]; }
check 'WEB-57 the service waits for the first connection' negated is_active gestured-web.service
# says STATUS METHOD PATH [FILE]: true when the service answers that status.
says() {
  local wanted=$1
  shift
  as listener python3 "$here/ask.py" "$@" >answer 2>&1
  [ "$(head -n 1 answer)" = "$wanted" ]
}
check 'WEB-57 the first connection starts it, and the daemon answers' says 204 GET /healthz
check 'WEB-57 it runs' is_active gestured-web.service
check 'WEB-25 the token is for the group' \
  test "$(stat -c '%U %G %a' /run/gestured-web/token)" = 'gestured-web gestured-clients 640'

require 'a touchscreen is plugged in' plug /payload/Devices/phone.prop
require 'gestured reads it' within 10 opens "$(main_pid)" "$node"
# page_as USER HOST FILE: a page of that user's browser, which writes its lines to a file.
page_as() {
  setpriv --reuid="$1" --regid="$1" --init-groups -- python3 "$here/page.py" "$2" >"$3" 2>"$3.error" &
  pages="$pages $!"
  processes="$processes $!"
}
pages=
page_as listener 127.0.0.1 four
check 'WEB-23 a member of gestured-clients is served' within 10 grep -q '"type":"reply","id":1,"ok":true' four
page_as listener '[::1]' six
check 'WEB-57 also at ::1' within 10 grep -q '"type":"reply","id":1,"ok":true' six
page_as somebody 127.0.0.1 other
check 'WEB-23 another user is not' within 10 grep -q '^HTTP/1.1 403 ' other
play tap.events
check 'WEB-2 a page hears the gesture' within 10 sees four '"kind":"tap"' '"state":"ended"' '"location"'
check 'and so does the other one' within 10 sees six '"kind":"tap"' '"state":"ended"'
figure "gestured-web with two pages: resident $(sed -n 's/^VmRSS:[^0-9]*//p' "/proc/$(systemctl show --property=MainPID --value gestured-web.service)/status"), of the unit $(systemctl show --property=MemoryCurrent --value gestured-web.service) bytes"

check 'WEB-60 a page without the grant sends no recording' says 403 POST /v1/replay /payload/recordings/tap.events
printf '[origin.self]\nallow = ["gestures", "declare", "view"]\n' >/etc/gestured/web.toml
check 'WEB-61 a reload takes the configuration over' systemctl reload gestured-web.service
check 'WEB-63 the grant needs the token' says 403 POST /v1/replay /payload/recordings/tap.events
# with_token FILE: writes a line with the token and the file to /tmp/with-token, for any user.
with_token() {
  printf '{"command":"authorize","token":"%s"}\n' "$(cat /run/gestured-web/token)" | cat - "$1" >/tmp/with-token
  chmod 644 /tmp/with-token
}
with_token /payload/recordings/tap.events
check 'WEB-60 a recording is replayed inside of the sandbox' says 200 POST /v1/replay /tmp/with-token
check 'WEB-60 with its gestures' sees answer '"type":"gesture"' '"kind":"tap"' '"state":"ended"'
with_token "$here/page.py"
check 'WEB-60 what is none gets the message of gestured' says 422 POST /v1/replay /tmp/with-token
check 'WEB-55 the journal has no place' negated sh -c \
  'journalctl --no-pager --quiet -o cat -u gestured-web.service | grep -E "[0-9]+\.[0-9]{3,}|location"'

# shellcheck disable=SC2086 # a list of processes
kill $pages 2>/dev/null
# An idle machine skips this time, and a loop that asks would not.
sleep 590
check 'WEB-57 without a page it runs on for a while' is_active gestured-web.service
sleep 15
check 'WEB-57 after ten minutes it ends by itself' within 10 negated is_active gestured-web.service
check 'WEB-57 without a failure' negated systemctl is-failed --quiet gestured-web.service
check 'WEB-57 the socket stays' is_active gestured-web.socket
check 'WEB-57 the next connection starts it again' says 204 GET /healthz
require 'the package is upgraded' dpkg --force-unsafe-io --install /payload/gestured-web.deb
check 'an upgrade replaces the running service' within 10 runs_what_is_installed gestured-web

require 'the package is purged' dpkg --force-unsafe-io --purge gestured-web

# --- The first page of docs/web.md, as a newcomer follows it. The lane `web` shows it in Chromium.

first=web/a-page-in-five-minutes
echo 'listener ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/listener
mkdir -p /home/listener/download
for each in gestured gestured-web; do cp "/payload/$each.deb" "/home/listener/download/${each}_0_amd64.deb"; done
chown -R listener: /home/listener/download
require 'step 1 of the page installs the packages' follow "$first-1"
require 'step 2 names a folder for the page' follow "$first-2"
require 'step 3: the user writes the page there' as listener cp /payload/page/web/page /srv/kiosk/index.html
check 'step 4: the page is served' says 200 GET /
check 'WEB-43 as it was written' sh -c 'sed 1d answer | head -n "$(wc -l </payload/page/web/page)" | cmp - /payload/page/web/page'
check 'with the module' says 200 GET /gestured.js
check 'and gestured answers' says 204 GET /healthz
rm -r /etc/sudoers.d/listener /home/listener/download /srv/kiosk
require 'the package is purged again' dpkg --force-unsafe-io --purge gestured-web
systemctl daemon-reload
check 'a purge leaves no user' negated getent passwd gestured-web
check 'no unit' test "$(systemctl show --property=LoadState --value gestured-web.service gestured-web.socket | grep -c not-found)" = 2
find / -xdev \( -path /proc -o -path /sys -o -path /payload -o -path /tmp -o -path /var/lib/dpkg -o -path /var/log \) -prune -o \
  \( -name '*gestured-web*' -o -name web.toml \) -print >left
find /run -name '*gestured-web*' -print >>left 2>/dev/null
check 'no file' test ! -s left
check 'the port is closed again' negated python3 ask.py GET /healthz
check 'and gestured runs' is_active gestured.service
