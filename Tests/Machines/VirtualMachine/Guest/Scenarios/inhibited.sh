# shellcheck shell=dash disable=SC2154
# D22, D11: fingers that are down before the daemon opens the device, and a device that is inhibited while it is touched.

require 'the device is made' plug /Devices/phone.prop
play press.events
require 'the daemon starts' start_daemon
require 'the daemon reads the device' within 5 opens "$daemon" "$node"
require 'a client gets hello' subscribe client
usleep 800000
play lift.events
quiet client
check 'D22 a finger that was down at the start does not count, however long it rests' negated gestures client
play tap.events
check 'D22 the next one taps' within 5 sees client '"kind":"tap"' '"state":"ended"' '"touch_count":1'

begin_pan
echo 1 >"/sys/class/input/${node##*/}/device/inhibited"
check 'D11 a pan on a device that is inhibited is cancelled' \
  within 5 sees client '"kind":"pan"' '"state":"cancelled"'
quiet client
check 'D11 every gesture ended once' balanced client
lines=$(wc -l <client)
echo 0 >"/sys/class/input/${node##*/}/device/inhibited"
play lift-two.events
quiet client
since "$lines" client >client.after
check 'D11 what moves in slots without a contact afterwards is nothing' negated gestures client.after
lines=$(wc -l <client)
play tap.events
quiet client
since "$lines" client >client.tap
check 'D11 a tap afterwards arrives' sees client.tap '"kind":"tap"' '"state":"ended"' '"touch_count":1'
check 'the daemon lives' alive "$daemon"
