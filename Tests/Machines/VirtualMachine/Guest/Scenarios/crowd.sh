# shellcheck shell=dash disable=SC2154
# D24: a hundred devices appear and disappear at once, among a thousand notices of udev that do not concern the daemon.

require 'the daemon starts' start_daemon
require 'a client gets hello' subscribe client
usleep 200000
open=$(descriptors)

before=$(now_ms)
require 'a hundred devices are made' make_panels 100 'Crowd panel'
made=$(now_ms)
check 'D24 the daemon reads all of them' within 40 has 100 client '"state":"added"'
echo "# D24 100 devices: made in $((made - before)) ms, all read after $(($(now_ms) - before)) ms" >&3
check 'D24 a descriptor each' test "$(descriptors)" -eq $((open + 100))
udevadm settle --timeout=20

woken=$(wake_ups)
told=0
while [ "$told" -lt 1000 ]; do
  udevadm trigger --subsystem-match=tty --action=change
  # shellcheck disable=SC2012
  told=$((told + $(ls /sys/class/tty | wc -l)))
done
udevadm settle --timeout=30
woken=$(($(wake_ups) - woken))
echo "# D24 $told events of others woke the daemon $woken times" >&3
check 'D24 a thousand events of others do not wake it' test "$woken" -le 10

before=$(now_ms)
end_panels
check 'D24 it hears that all of them are gone' within 40 has 100 client '"state":"removed"'
echo "# D24 100 devices gone, the last of them seen after $(($(now_ms) - before)) ms" >&3
check 'D24 no descriptor is left' within 5 sh -c "[ \$(ls /proc/$daemon/fd | wc -l) -eq $open ]"

check 'the daemon lives' alive "$daemon"
