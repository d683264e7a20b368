# shellcheck shell=dash disable=SC2154
# TCH-33: a kernel repeats no coordinate that a slot has already. So --record first writes the contents of the slots. In a replay, and on
# a new panel that plays the recording, a touch is at its old place.

# tap_places: the places of taps in the lines of the input.
tap_places() {
  grep '"kind":"tap"' | grep -o '"location":\[[^]]*\]'
}

# record FILE CHECK: begins a recording, whose head is written once the state was read. `$recorder` is its process.
record() {
  gestured --record "$node" >"$1" 2>recorder.log &
  recorder=$!
  processes="$processes $recorder"
  require "$2" within 5 test -s "$1"
}

begin /Devices/phone.prop
play tap.events
quiet client

lines=$(wc -l <client)
record recorded.events '--record reads the device'
play tap.events
quiet client
stop "$recorder"
since "$lines" client | tap_places >live
check 'a tap in the same place arrives' test -s live
check 'its place is in the recording' grep -q ' 0003 0036 0*[1-9]' recorded.events

timeout 20 gestured --replay recorded.events --dump --format json 2>replay.log | tap_places >replayed
check 'TCH-33 the replay has it there' cmp live replayed
check 'nothing is missing in the recording' negated test -s replay.log

unplug
lines=$(wc -l <client)
require 'another panel is made' plug recorded.events
require 'the daemon reads it' within 5 opens "$daemon" "$node"
evemu-play "$node" <recorded.events
quiet client
since "$lines" client | tap_places >played
check 'TCH-33 a new panel that plays the recording has it there' cmp live played

# A finger that was down before the recording makes no touch. The same holds for a daemon that starts then.
play press.events
record pressed.events '--record reads the touched device'
play lift.events
quiet client
stop "$recorder"
timeout 20 gestured --replay pressed.events --dump --format json | gestures >pressed
check 'TCH-34 nothing comes of a finger that was down before' negated test -s pressed
