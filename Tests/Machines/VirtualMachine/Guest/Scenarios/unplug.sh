# shellcheck shell=dash disable=SC2154
# A touchscreen is unplugged while it is touched. The kernel sends no last frame, so the daemon must end the running
# gestures. The touchscreen works again after it is plugged in.

begin /Devices/phone.prop
begin_pan
unplug
check 'the pan is cancelled' within 5 sees client '"kind":"pan"' '"state":"cancelled"'
check 'the client hears that the device is gone' within 5 sees client '"type":"device"' '"state":"removed"'
check 'and hears it after the pan' sh -c \
  'grep -n "\"state\":\"removed\"\|\"state\":\"cancelled\"" client | tail -n 1 | grep -q removed'
check 'every gesture ended once' balanced client
check 'the node is closed' within 5 negated opens "$daemon" "$node"
check 'the daemon lives' alive "$daemon"

lines=$(wc -l <client)
require 'the device is made again' plug /Devices/phone.prop
require 'the daemon reads it' within 5 opens "$daemon" "$node"
play tap.events
quiet client
since "$lines" client >client.again
check 'the client hears that it is back' sees client.again '"type":"device"' '"state":"added"'
check 'a tap on it arrives' sees client.again '"kind":"tap"' '"state":"ended"' '"touch_count":1'
check 'every gesture ended once, still' balanced client

# Ten times in and out, each time touched: nothing is left open.
# shellcheck disable=SC2012 # counting is all that is wanted
descriptors=$(ls "/proc/$daemon/fd" | wc -l)
for _ in 1 2 3 4 5 6 7 8 9 10; do
  unplug
  within 5 negated opens "$daemon" "$node"
  plug /Devices/phone.prop && within 5 opens "$daemon" "$node" && play held-pan.events
done
# shellcheck disable=SC2012
check 'ten replugs leave no descriptor behind' test "$(ls "/proc/$daemon/fd" | wc -l)" -eq "$descriptors"
unplug
quiet client
check 'ten replugs leave no gesture behind' balanced client
check 'ten cancelled pans arrived' test "$(grep '"kind":"pan"' client | grep -c '"state":"cancelled"')" -ge 11
