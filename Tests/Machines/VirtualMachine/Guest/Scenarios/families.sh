# shellcheck shell=dash disable=SC2154
# Other events than touches, through the kernel and udev: a jack, media keys, a remote control and an accelerometer. A
# keyboard also types a sentence, of which no client may see anything.

mkdir -p /etc/gestured
cp /config/gestured.toml /etc/gestured/
cat >>/etc/gestured/gestured.toml <<'CONFIGURATION'
[device.remote]
name = "Machine remote control"
remote = true

[recognizer.choose]
kind = "tap"
allowed_press_types = ["select"]
CONFIGURATION

# events NODE STEP…: writes events to a node. A step is `MILLISECONDS TYPE CODE VALUE` in decimal, each a report.
events() {
  local node=$1
  shift
  printf '%s\n' "$@" | awk '{
    printf "E: %d.%06d %04x %04x %d\n", $1 / 1000, $1 % 1000 * 1000, $2, $3, $4
    printf "E: %d.%06d 0000 0000 0\n", $1 / 1000, $1 % 1000 * 1000 }' | evemu-play "$node"
}

# shake NODE: 2 g at 4 Hz along x for 600 ms, a sample each 10 ms.
shake() {
  # The machine's awk has no sine function; this is one period, in 25 steps.
  awk 'BEGIN { split("0 497 964 1369 1689 1902 1996 1965 1810 1541 1176 736 251 -251 -736 -1176 -1541 -1810 -1965 -1996 -1902 -1689 -1369 -964 -497", sine, " "); for (t = 0; t < 1400; t += 10) {
    x = t < 600 ? sine[t / 10 % 25 + 1] : 0
    s = sprintf("%d.%06d", (t + 1) / 1000, (t + 1) % 1000 * 1000)
    printf "E: %s 0003 0000 %d\nE: %s 0003 0001 %d\nE: %s 0003 0002 %d\nE: %s 0000 0000 0\n", s, x, s, t % 2, s, 1000, s
  } }' | evemu-play "$1"
}

# connect FILE REQUEST…: a client that sends the requests and writes all lines to a file.
connect() {
  local lines=$1
  shift
  printf '%s\n' "$@" >"$lines.requests"
  socat -t 90 - "UNIX-CONNECT:$socket" <"$lines.requests" >"$lines" 2>"$lines.error" &
  processes="$processes $!"
  within 5 grep -q '"type":"reply"' "$lines"
}

# shaken: true when a client receives a shake. A busy machine may play the shake so late that it does not count as one.
shaken() {
  shake "$sensor"
  within 5 sees client '"type":"motion"' '"state":"ended"'
}

