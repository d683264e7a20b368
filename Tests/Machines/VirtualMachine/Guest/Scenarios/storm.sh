# shellcheck shell=dash disable=SC2154
# D23: ten fingers at 10,000 frames a second, and a reader that stops for half a second in the middle of it.

export STORM_MS=800

# ticks: the daemon's processor time, in hundredths of a second.
ticks() {
  awk '{ print $14 + $15 }' "/proc/$daemon/stat"
}

# storm NUMBER: runs the next storm to its end.
storm() {
  kill -USR1 "$panels"
  within 40 has "$1" panels.out frames
}

require 'the daemon starts' start_daemon
require 'a client gets hello' subscribe client
require 'the device is made' make_panels 1 'Storm panel'
require 'the daemon reads it' within 10 has 1 client '"state":"added"'

used=$(ticks)
before=$(now_ms)
require 'D23 a storm passes' storm 1
used=$(($(ticks) - used))
echo "# D23 10 fingers, $(tail -n 1 panels.out): the daemon had $((used * 1000 / ($(now_ms) - before))) % of a processor," \
  "the log tells of $(grep -c 'dropped events' daemon.log) losses" >&3
quiet client
check 'D23 a pan of ten fingers comes of it' sees client '"kind":"pan"' '"state":"began"' '"touch_count":10'
check 'D23 every gesture ended once' balanced client

lines=$(wc -l <client)
kill -USR1 "$panels"
require 'a pan begins' within 20 has 2 client '"state":"began"'
kill -STOP "$daemon"
usleep 500000
kill -CONT "$daemon"
check 'D23 after 500 ms in which nobody read the log tells of a loss' \
  within 10 grep -q 'dropped events\|read too late' daemon.log
require 'the storm passes' within 40 has 2 panels.out frames
quiet client
check 'D23 every gesture ended once, still' balanced client

lines=$(wc -l <client)
require 'a third storm passes' storm 3
quiet client
since "$lines" client >client.after
check 'D23 after that a pan of ten fingers comes again' \
  sees client.after '"kind":"pan"' '"state":"began"' '"touch_count":10'
check 'D23 and ends with its fingers, whatever was lost while they moved' \
  sees client.after '"kind":"pan"' '"state":"ended"'
check 'the daemon lives' alive "$daemon"
