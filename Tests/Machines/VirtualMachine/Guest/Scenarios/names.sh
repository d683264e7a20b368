# shellcheck shell=dash disable=SC2154
# D29: devices whose names are made to harm the program or the terminal that prints them.

require 'the daemon starts' start_daemon
require 'a client gets hello' subscribe client

count=0
# name BYTES: checks that a device of that name adds one line, and nothing else.
name() {
  count=$((count + 1))
  require "a device is made, name $count" make_panels 1 "$1"
  check "D29 the client hears of device $count" within 5 has "$count" client '"state":"added"'
}

name "$(printf 'line\n<3>gestured: forged\n{"type":"gesture"}')"
name "$(printf '\033[31mred\033]0;title\007')"
name "$(printf '\377\376 not UTF-8 \300\200')"
name '%s%n%x%1000000d'
name "\"quoted\" \\ '"
name "$(printf 'line\342\200\250separator\342\200\256backwards')"
name '../../../etc/passwd'
name "$(printf 'A%.0s' $(seq 79))"

gestured --list-devices >list 2>&1
check 'D29 each line of the wire is one object' negated grep -qv '^{"type":.*}$' client
check 'D29 the client hears of devices and of nothing else' test "$(grep -c . client)" -eq $((count + 1))
check 'D29 no name begins a line of the log' negated grep -q '^<3>gestured: forged\|^{"type"' daemon.log list
check 'D29 no byte of a name is a command to a terminal' negated grep -q "$(printf '[\033\007\177]')" daemon.log list client
check 'D29 no name turns what is printed around' negated grep -q "$(printf '\342\200\256')" daemon.log list
check 'D29 the log cuts what is too long' negated grep -q 'A\{70\}' daemon.log
check 'the daemon lives' alive "$daemon"
