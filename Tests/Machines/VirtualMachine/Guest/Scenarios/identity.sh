# shellcheck shell=dash disable=SC2154
# The identity of devices. The tables of two panels of one make tell them apart. Nodes of one panel count once. The
# daemon obeys the properties of udev's rules, and follows their changes.

# rules RULE…: replaces udev's rules for event nodes.
rules() {
  mkdir -p /run/udev/rules.d
  for rule in "$@"; do
    echo "SUBSYSTEM==\"input\", KERNEL==\"event*\", $rule"
  done >/run/udev/rules.d/99-identity.rules
  udevadm control --reload
}

# apply_rules NODE: runs udev's rules on a node again.
apply_rules() {
  udevadm trigger --action=change "/sys/class/input/${1##*/}"
  udevadm settle --timeout=10
}

# press X Y TIME NODE: a finger on a panel of the phone's kind, at a place in mm, for a time in ms.
press() {
  next_id=$((next_id + 1))
  lift=$(($3 / 1000)).$(printf %03d $(($3 % 1000)))001
  evemu-play "$4" <<END
E: 0.000001 0003 002f 0
E: 0.000001 0003 0039 $next_id
E: 0.000001 0003 0035 $(($1 * 12))
E: 0.000001 0003 0036 $(($2 * 12))
E: 0.000001 0001 014a 1
E: 0.000001 0000 0000 0
E: $lift 0003 0039 -1
E: $lift 0001 014a 0
E: $lift 0000 0000 0
END
}
next_id=500

require 'a panel is made' plug /Devices/phone.prop
left=$node
left_device=$device
require 'another one of the same make is made' plug /Devices/phone.prop
right=$node

cat >identity.toml <<END
[recognizer.tap]
kind = "tap"
passive = true

[recognizer.pan]
kind = "pan"
touches = 2
passive = true

[region.corner]
frame = [0, 0, 20, 20]

[device.left]
path = "$left"

[device.left.recognizer.tap]
maximum_press_ms = 2500

[device.right]
id = "1209:0001"
property = "DEVNAME=$right"
seat = "seat-kitchen"
output = "HDMI-A-9"
END
gestured --config identity.toml >daemon.out 2>daemon.log &
daemon=$!
processes="$processes $daemon"
require 'the daemon starts' within 10 test -S "$socket"
require 'the daemon reads the one' within 5 opens "$daemon" "$left"
require 'and the other' within 5 opens "$daemon" "$right"
require 'a client gets hello' subscribe client
check 'the line of the one names its table' within 5 sees client '"type":"device"' '"device":1' '"table":"left"'
check 'that of the other seat and output too' within 5 \
  sees client '"device":2' '"table":"right"' '"output":"HDMI-A-9"' '"seat":"seat-kitchen"'

lines=$(wc -l <client)
press 45 80 1200 "$right"
quiet client
since "$lines" client >client.slow
check 'a slow tap is none where the recognizer allows less' negated sees client.slow '"kind":"tap"'
press 45 80 1200 "$left"
check 'and is one on the panel whose table allows it' within 5 \
  sees client '"device":1' '"kind":"tap"' '"state":"ended"'

node=$left
begin_pan
press 45 80 60 "$right"
check 'D31 while a pan goes on on one panel a tap on the other arrives' within 5 \
  sees client '"device":2' '"kind":"tap"' '"state":"ended"'
check 'and the pan goes on' negated grep -q '"kind":"pan","state":"\(ended\|cancelled\)"' client
device=$left_device
unplug
check 'unplugged, the one is gone with its pan' within 5 sees client '"device":1' '"kind":"pan"' '"state":"cancelled"'

gestured --config identity.toml --list-devices --format json >list.json 2>list.error
check 'the list says why: the table' sh -c \
  'grep "\"table\":{\"value\":\"right\"" list.json | grep -q "\"seat\":{\"value\":\"seat-kitchen\",\"reason\":\"its table"'
gestured --config identity.toml --list-devices --format text >list 2>>list.error
check 'and so does the text' grep -q 'output *HDMI-A-9: its table says output; no display is connected there' list

