# shellcheck shell=dash disable=SC2154,SC2016
# An upgrade while fingers move and clients connect. Streams end with bye, and a client that connects again misses only the gap.

require 'a touchscreen is plugged in' plug /payload/Devices/phone.prop
require 'the service reads it' within 10 opens "$(main_pid)" "$node"
old=$(main_pid)
echo '# mine' >>/etc/gestured/gestured.toml
echo '[touch]' >/etc/gestured/conf.d/mine.toml

# Connects again whenever its stream ends, and keeps all lines. It also records how often it was refused, and the length
# of the gap.
cat >faithful.py <<'FAITHFUL'
import socket, sys, time
out = open("faithful.lines", "wb", buffering=0)
refused = 0
lost = None
gap = 0.0
while True:
    client = socket.socket(socket.AF_UNIX)
    try:
        client.connect("/run/gestured/events.sock")
    except OSError:
        refused += 1
        time.sleep(0.02)
        continue
    while True:
        try:
            data = client.recv(65536)
        except ConnectionError:
            break
        if not data:
            break
        if lost is not None:
            gap = max(gap, time.monotonic() - lost)
            lost = None
            open("faithful.report", "w").write(f"{refused} {round(gap * 1000)}\n")
        out.write(data)
    lost = time.monotonic()
FAITHFUL
python3 faithful.py &
processes="$processes $!"
within 10 grep -q '"type":"hello"' faithful.lines
python3 - >load.log 2>&1 <<'LOAD' &
import socket
clients = []
for _ in range(40):
    client = socket.socket(socket.AF_UNIX)
    client.connect("/run/gestured/events.sock")
    clients.append(client)
import time
time.sleep(100)
LOAD
processes="$processes $!"
play tap.events
within 5 sees faithful.lines '"kind":"tap"' '"state":"ended"'
begin_pan_line='"kind":"pan"'
play held-pan.events
within 5 sees faithful.lines "$begin_pan_line" '"state":"began"'

start=$(now_ms)
require 'the package is upgraded' dpkg --force-unsafe-io --force-confold --install /payload/next.deb
figure "upgraded in $(($(now_ms) - start)) ms"
check 'another process serves' within 10 serves_again "$old"
check 'clients were told bye, with the reason' sees faithful.lines '"type":"bye"' '"reason":"stopping"'
check 'the pan that ran was cancelled before' sees faithful.lines '"kind":"pan"' '"state":"cancelled"'
check 'the client is served again' within 10 sh -c '[ "$(grep -c "\"type\":\"hello\"" faithful.lines)" -ge 2 ]'
read -r refused gap <faithful.report
figure "the upgrade: $refused connects refused, a gap of $gap ms"
check 'it was never refused' test "$refused" -eq 0
play lift-two.events
within 10 opens "$(main_pid)" "$node"
quiet faithful.lines
lines=$(wc -l <faithful.lines)
play tap.events
check 'and hears of the next gesture' within 5 sh -c "tail -n +$((lines + 1)) faithful.lines | grep -q '\"kind\":\"tap\"'"
check 'every gesture ended once' balanced_runs faithful.lines
check 'what was changed by hand is kept' grep -q '^# mine' /etc/gestured/gestured.toml
check 'and what was added' test -e /etc/gestured/conf.d/mine.toml
check 'groups keep their members' sh -c 'id -nG listener | grep -qw gestured-clients'
