# shellcheck shell=dash disable=SC2154
# One socket has one daemon: its mode, a second instance, and the remains of a killed daemon.

begin /Devices/phone.prop
check 'P19 of root it says that it need not be' grep -q 'runs as root' daemon.log
check 'the socket has mode 0660' test "$(stat -c %a "$socket")" = 660

status=0
timeout 10 gestured >second.out 2>second.log || status=$?
check 'a second instance ends with 75' test "$status" -eq 75
check 'and says so in one line' test "$(wc -l <second.log)" -eq 1
check 'the first one lives' alive "$daemon"
check 'the socket is still there' test -S "$socket"
play tap.events
check 'its client still gets a tap' within 5 sees client '"kind":"tap"' '"state":"ended"'
check 'a new client is served' subscribe client.late

stop "$daemon" KILL
check 'a killed daemon leaves its socket' test -S "$socket"
gestured >daemon.out 2>daemon.log &
daemon=$!
processes="$processes $daemon"
require 'the next daemon takes its place' within 10 subscribe client.next
within 5 opens "$daemon" "$node"
play tap.events
check 'and serves' within 5 sees client.next '"kind":"tap"' '"state":"ended"'
