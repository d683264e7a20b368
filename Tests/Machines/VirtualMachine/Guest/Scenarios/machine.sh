# shellcheck shell=dash disable=SC2154
# The machine itself, without gestured: devices made from descriptions have the properties that the scenarios expect.

# readable_by_group NODE: true when the group gestured may read the node, and only read.
readable_by_group() {
  getfacl -p "$1" | grep -qx group:gestured:r--
}

require 'a panel is made' plug /Devices/phone.prop
check 'udev calls it a touchscreen' has_property "$node" ID_INPUT_TOUCHSCREEN=1
check 'the rule lets the group gestured read it, and only read' readable_by_group "$node"

evtest "$node" >evtest.log 2>&1 &
processes="$processes $!"
within 5 grep -q Testing evtest.log
play tap.events
check 'what evemu-play plays is read back' within 5 grep -q 'BTN_TOUCH), value 0' evtest.log
# All 12 written events but the two that select slot 0, which is selected from the start.
check 'every event of it' test "$(grep -c '^Event: time' evtest.log)" -eq 10

require 'a board with letters is made' plug /Devices/letters.prop
check 'udev calls it a keyboard' has_property "$node" ID_INPUT_KEYBOARD=1
check 'the group gestured may not read it' negated readable_by_group "$node"

require 'a screen with letters is made' plug /Devices/letters-and-touch.prop
check 'udev calls it a touchscreen, letters or not' has_property "$node" ID_INPUT_TOUCHSCREEN=1
check 'the group gestured may not read that one either' negated readable_by_group "$node"
