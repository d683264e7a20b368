# shellcheck shell=dash disable=SC2154,SC2016,SC2034
# P10, P13, X9: crowds of clients that never read do not take the service's memory. A crash under fingers reveals nothing about them. A
# service that keeps crashing rests, and starts again later.

require 'a touchscreen is plugged in' plug /payload/Devices/phone.prop
require 'the service reads it' within 10 opens "$(main_pid)" "$node"

cat >crowd.py <<'CROWD'
import socket, sys, time
clients = []
for number in range(int(sys.argv[1])):
    client = socket.socket(socket.AF_UNIX)
    client.connect("/run/gestured/events.sock")
    client.sendall(b'{"command":"subscribe"}\n')
    clients.append(client)
open("crowd.ready", "w").close()
time.sleep(100)
CROWD
process=$(main_pid)
python3 crowd.py 600 >crowd.log 2>&1 &
crowd=$!
processes="$processes $crowd"
require 'P13 six hundred clients come that never read' within 60 test -e crowd.ready
for _ in 1 2 3; do play kind-swipe.events; done
subscribe_as listener client
play tap.events
check 'P13 one that reads is served all the same' within 10 sees client '"kind":"tap"' '"state":"ended"'
peak=$(cat /sys/fs/cgroup/system.slice/gestured.service/memory.peak)
figure "600 clients that never read: the unit took $((peak / 1024)) KiB at most, of $(($(systemctl show --property=MemoryMax --value gestured.service) / 1024)) KiB"
check 'P13 it is one process still' test "$(main_pid)" = "$process"
kill -KILL "$crowd"

# The real figures are in the unit, which SecurityTests checks. Small figures suffice to test systemd's behavior.
mkdir -p /run/systemd/system/gestured.service.d /run/systemd/system/gestured-retry.timer.d
printf '[Unit]\nStartLimitIntervalSec=6s\nStartLimitBurst=2\n' >/run/systemd/system/gestured.service.d/limit.conf
printf '[Timer]\nOnActiveSec=\nOnActiveSec=7s\nOnUnitInactiveSec=7s\n' >/run/systemd/system/gestured-retry.timer.d/soon.conf
systemctl daemon-reload
systemctl restart gestured.service
within 10 opens "$(main_pid)" "$node"

# own_words: the service's own log lines, without systemd's lines about it.
own_words() {
  journalctl --sync
  journalctl --no-pager --quiet -o cat _SYSTEMD_UNIT=gestured.service
}

# die SIGNAL: kills the service until systemd gives up; sets `deaths`.
die() {
  local process last=0
  deaths=0
  while [ "$deaths" -lt 12 ] && [ "$(systemctl is-active gestured.service)" != failed ]; do
    process=$(main_pid)
    if [ "$process" -gt 0 ] && [ "$process" != "$last" ]; then
      kill -"$1" "$process" && deaths=$((deaths + 1)) && last=$process
    fi
    usleep 50000
  done
}

require 'a client listens' subscribe_as listener client.crash
play held-pan.events
require 'a pan begins' within 5 sees client.crash '"kind":"pan"' '"state":"began"'
grep -oE '"location":\[[^]]*' client.crash | grep -oE '[0-9]+\.[0-9]{2,}' | sort -u >places
own_words >words.before
die ILL
figure "given up after $deaths deaths"
own_words | tail -n "+$(($(wc -l <words.before) + 1))" >words
check 'X9 a crash under fingers writes no place' negated grep -wFf places words
check 'X9 and no memory' negated grep -qiE 'crash|thread|register|backtrace|0x[0-9a-f]{6}' words
check 'P10 a service that dies again and again is given up' \
  test "$(systemctl is-failed gestured.service)" = failed
check 'P10 and the journal says why' journal_has 'Start request repeated too quickly'
begun=$(now_ms)
check 'P10 it is tried again, and its socket is there again' within 20 subscribe_as listener client.after
figure "served again, by the timer of 7 s, after $(($(now_ms) - begun)) ms"
within 10 opens "$(main_pid)" "$node"
play lift-two.events
play tap.events
check 'P10 and gestures come' within 5 sees client.after '"kind":"tap"' '"state":"ended"'

die KILL
check 'P10 given up once more, it will be tried once more' \
  within 5 sh -c '[ "$(systemctl is-active gestured-retry.timer)" = active ]'
systemctl stop gestured.service
check 'P10 but not where somebody has stopped it' \
  within 5 sh -c '[ "$(systemctl is-active gestured-retry.timer)" = inactive ]'
rm -r /run/systemd/system/gestured.service.d /run/systemd/system/gestured-retry.timer.d
systemctl daemon-reload
systemctl reset-failed gestured.service gestured.socket
check 'P10 and started by hand it runs' systemctl restart gestured.service
check 'P10 with its socket' subscribe_as listener client.last

# The unit's own figures. The service is killed as soon as systemd has started it, until systemd gives up.
# crash_on: sets `deaths`.
crash_on() {
  local process last=0
  deaths=0
  while [ "$deaths" -lt 40 ] && [ "$(systemctl is-active gestured.service)" != failed ]; do
    process=$(main_pid)
    if [ "$process" -gt 0 ] && [ "$process" != "$last" ]; then
      kill -KILL "$process" 2>/dev/null && deaths=$((deaths + 1)) && last=$process
    fi
    usleep 10000
  done
}
# Each look costs the host some milliseconds, and the waits are long.
poll_us=500000
systemctl enable --quiet gestured-raw.socket
systemctl restart gestured-raw.socket gestured.service
begun=$(now_ms)
crash_on
figure "given up after $deaths deaths in $(($(now_ms) - begun)) ms"
check 'P10 a service that crashes as fast as it starts is given up' test "$(systemctl is-failed gestured.service)" = failed
check 'P10 and will be tried again' test "$(systemctl is-active gestured-retry.timer)" = active
check 'P10 it serves again after fast crashes' within 120 sh -c '[ "$(systemctl is-active gestured.service)" = active ]'
figure "tried again $(($(now_ms) - begun)) ms after the first crash"
check 'P10 with its socket, too' subscribe_as listener client.fast
check 'P10 and with the raw one' test "$(systemctl is-active gestured-raw.socket)" = active

# It is started by hand while the timer waits, and crashes again: systemd refuses the start of the timer.
crash_on
usleep 50000000
systemctl reset-failed gestured.service gestured.socket
systemctl start gestured.service
crash_on
figure "given up once more, $(($(now_ms) - begun)) ms after the first crash"
check 'P10 it serves again where the timer came too early' within 220 sh -c '[ "$(systemctl is-active gestured.service)" = active ]'
figure "tried again $(($(now_ms) - begun)) ms after the first crash"
systemctl disable --quiet gestured-raw.socket
systemctl stop gestured-raw.socket
poll_us=20000
systemctl restart gestured.service
