# shellcheck shell=dash disable=SC2154,SC2016,SC2034
# The package gestured-filter: its socket is off until enabled, only gestured may connect, and the keeper may open uinput and nothing
# else. Without the package nothing of it is there.

check 'SEC-1 gestured alone has no keeper' negated sh -c 'systemctl cat gestured-filter.service gestured-filter.socket'
exposure_of() {
  systemd-analyze security --no-pager "$1" 2>/dev/null | sed -n 's/.*Overall exposure level for .*: \([0-9.]*\).*/\1/p'
}
before=$(exposure_of gestured.service)
daemon_before=$(main_pid)
require 'the package is installed' dpkg --force-unsafe-io --install /payload/gestured-filter.deb
check 'SEC-1 its socket is off' test "$(systemctl is-enabled gestured-filter.socket)$(systemctl is-active gestured-filter.socket)" = disabledinactive
check 'SEC-2 the unit of gestured is as before' test "$(exposure_of gestured.service)" = "$before"
check 'and runs on' test "$(main_pid)" = "$daemon_before"
check 'systemd-analyze verify says nothing' test -z "$(systemd-analyze verify --man=no \
  /lib/systemd/system/gestured-filter.service /lib/systemd/system/gestured-filter.socket \
  /lib/systemd/system/gestured-filter-retry.timer 2>&1)"
check 'SEC-2 the exposure of the keeper is at most 1.0' systemd-analyze security --threshold=10 gestured-filter.service
figure "exposure of gestured-filter $(exposure_of gestured-filter.service)"

require 'the socket is enabled' systemctl enable --now gestured-filter.socket
check 'SEC-4 the socket is gestured'"'"'s' test "$(stat -c '%U %G %a' /run/gestured/filter.sock)" = 'gestured root 600'
check 'the folder of sockets is still root'"'"'s' test "$(stat -c '%U %G %a' /run/gestured)" = 'root root 755'

# gestured's side: a clone with one finger down. It then waits.
cat >peer.py <<'PEER'
import array, os, socket, struct, sys, time
keeper = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
try:
    keeper.connect("/run/gestured/filter.sock")
except PermissionError:
    sys.exit("refused")
keeper.send(struct.pack("=IIII", 1, 0, 1, 0))
if not keeper.recv(4096):
    sys.exit("closed")
axes = [(0, 0, 0)] * 14
axes[5], axes[6] = (0, 1079, 12), (0, 1919, 12)
texts = [b""] * 11
texts[2] = b"seat-kitchen"
request = struct.pack("=IIQ5H2BII80s", 2, 0, 5, 3, 0x1209, 1, 1, 10, 0, 0, int(sys.argv[1]), 3 << 5, b"Machine clone")
request += b"".join(struct.pack("=iii", *axis) for axis in axes) + b"".join(struct.pack("=128s", text) for text in texts) + bytes(4)
keeper.send(request)
answer, rights, _, _ = keeper.recvmsg(4096, socket.CMSG_LEN(4))
kind, number = struct.unpack_from("=II", answer)
if kind != 66:
    sys.exit(f"refused: {answer!r}")
pipe = array.array("i", rights[0][2])[0]
name = answer[20:].rstrip(b"\0").decode()
time.sleep(1)
frame = [(3, 47, 0), (3, 55, 0), (3, 57, 1), (3, 53, 500), (3, 54, 500), (1, 330, 1), (0, 0, 0)]
os.write(pipe, b"".join(struct.pack("=HHi", *event) for event in frame))
print(name, struct.unpack_from("=I", answer, 16)[0], flush=True)
time.sleep(600)
PEER
keeper_pid() { systemctl show --property=MainPID --value gestured-filter.service; }
# start_peer KEEP_MS: gestured's side, as its user; sets `peer`.
start_peer() {
  rm -f peer.out
  setpriv --reuid=gestured --regid=gestured --init-groups -- python3 peer.py "$1" >peer.out 2>peer.error &
  peer=$!
  processes="$processes $peer"
  within 20 test -s peer.out
}
# phys_of_clones: the clones that there are.
phys_of_clones() { cat /sys/devices/virtual/input/*/phys 2>/dev/null | grep -c '^gestured/'; }

as somebody python3 peer.py 0 >other 2>&1
check 'SEC-4 another user gets EACCES' grep -q '^refused$' other
check 'nothing runs until gestured connects' test "$(systemctl is-active gestured-filter.service)" = inactive
require 'gestured'"'"'s side gets a clone' start_peer 30000
check 'SEC-3 the keeper runs as a user of its own' test "$(ps -o user:20= -p "$(keeper_pid)" | tr -d ' ')" = gestured-filter
sysname=$(cut -d ' ' -f 1 peer.out)
clone=/dev/input/$(basename /sys/devices/virtual/input/"$sysname"/event*)
udevadm settle
check 'FLT-88 the clone has the seat of the request' sh -c "udevadm info --query=property --name=$clone | grep -qx ID_SEAT=seat-kitchen"
check 'FLT-93 a link leads to the clone' test "$(readlink -f /dev/input/gestured/touch0)" = "$clone"
check 'SEC-16 the group gestured has no access to it' negated sh -c "getfacl --absolute-names $clone | grep gestured"
check 'gestured does not read it' negated opens "$(main_pid)" "$clone"
setpriv --reuid=gestured --regid=gestured --init-groups -- timeout 10 python3 peer.py 0 >second 2>&1
check 'SEC-4 a second connection is closed' grep -qE 'closed|ConnectionReset|BrokenPipe' second
check 'SEC-4 the first is undisturbed' alive "$peer"
figure "gestured-filter resident $(sed -n 's/^VmRSS:[^0-9]*//p' "/proc/$(keeper_pid)/status")"
check 'SEC-14 at most 3 MB are resident' test "$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$(keeper_pid)/status")" -le 3072

