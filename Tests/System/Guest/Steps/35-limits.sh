# shellcheck shell=dash disable=SC2154,SC2016
# P10, P13: a service that dies again and again is given up, and crowds of clients that never read do not take its memory.

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

deaths=0
while [ "$deaths" -lt 20 ] && [ "$(systemctl is-active gestured.service)" != failed ]; do
  process=$(main_pid)
  if [ "$process" -gt 0 ]; then
    kill -KILL "$process" && deaths=$((deaths + 1))
  fi
  usleep 300000
done
check 'P10 a service that dies again and again is given up' \
  test "$(systemctl is-failed gestured.service)" = failed
check 'P10 and the journal says why' journal_has 'Start request repeated too quickly'
figure "given up after $deaths deaths"
systemctl reset-failed gestured.service gestured.socket
check 'P10 and started by hand it runs' systemctl restart gestured.service
check 'P10 with its socket' subscribe_as listener client.after