# A rule turns the panel while a pan goes on.
node=$right
lines=$(wc -l <client)
play held-pan.events
require 'a pan begins again' within 5 sees client '"device":2' '"kind":"pan"' '"state":"began"'
rules "ENV{DEVNAME}==\"$right\", ENV{LIBINPUT_CALIBRATION_MATRIX}=\"-1 0 1 0 -1 1\""
apply_rules "$right"
within 5 sees client '"device":2' '"state":"changed"' '"type":"device"'
since "$lines" client >client.turned
check 'D32 DMN-12 when a rule turns the panel its pan is cancelled' \
  sees client.turned '"device":2' '"kind":"pan"' '"state":"cancelled"'
check 'and then its line says that it has changed' sees client.turned '"type":"device"' '"state":"changed"'
evemu-play "$right" <<'END'
E: 0.000001 0003 002f 0
E: 0.000001 0003 0039 -1
E: 0.000001 0003 002f 1
E: 0.000001 0003 0039 -1
E: 0.000001 0001 014a 0
E: 0.000001 0000 0000 0
END
lines=$(wc -l <client)
press 10 20 60 "$right"
quiet client
since "$lines" client >client.turned
check 'DMN-11 LIBINPUT_CALIBRATION_MATRIX says where the next tap is' sh -c \
  'grep "\"kind\":\"tap\",\"state\":\"ended\"" client.turned | grep -q "\"location\":\[79[.0-9]*,139[.0-9]*\]\|\"location\":\[80,140\]"'
rules "ENV{DEVNAME}==\"$right\", ENV{LIBINPUT_CALIBRATION_MATRIX}=\"what?\""
apply_rules "$right"
check 'a matrix that is none is told of, and passed over' within 5 grep -q 'LIBINPUT_CALIBRATION_MATRIX is “what?”' daemon.log

rules "ENV{DEVNAME}==\"$right\", ENV{LIBINPUT_IGNORE_DEVICE}=\"1\"" \
  'ATTRS{name}=="Machine single-touch panel", ENV{LIBINPUT_DEVICE_GROUP}="one-panel", ENV{ID_SEAT}="seat-hall"' \
  'ATTRS{name}=="Machine table panel", ENV{LIBINPUT_DEVICE_GROUP}="one-panel"' \
  'ATTRS{name}=="Machine pen*", ENV{LIBINPUT_DEVICE_GROUP}="one-panel"'
apply_rules "$right"
check 'LIBINPUT_IGNORE_DEVICE, when a rule sets it, closes the device' within 5 negated opens "$daemon" "$right"
check 'and its line says that it is gone' within 5 sees client '"device":2' '"state":"removed"'

require 'a single-touch node of a panel is made' plug /Devices/single.prop
single=$node
require 'the daemon reads it' within 5 opens "$daemon" "$single"
check 'ID_SEAT is told' within 5 sees client '"name":"Machine single-touch panel"' '"seat":"seat-hall"'
require 'the better node of the panel is made' plug /Devices/table.prop
check 'the daemon reads that one' within 5 opens "$daemon" "$node"
check 'and the single-touch twin no more' within 5 negated opens "$daemon" "$single"
gestured --config identity.toml --list-devices --format text >list 2>list.error
check 'the list says of which one it is the twin' grep -q "^$single .*twin of $node" list
check 'and what udev ignores' grep -q "^$right .*LIBINPUT_IGNORE_DEVICE" list
require 'the pen of the panel is made' plug /Devices/pen.prop
check 'the daemon reads it too' within 5 opens "$daemon" "$node"
printf '{"command":"regions"}\n' | timeout 3 socat -t 1 - "UNIX-CONNECT:$socket" >regions
check 'DMN-17 the regions lie under the pen as under the panel that was first' \
  test "$(grep -c '"type":"region".*"region":"corner"' regions)" -eq 2
check 'the daemon lives' alive "$daemon"
rm -f /run/udev/rules.d/99-identity.rules
udevadm control --reload
