# shellcheck shell=dash disable=SC2154
# A panel of protocol A: its contacts have no slots, no ids and no BTN_TOUCH, and lift with an empty report.

# A report at a time in milliseconds of contacts at X,Y …: every contact, with SYN_MT_REPORT after each. Without
# contacts it is the empty report.
report() {
  stamp=$(printf '%d.%06d' $(($1 / 1000)) $(($1 % 1000 * 1000 + 1)))
  shift
  [ $# -gt 0 ] || echo "E: $stamp 0000 0002 0"
  for place in "$@"; do
    echo "E: $stamp 0003 0030 200"
    echo "E: $stamp 0003 0035 ${place%,*}"
    echo "E: $stamp 0003 0036 ${place#*,}"
    echo "E: $stamp 0000 0002 0"
  done
  echo "E: $stamp 0000 0000 0"
}


# begin COMMAND…: starts the daemon through a command; the daemon reads the panel.
begin() {
  "$@" gestured --config slotless.toml >daemon.out 2>daemon.log &
  daemon=$!
  processes="$processes $daemon"
  within 10 test -S "$socket" && within 5 opens "$daemon" "$node"
}

cat >slotless.toml <<'END'
[recognizer.tap]
kind = "tap"
touches = [1, 2]

[recognizer.pinch]
kind = "pinch"
END

require 'the panel is made' plug /Devices/slotless.prop
check 'udev calls it a touchscreen' has_property "$node" ID_INPUT_TOUCHSCREEN=1

require 'the daemon reads the panel' \
  begin env LD_PRELOAD=/usr/lib/count-allocations.so ALLOCATIONS_REPORT="$PWD/report"
require 'a client gets hello' subscribe client

{
  report 0 1000,1000
  report 30 1000,1000
  report 60
  report 1000 1000,1000 2000,1000
  report 1030 2000,1000 1000,1000
  report 1060
  report 2000 1500,1200 2000,1200
  for step in 1 2 3 4 5 6 7 8 9 10 11 12; do
    # The two fingers take turns in being reported first.
    set -- $((1500 - step * 25)),1200 $((2000 + step * 25)),1200
    [ $((step % 2)) -eq 0 ] || set -- "$2" "$1"
    report $((2000 + step * 10)) "$@"
  done
  report 2200
} >story.events
evemu-play "$node" <story.events
quiet client
told=$(gestures client | grep -v '"state":"changed"' | shapes | cut -d '"' -f 4,12 | tr '"\n' '  ')
check 'one finger taps, two fingers tap, two fingers pinch' test "$told" = 'tap ended tap ended pinch began pinch ended '
check 'two fingers are two' sees client '"kind":"tap"' '"touch_count":2'
check 'every gesture ended once' balanced client
check 'SIGTERM ends the daemon with 0' stop "$daemon"
check 'nothing is allocated from read to write' grep -qx 'allocations 0' report

require 'the daemon reads the panel again' begin env
require 'another client gets hello' subscribe second
{
  report 0 1000,1000 2000,1000
  for step in 1 2 3 4 5 6 7 8 9 10; do report $((step * 10)) $((1000 - step * 30)),1000 $((2000 + step * 30)),1000; done
} >held.events
evemu-play "$node" <held.events
require 'a pinch is under way' within 5 sees second '"kind":"pinch"' '"state":"began"'
unplug
check 'the pinch is cancelled with the device' within 5 sees second '"kind":"pinch"' '"state":"cancelled"'
