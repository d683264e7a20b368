# shellcheck shell=dash disable=SC2154
# QUE-1, RES-6: two panels have events at once, as on a machine that was busy. The daemon handles the
# events in the order of their stamps, not device by device.

# land NODE X: a finger lands on a panel of the phone's kind, at a place in mm.
land() {
  next_id=$((next_id + 1))
  evemu-play "$1" <<END
E: 0.000001 0003 002f 0
E: 0.000001 0003 0039 $next_id
E: 0.000001 0003 0035 $(($2 * 12))
E: 0.000001 0003 0036 240
E: 0.000001 0001 014a 1
E: 0.000001 0000 0000 0
END
}
# lift NODE: the finger lifts.
lift() {
  evemu-play "$1" <<END
E: 0.000001 0003 0039 -1
E: 0.000001 0001 014a 0
E: 0.000001 0000 0000 0
END
}
next_id=700

# order FILE: the devices of the lines of touches, in their order.
order() {
  sed -n 's/^{"type":"touches".*"device":\([0-9]*\).*"phase":"\([a-z]*\)".*/\1 \2/p' "$1" | tr '\n' ' '
}

# is_sorted FILE: true when no line's time is before that of the line before.
is_sorted() {
  sed -n 's/^{"type":"touches".*"time":\([0-9.]*\),.*/\1/p' "$1" | awk '$1 < last { exit 1 } { last = $1 }'
}

# has_ended COUNT: true when that many touches have ended.
has_ended() {
  [ "$(grep -c '"phase":"ended"' dump)" -ge "$1" ]
}

require 'a first panel is made' plug /Devices/phone.prop
first=$node
gestured --dump --format json >dump 2>daemon.log &
daemon=$!
processes="$processes $daemon"
require 'the daemon reads it' within 5 opens "$daemon" "$first"
require 'a second panel is made' plug /Devices/phone.prop
second=$node
require 'the daemon reads it too' within 5 opens "$daemon" "$second"

kill -STOP "$daemon"
land "$second" 20
land "$first" 20
lift "$second"
lift "$first"
kill -CONT "$daemon"
within 5 has_ended 2
quiet dump
check 'RES-6 the events of two panels come in the order of their stamps' is_sorted dump
check 'QUE-1 each in its turn, not device by device' \
  test "$(order dump)" = '2 began 1 began 2 ended 1 ended '
check 'the daemon lives' alive "$daemon"
