# shellcheck shell=dash disable=SC2154
# The daemon allocates nothing between read(2) of a node and send(2) to a client, from the first gesture line to the
# last. Meanwhile fingers land, move, tap, swipe, rest and lift, deadlines fire, and the daemon asks the device for
# resting fingers.

# allocates_nothing LINES: true when the report has at least that many lines, and no allocation.
allocates_nothing() {
  cat report
  [ "$(sed -n 's/^lines //p' report)" -ge "$1" ] && grep -qx 'allocations 0' report
}

require 'a panel is made' plug /Devices/phone.prop
phone=$node
require 'the device is made' plug /recordings/live/bundled-demo.events
require 'the daemon starts' \
  start_daemon env LD_PRELOAD=/usr/lib/count-allocations.so ALLOCATIONS_REPORT="$PWD/report"
require 'the daemon reads the device' within 5 opens "$daemon" "$node"
require 'a client gets hello' subscribe client

# Two fingers rest for longer than silence_ms, then move again.
evemu-play "$phone" </recordings/held-pan.events
sleep 3
evemu-play "$phone" </recordings/lift-two.events
evemu-play "$node" </recordings/live/bundled-demo.events
evemu-play "$node" </recordings/live/bundled-ten-fingers.events
quiet client
check 'SIGTERM ends the daemon with 0' stop "$daemon"
check 'nothing is allocated from read to write' allocates_nothing 300
