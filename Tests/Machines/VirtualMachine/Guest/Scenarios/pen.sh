# shellcheck shell=dash disable=SC2154
# A pen on a screen: it hovers while it is near, taps as a finger does, and its hover is cancelled with its device.

cat >pen.toml <<'END'
[recognizer.pointer]
kind = "hover"

[recognizer.tap]
kind = "tap"
END

require 'the pen is made' plug /Devices/pen.prop
check 'udev calls it a tablet' has_property "$node" ID_INPUT_TABLET=1
check 'the group gestured may read it' sh -c "getfacl -p $node | grep -qx 'group:gestured:r--'"
gestured --config pen.toml >daemon.out 2>daemon.log &
daemon=$!
processes="$processes $daemon"
require 'the daemon starts' within 10 test -S "$socket"
require 'the daemon reads the pen' within 5 opens "$daemon" "$node"
require 'a client gets hello' subscribe client

# Near, lower, down, up, lower again, away: 80 ms of touch.
evemu-play "$node" <<'END'
E: 0.000001 0001 0140 1
E: 0.000001 0003 0000 5120
E: 0.000001 0003 0001 3200
E: 0.000001 0003 0019 63
E: 0.000001 0003 001a 57
E: 0.000001 0003 0002 450
E: 0.000001 0000 0000 0
E: 0.020001 0003 0019 32
E: 0.020001 0000 0000 0
E: 0.040001 0001 014a 1
E: 0.040001 0003 0019 0
E: 0.040001 0000 0000 0
E: 0.120001 0001 014a 0
E: 0.120001 0000 0000 0
E: 0.140001 0001 0140 0
E: 0.140001 0000 0000 0
END
quiet client
told=$(gestures client | shapes | cut -d '"' -f 4,12 | tr '"\n' '  ')
check 'it hovers before it touches, taps, and hovers after' test "$told" = \
  'pointer began pointer changed pointer ended tap ended pointer began pointer ended '
check 'its height is a share of how far it is seen' sees client '"kind":"hover"' '"z_offset":0.5079'
check 'it says how far it is turned' sees client '"kind":"hover"' '"roll":1.570'
check 'it says how it leans' sees client '"kind":"hover"' '"altitude":0.570' '"azimuth":0'

evemu-play "$node" <<'END'
E: 0.000001 0001 0140 1
E: 0.000001 0003 0000 5000
E: 0.000001 0000 0000 0
END
require 'it hovers again' within 5 sees client '"state":"began"' '"location":[78.125,'
unplug
check 'the hover is cancelled with the device' within 5 sees client '"kind":"hover"' '"state":"cancelled"'
check 'every gesture ended once' balanced client