# The keeper is upgraded while gestured's side is connected.
require 'the package is upgraded' dpkg --force-unsafe-io --install /payload/gestured-filter.deb
check 'an upgrade replaces the running keeper' within 10 runs_what_is_installed gestured-filter
kill -KILL "$peer"
require 'gestured'"'"'s side gets a clone of the new keeper' start_peer 30000

# A keeper that is killed takes its clones along. The next connection starts it again.
systemctl kill --signal=KILL gestured-filter.service
check 'FF-3 the clones go with a killed keeper' within 10 sh -c '! grep -q "^gestured/" /sys/devices/virtual/input/*/phys'
kill -KILL "$peer"
require 'the keeper starts again' start_peer 1000
kill -KILL "$peer"
check 'FF-23 the clone stays for a while' test "$(phys_of_clones)" -eq 1
check 'FF-23 and no longer' within 10 sh -c '! grep -q "^gestured/" /sys/devices/virtual/input/*/phys'
check 'FF-24 the keeper ends 30 s after gestured' within 60 sh -c 'test "$(systemctl is-active gestured-filter.service)" = inactive'
check 'and in order' test "$(systemctl show --property=Result --value gestured-filter.service)" = success
check 'its folder is gone' negated test -e /run/gestured-filter

# A gestured of another version connects. The keeper ends at once, so that the next connection starts the installed program.
require 'the keeper starts for a connection' start_peer 0
kill -KILL "$peer"
old=$(keeper_pid)
setpriv --reuid=gestured --regid=gestured --init-groups -- python3 - >other-version 2>&1 <<'PEER'
import socket, struct
keeper = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
keeper.connect("/run/gestured/filter.sock")
keeper.send(struct.pack("=IIII", 1, 0, 2, 0))
print("version", struct.unpack_from("=I", keeper.recv(4096), 8)[0], "then", keeper.recv(4096))
PEER
check 'FF-5 a gestured of another version is told the keeper'"'"'s, and not served' grep -qF "version 1 then b''" other-version
check 'FF-5 the keeper ends at once' within 10 sh -c "! test -e /proc/$old"
require 'FF-5 the next connection starts another one' start_peer 0
kill -KILL "$peer"
check 'SEC-13 its log has no place' negated sh -c "journalctl --no-pager -o cat -u gestured-filter.service | grep -E '(^|[^0-9])500([^0-9]|\$)'"

# From within a unit that is as the keeper's is.
cat >/usr/local/bin/probe-filter <<'PROBE'
#!/usr/bin/python3
import os, socket
def attempt(name, call):
    try:
        call()
        print(name, "done", flush=True)
    except OSError as error:
        print(name, "refused", error.errno, flush=True)
attempt("uinput", lambda: os.open("/dev/uinput", os.O_RDWR))
attempt("event", lambda: os.open("/dev/input/event0", os.O_RDONLY))
attempt("mem", lambda: os.open("/dev/mem", os.O_RDONLY))
attempt("shadow", lambda: os.open("/etc/shadow", os.O_RDONLY))
attempt("write", lambda: os.open("/run/gestured/mine", os.O_CREAT | os.O_WRONLY))
attempt("network", lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM))
attempt("netlink", lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW))
attempt("group", lambda: os.setgroups([0]))
PROBE
chmod 755 /usr/local/bin/probe-filter
like=gestured-filter
start_in_unit '/^\(NoExecPaths\|ExecPaths\|RuntimeDirectory\|RuntimeDirectoryMode\)=/d' /usr/bin/python3 /usr/local/bin/probe-filter
check 'SEC-3 from within the unit, uinput opens' grep -q '^uinput done' unit.out
for name in event mem shadow write network netlink group; do
  check "SEC-3 from within the unit, refused: $name" grep -q "^$name refused" unit.out
done
rm /usr/local/bin/probe-filter

require 'the package is purged' dpkg --force-unsafe-io --purge gestured-filter
systemctl daemon-reload
check 'SEC-1 a purge leaves no socket, no user and no unit' sh -c \
  '! test -e /run/gestured/filter.sock && ! getent passwd gestured-filter && test "$(systemctl show --property=LoadState --value gestured-filter.socket)" = not-found'
check 'and no access to uinput' negated sh -c 'getfacl --absolute-names /dev/uinput | grep gestured'
check 'gestured runs on' test "$(main_pid)" = "$daemon_before"
