# shellcheck shell=dash disable=SC2154
# A precision touchpad, made through uhid and read by the kernel's own driver. The daemon leaves it alone unless the configuration
# asks for it. Its fingers are then in the region that the pad stands for. Two fingers scroll and pinch there without touches.

cat >plain.toml <<'END'
[recognizer.tap]
kind = "tap"
END
cat >pad.toml <<'END'
[device.pad]
name = "Machine touchpad*"
touchpad = true
map = "drawing"

[region.drawing]
frame = ["50%", "50%", "50%", "50%"]
multiple = true

[recognizer.tap]
kind = "tap"
region = "drawing"
allowed_touch_types = "indirect"

[recognizer.finger]
kind = "tap"
allowed_touch_types = "finger"

[recognizer.scroll]
kind = "pan"
region = "drawing"
allowed_scroll_types = "continuous"

[recognizer.zoom]
kind = "pinch"
region = "drawing"
END

# start CONFIGURATION: the daemon with it; sets `daemon`.
start() {
  gestured --config "$1" --dump --format json --socket "$socket" >daemon.out 2>daemon.log &
  daemon=$!
  processes="$processes $daemon"
  within 10 test -S "$socket"
}

require 'the touchpad is made' plug_panel touchpad
for name in $nodes; do
  ! has_property "/dev/input/$name" ID_INPUT_TOUCHPAD=1 || node=/dev/input/$name
done
require 'udev calls it a touchpad' test -n "$node"
check 'it is read by hid-multitouch' test "$(driver_of "$node")" = hid-multitouch
require 'a daemon without a table for it starts' start plain.toml
require 'a client gets hello' subscribe client
check 'the daemon leaves it alone' negated opens "$daemon" "$node"
check '--list-devices says what to write' sh -c 'gestured --config plain.toml --list-devices | grep -q "touchpad = true"'
stop "$daemon"

require 'a daemon with a table for it starts' start pad.toml
require 'a client gets hello again' subscribe client
require 'the daemon reads the touchpad' within 5 opens "$daemon" "$node"
play_on_panel /recordings/kind-tap.events
check 'a finger taps with an indirect touch' within 5 told '"recognizer":"tap"' '"state":"ended"' '"touch_count":1'
check 'and not with a finger on the screen' negated told '"recognizer":"finger"'
check 'its touch is indirect' sees daemon.out '"type":"touches"' '"type":"indirect"' '"region":"drawing"'
check 'no touch is outside of the region' negated sees daemon.out '"type":"touches"' '"region":"root"'

play_on_panel /recordings/drag-5.events
check 'fingers that scroll begin a pan without touches' within 5 told '"kind":"pan"' '"state":"began"' '"touch_count":0'
check 'and end it' within 5 told '"kind":"pan"' '"state":"ended"' '"touch_count":0'
play_on_panel /recordings/kind-pinch.events
check 'fingers that pinch make a pinch without touches' within 5 told '"kind":"pinch"' '"state":"ended"' '"touch_count":0'

# The daemon holds the way to the pad's orders open, so that only its end unplugs it.
unplug
check 'the client hears that it is gone' within 5 told '"type":"device"' '"state":"removed"'
check 'every gesture ended once' balanced client