# masked FILE: true when the daemon masked the events of each event node before it read the node.
masked() {
  # shellcheck disable=SC2016 # the variables are awk's
  awk '
    match($0, /openat\([^"]*"\/dev\/input\/event[0-9]+".* = [0-9]+/) { n = split($0, part, " = "); waiting[part[n] + 0] = 1 }
    match($0, /ioctl\([0-9]+, EVIOCSMASK/) { split(substr($0, RSTART + 6), part, ","); delete waiting[part[1] + 0] }
    match($0, /read\([0-9]+/) { fd = substr($0, RSTART + 5, RLENGTH - 5) + 0; if (fd in waiting) bad = 1 }
    END { exit bad }' "$1"
}

require 'a jack is made' plug /Devices/headset.prop
jack=$node
events "$jack" '1 5 2 1'
require 'media keys are made' plug /Devices/media-keys.prop
media=$node
require 'a remote control is made' plug /Devices/remote.prop
remote=$node
remote_device=$device
require 'an accelerometer is made' plug /Devices/accelerometer.prop
sensor=$node
require 'a board with letters is made' plug /Devices/letters.prop
board=$node

# may_read NODE: true when the group gestured may read the node.
may_read() {
  getfacl -p "$1" | grep -qx group:gestured:r--
}
check 'X4 udev lets the group read the sensor' may_read "$sensor"
check 'X4 and not the media keys, unless somebody says so' negated may_read "$media"
check 'X4 nor the keyboard' negated may_read "$board"

require 'the daemon starts' start_daemon \
  strace -D -f -s 200 -o trace -e trace=open,openat,openat2,ioctl,read
check 'the jack is read from the start' within 10 opens "$daemon" "$jack"
check 'RMT-9 media keys are not open while nobody receives' negated opens "$daemon" "$media"
check 'MOT-25 the sensor is not open while nobody listens' negated opens "$daemon" "$sensor"

require 'a client receives' connect client \
  '{"id":1,"command":"subscribe","snapshot":true,"filter":[{"type":["motion","press","route","gesture"]}]}' \
  '{"id":2,"command":"remote","receive":true}'
check 'AUD-8 what was plugged in before is in the snapshot, and no change' \
  within 5 sees client '"type":"route"' '"route":["headphones","built_in_mic"]' '"snapshot":true'
check 'MOT-25 the sensor is open now' within 5 opens "$daemon" "$sensor"
check 'and so are the media keys' within 5 opens "$daemon" "$media"

events "$media" '1 1 163 1' '80 1 163 0' '200 1 115 1' '280 1 115 0'
check 'RMT-1 a key gives its command' within 5 sees client '"type":"remote"' '"subtype":104' '"command":"next"'
check 'RMT-7 the volume gives none' has 1 client '"type":"remote"'
events "$jack" '1 1 226 1' '80 1 226 0' '200 1 226 1' '280 1 226 0'
check 'CLK-3 two clicks of the headset' within 5 has 2 client '"subtype":104'
events "$jack" '1 5 2 0'
check 'AUD-2 pulled out' within 5 sees client '"type":"route"' '"reason":2' '"route":["speaker","built_in_mic"]'
events "$jack" '1 5 2 1' '31 5 4 1'
check 'AUD-3 a headset is plugged in' within 5 sees client '"reason":1' '"route":["headphones","headset_mic"]'

events "$remote" '1 1 28 1' '80 1 28 0'
check 'PRS-1 a press of the remote control' within 5 sees client '"type":"press"' '"press":"select"' '"phase":"ended"'
check 'PRS-5 a recognizer on presses' within 5 sees client '"recognizer":"choose"' '"state":"ended"' '"touch_count":0'
events "$remote" '1 1 164 1' '80 1 164 0'
check 'PRS-8 play and pause that no responder takes is a command' within 5 sees client '"subtype":103'
events "$remote" '1 1 103 1'
kill -KILL "$remote_device"
wait "$remote_device" 2>/dev/null
check 'PRS-7 a remote control that goes cancels its press' within 5 sees client '"press":"up"' '"phase":"cancelled"'

check 'MOT-1 a shake begins and ends' any_of 3 shaken

sed 's/ 1000$/ 0/; s/^N: .*/N: Machine old accelerometer/' /Devices/accelerometer.prop >unscaled.prop
require 'an accelerometer that does not say what one g is' plug "$PWD/unscaled.prop"
check 'MOT-21 the log says that it is not read, and why' within 5 grep -q 'old accelerometer.*no resolution' daemon.log
check 'MOT-21 and it is not' negated opens "$daemon" "$node"

# A sentence with a media key in it.
for key in 35 18 38 38 24 163; do events "$board" "1 1 $key 1" "40 1 $key 0"; done
check 'X9 the keyboard is not open' negated opens "$daemon" "$board"
check 'X9 it was never opened' negated grep -q "\"$board\"" trace
check 'X9 nothing of what it typed is told' has 2 client '"subtype":104'
check 'nothing is grabbed' negated grep -q EVIOCGRAB trace
check 'each node was masked before it was read' masked trace
check 'the daemon lives' alive "$daemon"
