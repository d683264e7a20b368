# shellcheck shell=dash disable=SC2154,SC2016
# The socket for raw touches: off, and for another group when it is on.

raw_socket=/run/gestured/raw.sock
check 'it is not there' negated test -e "$raw_socket"
systemctl enable --quiet gestured-raw.socket
systemctl stop gestured.service
check 'it is switched on' systemctl start gestured-raw.socket gestured.service
check 'for its group alone' test "$(stat -c '%U %G %a' "$raw_socket")" = 'root gestured-raw 660'
require 'a touchscreen is plugged in' plug /payload/Devices/phone.prop
require 'the service reads it' within 10 opens "$(main_pid)" "$node"
negated as listener socat -u "UNIX-CONNECT:$raw_socket" - >outside 2>outside.error
check 'X2 who is in gestured-clients gets EACCES there' grep -q 'Permission denied' outside.error
printf '{"id":1,"command":"subscribe","touches":"phases"}\n' >requests
as watcher socat -t 60 - "UNIX-CONNECT:$raw_socket" <requests >watching 2>watching.error &
processes="$processes $!"
require 'who is in gestured-raw is let in' within 10 grep -q '"ok":true' watching
play tap.events
check 'and gets touches' within 5 sees watching '"type":"touches"'
systemctl disable --quiet gestured-raw.socket
systemctl stop gestured.service gestured-raw.socket
systemctl start gestured.service
check 'switched off, it is gone' negated test -e "$raw_socket"
