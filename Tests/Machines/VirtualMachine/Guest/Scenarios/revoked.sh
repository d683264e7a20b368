# shellcheck shell=dash disable=SC2154
# D28, D2, D3: a broker or the removal of the device takes the node from the daemon; another node cannot be read correctly.

begin /Devices/phone.prop
begin_pan
require 'a broker revokes the node' panels revoke "$daemon" "$node"
check 'D28 the pan is cancelled' within 5 sees client '"kind":"pan"' '"state":"cancelled"'
check 'D28 the client hears that the device is gone' within 5 sees client '"type":"device"' '"state":"removed"'
check 'D28 the node is closed' within 5 negated opens "$daemon" "$node"
woken=$(wake_ups)
sleep 1
check 'D28 the daemon rests afterwards' test $(($(wake_ups) - woken)) -le 5
udevadm trigger --action=change "/sys/class/input/${node##*/}"
check 'D28 a later notice of udev makes the daemon read it again' within 5 opens "$daemon" "$node"
lines=$(wc -l <client)
play lift-two.events
quiet client
since "$lines" client >client.lift
check 'D22 what was down when it was opened again does not count' negated gestures client.lift
check 'every gesture ended once' balanced client

begin_pan
interfere reads -e trace=read,close -P "$node"
unplug
require 'the daemon hears of the unplugging' within 5 has 2 client '"state":"removed"'
usleep 200000
leave_alone
echo "# D2 reads that gave ENODEV: $(grep -c ENODEV reads)" >&3
check 'D2 after ENODEV the node is not read again' test "$(grep -c ENODEV reads)" -le 1
check 'D2 it is closed' grep -q '^close(' reads
check 'D2 every gesture ended once' balanced client

require 'a device is made again' plug /Devices/phone.prop
require 'the daemon reads it' within 5 opens "$daemon" "$node"
lines=$(wc -l <client)
interfere interrupted -e trace=read -P "$node" -e inject=read:error=EINTR:when=1+2
play tap.events
quiet client
leave_alone
since "$lines" client >client.tap
check 'D3 every other read is interrupted' test "$(grep -c 'EINTR.*INJECTED' interrupted)" -ge 2
check 'D3 the tap arrives' sees client.tap '"kind":"tap"' '"state":"ended"' '"touch_count":1'

interfere broken -e trace=read -P "$node" -e inject=read:error=EIO:when=5+
play held-pan.events
check 'D3 a node that gives EIO is let go of' within 5 has 3 client '"state":"removed"'
leave_alone
check 'D3 after one such read' has 1 broken EIO
woken=$(wake_ups)
sleep 1
woken=$(($(wake_ups) - woken))
echo "# D3 wake-ups in the second after EIO: $woken" >&3
check 'D3 the daemon rests afterwards' test "$woken" -le 20
check 'every gesture ended once, still' balanced client
check 'the daemon lives' alive "$daemon"
