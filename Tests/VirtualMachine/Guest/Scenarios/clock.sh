# shellcheck shell=dash disable=SC2154
# Stamps are the kernel's CLOCK_MONOTONIC: what is done to the wall clock in the middle changes nothing.

# stamp: the whole seconds of the last tap that the client was told of.
stamp() {
  grep '"kind":"tap"' client | tail -n 1 | sed 's/.*"time":\([0-9]*\).*/\1/'
}

# near_uptime SECONDS: true when that was a moment ago.
near_uptime() {
  local uptime
  uptime=$(cut -d . -f 1 /proc/uptime)
  [ "$1" -le "$uptime" ] && [ "$1" -ge "$((uptime - 5))" ]
}

require 'the daemon starts' start_daemon
require 'a client gets hello' subscribe client
require 'the device is made' plug /Devices/phone.prop
require 'the daemon reads it' within 5 opens "$daemon" "$node"

play tap.events
require 'a tap arrives' within 5 sees client '"kind":"tap"' '"state":"ended"'
check 'TIM-4 its stamp is the time since the machine started' near_uptime "$(stamp)"

before=$(grep -c '"kind":"tap"' client)
date -s '2001-01-01 00:00:00' >/dev/null
play tap.events
more_taps() { [ "$(grep -c '"kind":"tap"' client)" -gt "$before" ]; }
require 'a tap after the wall clock was set back by years arrives' within 5 more_taps
check 'TIM-4, T1 its stamp is not the wall clock either' near_uptime "$(stamp)"
check 'the daemon lives' alive "$daemon"
