# shellcheck shell=dash disable=SC2154,SC2016
# The package is installed on a Debian that has its dependencies and no network. The service runs at once, and a first gesture needs no
# configuration.

require 'the machine is up' within 60 sh -c 'systemctl is-system-running | grep -qE "running|degraded"'
start=$(now_ms)
require 'the package is installed' dpkg --force-unsafe-io --install /payload/gestured.deb
figure "installed in $(($(now_ms) - start)) ms"
check 'the service runs' test "$(systemctl is-active gestured.service)" = active
check 'and is enabled, with its socket' \
  test "$(systemctl is-enabled gestured.service gestured.socket | paste -s -d ' ' -)" = 'enabled enabled'
check 'the socket for raw touches is not' test "$(systemctl is-enabled gestured-raw.socket)" = disabled
check 'the socket is systemd'"'"'s, for the group' \
  test "$(stat -c '%U %G %a' "$socket")" = 'root gestured-clients 660'
check 'in a folder of root' test "$(stat -c '%U %G %a' /run/gestured)" = 'root root 755'
check 'systemd-analyze verify says nothing' test -z "$(systemd-analyze verify --man=no \
  /lib/systemd/system/gestured.service /lib/systemd/system/gestured.socket /lib/systemd/system/gestured-raw.socket \
  /lib/systemd/system/gestured-failed.service /lib/systemd/system/gestured-retry.timer 2>&1)"
check 'systemd-analyze security is at most 1.0' \
  systemd-analyze security --threshold=10 gestured.service
figure "exposure $(systemd-analyze security --no-pager gestured.service 2>/dev/null | sed -n 's/.*Overall exposure level for gestured.service: \([0-9.]*\).*/\1/p')"
check 'the configuration is a conffile' sh -c 'dpkg-query -W -f "\${Conffiles}" gestured | grep -q /etc/gestured/gestured.toml'
check 'what it may be configured with is right' gestured --check-config

# The users of the next steps.
useradd --create-home listener
useradd --create-home watcher
useradd --create-home somebody
useradd --create-home locker
adduser_to() { usermod --append --groups "$2" "$1"; }
adduser_to listener gestured-clients
adduser_to locker gestured-clients
adduser_to watcher gestured-raw

require 'a touchscreen is plugged in' plug /payload/Devices/phone.prop
require 'the service reads it, by the rule of its group' within 10 opens "$(main_pid)" "$node"
require 'a user in the group is served' subscribe_as listener client
play tap.events
check 'the first gesture needs no configuration' within 10 sees client '"kind":"tap"' '"state":"ended"' '"touch_count":1'
figure "resident $(sed -n 's/^VmRSS:[^0-9]*//p' "/proc/$(main_pid)/status"), of the unit $(systemctl show --property=MemoryCurrent --value gestured.service) bytes"

cat >long.py <<'LONG'
import socket
client = socket.socket(socket.AF_UNIX)
client.connect("/run/gestured/events.sock")
client.sendall(b'{"command":"ping"' + b" " * 4000 + b"}\n")
for line in client.makefile():
    if '"type":"reply"' in line:
        break
LONG
check 'a long request is answered' timeout 20 python3 long.py
# priorities PID: the priorities of a process's threads, the first thread's first.
priorities() {
  for thread in "/proc/$1/task"/*; do cut -d ' ' -f 19 "$thread/stat"; done | paste -s -d ' ' -
}
check 'the thread that reads touchscreens goes before the one that reads long requests' \
  test "$(priorities "$(main_pid)")" = '-10 0'
