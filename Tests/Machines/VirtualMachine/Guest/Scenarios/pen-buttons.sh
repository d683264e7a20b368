# shellcheck shell=dash disable=SC2154
# A pen with two buttons, an eraser and tilt, made through uhid and read by the kernel's own driver. Its button counts in the
# air and on the screen. Its eraser is a type of its own, and may become the tip without lifting.

cat >pen.toml <<'END'
[recognizer.pointer]
kind = "hover"

[recognizer.tap]
kind = "tap"
passive = true

[recognizer.menu]
kind = "tap"
passive = true
button_mask = 2

[recognizer.draw]
kind = "pan"
allowed_touch_types = "pen"

[recognizer.erase]
kind = "pan"
allowed_touch_types = "eraser"
END

# Near, its first button in the air, a tap with it, the button up, away. It leans.
cat /Devices/pen.prop - >button.events <<'END'
E: 0.000001 0001 0140 1
E: 0.000001 0003 0000 5120
E: 0.000001 0003 0001 3200
E: 0.000001 0003 001a 30
E: 0.000001 0000 0000 0
E: 0.040001 0001 014b 1
E: 0.040001 0000 0000 0
E: 0.080001 0001 014a 1
E: 0.080001 0000 0000 0
E: 0.140001 0001 014a 0
E: 0.140001 0000 0000 0
E: 0.180001 0001 014b 0
E: 0.180001 0000 0000 0
E: 0.220001 0001 0140 0
E: 0.220001 0000 0000 0
END
# The tip and then the eraser tap, without a button.
cat /Devices/pen.prop - >tip.events <<'END'
E: 0.000001 0001 0140 1
E: 0.000001 0001 014a 1
E: 0.000001 0000 0000 0
E: 0.060001 0001 014a 0
E: 0.060001 0000 0000 0
E: 0.080001 0001 0140 0
E: 0.080001 0000 0000 0
END
# The eraser wipes to the right, and in the middle of the way it is the tip.
{
  cat /Devices/pen.prop
  echo 'E: 0.000001 0001 0141 1'
  echo 'E: 0.000001 0001 014a 1'
  echo 'E: 0.000001 0003 0001 3200'
  for step in 1 2 3 4 5 6 7 8 9; do
    printf 'E: 0.0%d0001 0003 0000 %d\nE: 0.0%d0001 0000 0000 0\n' $step $((2000 + step * 200)) $step
  done
  echo 'E: 0.100001 0001 0141 0'
  echo 'E: 0.100001 0001 0140 1'
  echo 'E: 0.100001 0000 0000 0'
  for step in 1 2 3 4 5 6 7 8 9; do
    printf 'E: 0.1%d0001 0003 0000 %d\nE: 0.1%d0001 0000 0000 0\n' $step $((4000 + step * 200)) $step
  done
  echo 'E: 0.200001 0001 014a 0'
  echo 'E: 0.200001 0000 0000 0'
  echo 'E: 0.220001 0001 0140 0'
  echo 'E: 0.220001 0000 0000 0'
} >turned.events

# touched FIELD…: true when the daemon's dump has a line of touches with all these fields.
touched() {
  sees daemon.out '"type":"touches"' "$@"
}

# hovers PATTERN: true when the hover's lines since the last recording, as states and buttons, fit the whole pattern. Repeated ones
# count once.
hovers() {
  since "$lines" client >told.lines
  gestures told.lines | grep '"kind":"hover"' | grep -oE '"state":"[a-z]+"|"buttons":[0-9]+' | cut -d : -f 2 |
    paste -d ' ' - - | tr -d '"' | uniq | tr '\n' ',' | grep -qxE "$1"
}

gestured --config pen.toml --dump --format json --socket "$socket" >daemon.out 2>daemon.log &
daemon=$!
processes="$processes $daemon"
require 'the daemon starts' within 10 test -S "$socket"
require 'a client gets hello' subscribe client
require 'the pen is made' plug_panel pen
node=/dev/input/$nodes
check 'udev calls it a tablet' has_property "$node" ID_INPUT_TABLET=1
check 'it is read by hid-generic' test "$(driver_of "$node")" = hid-generic
require 'the daemon reads the pen' within 5 opens "$daemon" "$node"

play_on_panel "$PWD/button.events"
quiet client
check 'a button in the air changes the hover' hovers \
  'began 0,(changed 0,)?changed 2,ended 2,began 2,(changed 2,)?changed 0,ended 0,'
check 'the hover says how the pen leans' told '"kind":"hover"' '"altitude":1.04' '"azimuth":0'
check 'a tap with the first button is that of mask 2' told '"recognizer":"menu"' '"state":"ended"'
check 'and not that of the tip' negated told '"recognizer":"tap"'
check 'the touch has the button and the lean' touched '"phase":"began"' '"type":"pencil"' '"buttons":2' '"altitude":1.04'

play_on_panel "$PWD/tip.events"
check 'a tap with the tip alone is the tip'\''s' within 5 told '"recognizer":"tap"' '"state":"ended"'
check 'and not that of mask 2' negated told '"recognizer":"menu"'

play_on_panel "$PWD/turned.events"
quiet client
since "$lines" client >told.lines
check 'the eraser erases to its end, and the tip draws from there' test \
  "$(gestures told.lines | grep '"kind":"pan"' | shapes | grep -v changed | cut -d '"' -f 4,12 | tr '"\n' '  ')" = \
  'erase began erase ended draw began draw ended '
check 'the eraser is a type of its own' touched '"phase":"began"' '"type":"eraser"'

exec 4>&-
within 5 negated alive "$device"
check 'the client hears that it is gone' within 5 told '"type":"device"' '"state":"removed"'
check 'every gesture ended once' balanced client
