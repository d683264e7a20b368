# shellcheck shell=dash disable=SC2154
# Stamps are the kernel's CLOCK_MONOTONIC, so changes of the wall clock have no effect.

# stamp: the whole seconds of the last tap in the client's lines.
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

# The wall clock jumps to and fro by a year while fingers move.
swing() {
  while :; do
    date -s '2027-01-01 00:00:00'
    usleep 30000
    date -s '2025-01-01 00:00:00'
    usleep 30000
  done >/dev/null
}

# what_comes FILE: writes the lines of a tap, a long press, a drag and a flick to a file. Ones and zeros replace times,
# lengths, speeds and numbers.
what_comes() {
  local lines story
  lines=$(wc -l <client)
  for story in tap long_press pan swipe; do
    play "kind-$story.events"
    quiet client
  done
  since "$lines" client | gestures | grep -v '"state":"changed"' |
    sed -E 's/"(seq|time|sequence|gesture_id|duration)":[-0-9.e]+/"\1":1/g; s/"velocity":\[[^]]*\]/"velocity":[0,0]/g' >"$1"
}

# same_lines: true when the lines are the same with and without a swinging wall clock.
same_lines() {
  what_comes still
  swing &
  swinging=$!
  processes="$processes $swinging"
  what_comes swung
  kill "$swinging"
  cmp still swung
}

# A busy machine plays a story late, and a tap becomes a long press. So the story has three tries.
check 'T1 the same lines come while it jumps to and fro by years' any_of 3 same_lines
check 'T1 all gestures come while nobody touches the clock' test "$(grep -c . still)" -ge 7
