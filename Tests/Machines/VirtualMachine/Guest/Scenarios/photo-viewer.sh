# shellcheck shell=dash disable=SC2154
# config/examples/photo-viewer.toml, played through the kernel. The picture is dragged and held; the screen is swiped,
# tapped, zoomed and turned. Each finger makes the intended gesture.

example=/config/examples/photo-viewer.toml

# use FILE: runs the daemon with a configuration and a new client; the device stays.
use() {
  mkdir -p /etc/gestured
  cp "$1" /etc/gestured/gestured.toml
  [ -z "$daemon" ] || stop "$daemon"
  require 'the daemon starts' start_daemon
  require 'the daemon reads the device' within 5 opens "$daemon" "$node"
  require 'a client gets hello' subscribe client
}

# story RECORDING: plays a recording; `story` gets its gesture lines.
story() {
  local before
  before=$(wc -l <client)
  play "$1.events"
  quiet client
  since "$before" client | gestures >story
}

# told RECOGNIZER STATE…: true when the story has exactly these gesture lines, updates aside.
told() {
  grep -oE '"recognizer":"[a-z_]+"|"state":"(began|ended|cancelled)"' story | grep -v changed |
    awk -F '"' '$2 == "recognizer" { name = $4 } $2 == "state" { print name, $4 }' >told.log
  cat told.log
  [ "$(tr '\n' ',' <told.log)" = "$1" ]
}

require 'the device is made' plug /Devices/table.prop
use "$example"

story viewer-flick
check 'SEQ-7a a flick is the swipe alone' told 'swipe_right ended,'
story viewer-slow-drag
check 'SEQ-7b a slow drag begins once both swipes have failed' told 'drag began,drag ended,'
story viewer-drag-down
check 'SEQ-7c a drag downwards begins as soon as it is no swipe' told 'drag began,drag ended,'
story tap-table
check 'SEQ-7e a tap on the picture is a tap of the screen' told 'tap ended,'
story viewer-hold
check 'SEQ-7f ARB-45 with require_not_begun a finger that rests opens the menu before it lifts' \
  told 'menu began,menu ended,'

# The same without the relations, so that the conflict shows.
grep -v '^require_to_fail' "$example" >conflict.toml
use conflict.toml
story viewer-flick
check 'SEQ-7d without the requirement the drag begins first, and no swipe comes' told 'drag began,drag ended,'

sed 's/^require_not_begun/require_to_fail/' "$example" >waiting.toml
use waiting.toml
story viewer-hold
check 'SEQ-7f when it requires the drag to fail, the menu comes with the lift' told 'menu began,menu ended,'
menu_waits() {
  grep '"state":"began"' story | grep -oE '"time":[0-9.]+' >began
  grep '"state":"ended"' story | grep -oE '"time":[0-9.]+' >ended
  cmp began ended
}
check 'SEQ-7f its began and ended are one event, that of the lift' menu_waits

cat >together.toml <<'END'
[recognizer.pan]
kind = "pan"
touches = 2
simultaneous_with = ["pinch", "rotation"]

[recognizer.pinch]
kind = "pinch"
simultaneous_with = ["rotation"]

[recognizer.rotation]
kind = "rotation"
END
use together.toml
story viewer-pivot
# A client resets the values in each callback only if it asks for this, so the scenario checks the totals.
all_three() {
  for each in pan pinch rotation; do
    sees story "\"recognizer\":\"$each\"" '"state":"began"' || return 1
    sees story "\"recognizer\":\"$each\"" '"state":"ended"' || return 1
  done
}
check 'SEQ-9 pan, pinch and rotation go on together, each from its own threshold' all_three
check 'each gesture has one end' balanced client
