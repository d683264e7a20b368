# shellcheck shell=dash disable=SC2154
# D4: a panel with a loose plug. It is plugged 200 times under one name, each time touched, mostly too short for the
# daemon to open it. Mostly it gets its old number again. LiveSourceTests, a unit test, does the same a thousand times
# in no time.

times=200

require 'the daemon starts' start_daemon
require 'a client gets hello' subscribe client
usleep 200000
open=$(descriptors)

before=$(now_ms)
check "D4 a panel is plugged in and out $times times" panels replug "$times" 'Loose panel'
udevadm settle --timeout=60
took=$(($(now_ms) - before))

# as_many_gone: true when each panel that the daemon has read is removed.
as_many_gone() {
  [ "$(grep -c '"state":"added"' client)" -eq "$(grep -c '"state":"removed"' client)" ]
}
check 'D4 each that was read is told to be gone' within 20 as_many_gone
read=$(grep -c '"state":"added"' client)
echo "# D4 $times replugs in $took ms, $read of them read before they were gone" >&3
check 'D4 a good part of them stayed for long enough to be read' test "$read" -ge $((times / 20))
check 'D4 no descriptor is left' within 5 sh -c "[ \$(ls /proc/$daemon/fd | wc -l) -eq $open ]"
check 'every gesture ended once' balanced client

require 'the panel is plugged in for good' plug /Devices/phone.prop
require 'the daemon reads it' within 10 opens "$daemon" "$node"
# shellcheck disable=SC2010,SC2012
check 'D4 it is open once' test "$(ls -l "/proc/$daemon/fd" | grep -c " $node\$")" -eq 1
play tap.events
check 'D4 a tap on it arrives' within 10 sees client '"kind":"tap"' '"state":"ended"' '"touch_count":1'
check 'the daemon lives' alive "$daemon"
