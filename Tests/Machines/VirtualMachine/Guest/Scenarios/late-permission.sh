# shellcheck shell=dash disable=SC2154
# D26: a device that the daemon may not read at first. The daemon is not root, and udev's rule is missing.

# subscribe_motion: a client that listens for shakes.
subscribe_motion() {
  echo '{"id":1,"command":"subscribe","filter":[{"type":"motion"}]}' >motion.requests
  socat -t 90 - "UNIX-CONNECT:$socket" <motion.requests >motion 2>motion.error &
  processes="$processes $!"
  within 5 grep -q '"type":"reply"' motion
}

rules=/etc/udev/rules.d/70-gestured.rules
mv "$rules" rules
udevadm control --reload
mkdir /run/gestured
chown gestured:gestured-clients /run/gestured
require 'the daemon starts as the user gestured' start_daemon \
  env RUNTIME_DIRECTORY=/run/gestured /Guest/run-as gestured
require 'a client gets hello' subscribe client

require 'a device is made' plug /Devices/phone.prop
check 'D26 the log says that it may not be read' within 5 grep -qi 'permission' daemon.log
check 'D26 it is not read' negated opens "$daemon" "$node"
before=$(now_ms)
setfacl -m g:gestured:r "$node"
check 'D26 once it may be read it is' within 5 opens "$daemon" "$node"
echo "# D26 opened $(($(now_ms) - before)) ms after the permission came" >&3
play tap.events
check 'D26 a tap on it arrives' within 5 sees client '"kind":"tap"' '"state":"ended"'

require 'another is made' plug /Devices/single.prop
# Longer than the daemon keeps trying.
sleep 4
woken=$(wake_ups)
sleep 1
check 'D26 after a few tries it is left alone' test $(($(wake_ups) - woken)) -le 5
setfacl -m g:gestured:r "$node"
udevadm trigger --action=change "/sys/class/input/${node##*/}"
check 'D26 what udev says of it later has it read' within 5 opens "$daemon" "$node"

require 'a client wants motion' subscribe_motion
require 'an accelerometer is made' plug /Devices/accelerometer.prop
check 'D26 it is not read' negated opens "$daemon" "$node"
setfacl -m g:gestured:r "$node"
check 'D26 what is no touchscreen is read too once it may be' within 5 opens "$daemon" "$node"

mv rules "$rules"
udevadm control --reload
