# shellcheck shell=dash disable=SC2154
# A daemon that starts before its touchscreen waits for it, whatever seat the device belongs to.

require 'the daemon starts without a device' start_daemon
require 'a client gets hello' subscribe client
require 'the device is made' plug /Devices/phone.prop
check 'the client hears of it' within 5 \
  sees client '"type":"device"' '"state":"added"' '"name":"Machine phone panel"'
require 'the daemon reads it' within 5 opens "$daemon" "$node"
play tap.events
check 'a tap on it arrives' within 5 sees client '"kind":"tap"' '"state":"ended"' '"touch_count":1'

mkdir -p /run/udev/rules.d
cat >/run/udev/rules.d/99-seat.rules <<'END'
SUBSYSTEM=="input", ENV{ID_SEAT}="seat-kitchen"
END
udevadm control --reload
require 'a device of another seat is made' plug /Devices/table.prop
check 'udev says that it is one' has_property "$node" ID_SEAT=seat-kitchen
rm /run/udev/rules.d/99-seat.rules
udevadm control --reload
check 'the daemon reads that one too' within 5 opens "$daemon" "$node"

require 'a device with a hostile name is made' plug /Devices/hostile-name.prop
check 'the daemon reads it' within 5 opens "$daemon" "$node"
check 'the client hears of it' within 5 sees client '"type":"device"' '"state":"added"' '%s%n'
check 'no byte of the name reaches a terminal as a command' \
  negated grep -q "$(printf '\033')" client daemon.log
check 'the daemon lives' alive "$daemon"
