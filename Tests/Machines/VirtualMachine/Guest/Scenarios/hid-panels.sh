# shellcheck shell=dash disable=SC2154
# Panels that speak HID, made through uhid and read by the kernel's own drivers. Fingers on each of them give gestures.
# Each file of Panels describes a class of products.

cat >panels.toml <<'END'
[recognizer.pointer]
kind = "hover"

[recognizer.tap]
kind = "tap"
passive = true

[recognizer.swipe]
kind = "swipe"
direction = ["left", "right", "up", "down"]
passive = true

[recognizer.long_press]
kind = "long_press"
passive = true

[recognizer.pan]
kind = "pan"
touches = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
passive = true

[recognizer.pinch]
kind = "pinch"
passive = true
END

# A panning finger that a report calls a palm and drops: the kernel makes two reports of it.
cat /Devices/palms.prop - >palm-lifts.events <<'END'
E: 0.000001 0003 0039 1
E: 0.000001 0003 0035 500
E: 0.000001 0003 0036 900
E: 0.000001 0000 0000 0
E: 0.020001 0003 0035 580
E: 0.020001 0000 0000 0
E: 0.040001 0003 0035 660
E: 0.040001 0000 0000 0
E: 0.060001 0003 0037 2
E: 0.060001 0003 0039 -1
E: 0.060001 0000 0000 0
END
# A contact that lands as a palm, and would be a tap.
cat /Devices/palms.prop - >palm-taps.events <<'END'
E: 0.000001 0003 0039 2
E: 0.000001 0003 0035 500
E: 0.000001 0003 0036 900
E: 0.000001 0003 0037 2
E: 0.000001 0000 0000 0
E: 0.080001 0003 0039 -1
E: 0.080001 0000 0000 0
END
# A pen: near, down, up, away.
cat /Devices/pen.prop - >pen.events <<'END'
E: 0.000001 0001 0140 1
E: 0.000001 0003 0000 5120
E: 0.000001 0003 0001 3200
E: 0.000001 0000 0000 0
E: 0.040001 0001 014a 1
E: 0.040001 0000 0000 0
E: 0.120001 0001 014a 0
E: 0.120001 0000 0000 0
E: 0.160001 0001 0140 0
E: 0.160001 0000 0000 0
END

# touchscreen_of: sets `node` to the node of the panel that udev calls a touchscreen.
touchscreen_of() {
  for node in $nodes; do
    node=/dev/input/$node
    ! has_property "$node" ID_INPUT_TOUCHSCREEN=1 || return 0
  done
  return 1
}

# test_panel NAME DRIVER FINGERS: plugs in a panel and plays recordings for its number of fingers.
test_panel() {
  local panel=$1 fingers=$3 name
  name=$(sed -n 's/^name //p' "/Guest/Panels/$panel.panel")
  check "$panel: the panel is made" plug_panel "$panel" || return
  check "$panel: udev calls it a touchscreen" touchscreen_of || return
  check "$panel: it is read by $2" test "$(driver_of "$node")" = "$2"
  check "$panel: the daemon reads it" within 5 opens "$daemon" "$node"
  check "$panel: it has $fingers fingers on 90 by 160 mm, as it claims" \
    within 5 sees client '"state":"added"' "\"name\":\"$name" '"size":[90,160]' "\"max_touches\":$fingers"
  timeout 10 gestured --list-devices >list 2>list.error
  check "$panel: --list-devices says that it is used" row_says "$node" "$name" 'used'
  check "$panel: and does not say that it is not" negated row_says "$node" "$name" 'not used'

  play_on_panel /recordings/kind-tap.events
  check "$panel: a tap" within 5 told '"kind":"tap"' '"state":"ended"' '"touch_count":1'
  play_on_panel /recordings/kind-swipe.events
  check "$panel: a swipe" within 5 told '"kind":"swipe"' '"direction":"right"'
  play_on_panel /recordings/kind-long_press.events
  check "$panel: a long press" within 5 told '"kind":"long_press"' '"state":"ended"'
  if [ "$fingers" -gt 1 ]; then
    play_on_panel /recordings/kind-pinch.events
    check "$panel: a pinch" within 5 told '"kind":"pinch"' '"state":"ended"'
    play_on_panel "/recordings/drag-$fingers.events"
    check "$panel: a pan of $fingers fingers" within 5 told '"kind":"pan"' '"state":"ended"' "\"touch_count\":$fingers"
  fi
}

# test_palms NAME: contacts without the panel's confidence are no fingers.
test_palms() {
  play_on_panel "$PWD/palm-lifts.events"
  check "$1: a pan whose finger turns out a palm is cancelled" within 5 told '"kind":"pan"' '"state":"cancelled"'
  check "$1: and does not end" negated told '"kind":"pan"' '"state":"ended"'
  play_on_panel "$PWD/palm-taps.events"
  quiet client
  check "$1: a palm does not tap" negated told '"type":"gesture"'
  play_on_panel /recordings/kind-tap.events
  check "$1: a finger after it does" within 5 told '"kind":"tap"' '"state":"ended"'
}

# test_pen NAME: the other device of a screen with a pen.
test_pen() {
  local touchscreen=$node name
  for name in $nodes; do
    ! has_property "/dev/input/$name" ID_INPUT_TABLET=1 || node=/dev/input/$name
  done
  check "$1: udev calls the other one a tablet" test "$node" != "$touchscreen"
  check "$1: the daemon reads the pen" within 5 opens "$daemon" "$node"
  play_on_panel "$PWD/pen.events"
  quiet client
  since "$lines" client >told.lines
  check "$1: the pen hovers, taps, hovers and goes" test \
    "$(gestures told.lines | shapes | cut -d '"' -f 4,12 | grep -v changed | tr '"\n' '  ')" = \
    'pointer began pointer ended tap ended pointer began pointer ended '
}

# unplug_panel NAME: unplugs the panel, with all fingers down where a recording leaves them so.
unplug_panel() {
  exec 4>&-
  within 5 negated alive "$device"
  check "$1: the client hears that it is gone" within 5 told '"type":"device"' '"state":"removed"'
}

gestured --config panels.toml >daemon.out 2>daemon.log &
daemon=$!
processes="$processes $daemon"
require 'the daemon starts' within 10 test -S "$socket"
require 'a client gets hello' subscribe client

test_panel ten hid-multitouch 10
test_palms ten
unplug_panel ten
test_panel hybrid hid-multitouch 10
test_palms hybrid
unplug_panel hybrid
test_panel serial hid-multitouch 5
unplug_panel serial
test_panel one hid-multitouch 1
unplug_panel one
test_panel single hid-generic 1
unplug_panel single
test_panel pen-and-touch hid-multitouch 5
test_palms pen-and-touch
test_pen pen-and-touch
unplug_panel pen-and-touch
quiet client
check 'every gesture ended once' balanced client
