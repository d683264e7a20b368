# shellcheck shell=dash disable=SC2154
# The daemon never opens a node with letter keys, not even to examine it: neither a keyboard nor a touchscreen with
# letter keys. The daemon never grabs a node, and never opens one to write.

require 'a board with letters is made' plug /Devices/letters.prop
board=$node
require 'a screen with letters is made' plug /Devices/letters-and-touch.prop
both=$node
require 'a panel is made' plug /Devices/phone.prop
panel=$node

# With -D the daemon is the process started here, and strace a process beside it.
require 'the daemon starts' start_daemon \
  strace -D -f -s 200 -o trace -e trace=open,openat,openat2,ioctl
require 'the daemon reads the panel' within 10 opens "$daemon" "$panel"
require 'a client gets hello' subscribe client
# The same with a keyboard that appears after the daemon's start.
require 'another board is made' plug /Devices/letters.prop
late_board=$node
require 'another screen with letters is made' plug /Devices/letters-and-touch.prop
late_both=$node
node=$panel
play tap.events
check 'a tap on the panel arrives' within 10 sees client '"kind":"tap"' '"state":"ended"'

check 'the trace shows the panel opened' grep -q "\"$panel\"" trace
for typing in "$board" "$both" "$late_board" "$late_both"; do
  check "$typing is not open" negated opens "$daemon" "$typing"
  check "X4 X5 $typing was never opened" negated grep -q "\"$typing\"" trace
done
check 'X6 no node is opened to write' negated grep -q '"/dev/[^"]*", [^)]*O_\(RDWR\|WRONLY\)' trace
check 'X6 no device is grabbed' negated grep -q EVIOCGRAB trace
stop "$daemon"
check 'the daemon ends with 0' test "$?" -eq 0

timeout 10 gestured --list-devices >list 2>list.error
check '--list-devices names the board and says that it has keys' \
  row_says "$board" 'Machine board with letters' 'key'
check '--list-devices says the same of the screen with letters' \
  row_says "$both" 'Machine screen with letters' 'key'
