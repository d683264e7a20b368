# shellcheck shell=dash disable=SC2154,SC2016
# A keeper that hangs: with a finger down the service manager watches it, and no touch that waited for it comes late. The script is the
# service manager. After that, a filter that five fingers have switched off begins again by itself.

mkdir -p /etc/gestured
printf '[filter]\nenabled = true\nrelease_for_ms = 7500\n' >/etc/gestured/gestured.toml

# watch NODE FILE: a reader of a node, as a compositor would be.
watch() {
  evtest "$1" >"$2" 2>&1 &
  processes="$processes $!"
  within 5 grep -q Testing "$2"
}

# counts FILE LANDINGS LIFTS: whether so many contacts have landed and ended for a reader.
counts() {
  local landings lifts
  landings=$(grep 'ABS_MT_TRACKING_ID), value' "$1" | grep -vc 'value -1')
  lifts=$(grep 'ABS_MT_TRACKING_ID), value' "$1" | grep -c 'value -1')
  echo "$landings landings, $lifts lifts"
  [ "$landings $lifts" = "$2 $3" ]
}

# is_grabbed: whether another program may not grab the panel.
is_grabbed() {
  timeout 0.3 evtest --grab "$node" 2>&1 | grep -q 'grabbed by another process'
}

# sees_status FIELD…: whether the status of the daemon has all these fields.
sees_status() {
  gesturectl status --format json >status.json
  sees status.json "$@"
}

# is_filtered: whether the status says so. The log has at most five lines of a device in 30 seconds.
is_filtered() {
  sees_status '"state":"on"'
}

# signs: how often the keeper has given a sign and asked for a watch of 1.6 s.
signs() {
  grep -c WATCHDOG_USEC=1600000 manager
}

# is_watched: whether the manager waits for a sign. A message has no newline at its end.
is_watched() {
  [ "$(tail -n 1 manager)" = WATCHDOG_USEC=1600000 ]
}

socat -u UNIX-RECV:/run/manager,mode=666 - >manager 2>manager.error &
processes="$processes $!"
require 'a service manager listens' within 5 test -S /run/manager
watched='env NOTIFY_SOCKET=/run/manager WATCHDOG_USEC=1600000'
# shellcheck disable=SC2086
require 'the keeper starts' start_keeper $watched
require 'the device is made' plug /Devices/phone.prop
require 'the daemon starts' start_daemon
require 'the panel is filtered' within 10 is_on 1
require 'a reader has the clone' watch "$(clone_node)" clone.first
check 'FF-30 at its start, the keeper asks for no watch' within 5 grep -q WATCHDOG_USEC=0 manager

play tap.events
check 'a tap reaches the reader' within 5 counts clone.first 1 1
check 'FF-30 a touch is watched' test "$(signs)" -ge 1
check 'FF-30 and nothing after it' within 5 negated is_watched
play press.events
check 'a contact is down' within 5 counts clone.first 2 1
check 'FF-30 the keeper is watched while it is' within 1 is_watched
before=$(signs)
sleep 4
given=$(($(signs) - before))
check 'FF-30 it gives eight signs in the time of the watch' test "$given" -ge 18 -a "$given" -le 22
check 'FF-30 and the contact is still down' counts clone.first 2 1

kill -STOP "$keeper"
before=$(signs)
usleep 1700000
check 'FF-30 a keeper that hangs gives no sign' test "$(signs)" -eq "$before"
kill -TERM "$keeper"
kill -CONT "$keeper"
check 'FF-30 the contact ends as the manager ends the keeper' within 1 counts clone.first 2 2
check 'FF-30 the clone goes' within 1 negated clone_node
check 'FF-3 the panel is free' within 1 negated is_grabbed
play lift.events
# shellcheck disable=SC2086
require 'the keeper is started again' start_keeper $watched
require 'FF-30 gestured comes back to it' within 20 is_on 2

# --- Taps while the keeper reads nothing

require 'a reader has the new clone' watch "$(clone_node)" clone.second
play tap.events
check 'a tap reaches it' within 5 counts clone.second 1 1
kill -STOP "$keeper"
play tap.events
play tap.events
check 'FF-4 the panel is free' within 2 negated is_grabbed
check 'FF-4 the state says why' within 5 sees_status '"state":"off"' '"reason":"stalled"'
play tap.events
usleep 400000
kill -CONT "$keeper"
require 'FF-4 the panel is filtered again' within 20 is_filtered
check 'FF-31 the taps that waited never reach the reader' counts clone.second 1 1
play tap.events
check 'FF-31 the next one does' within 5 counts clone.second 2 2
check 'FF-31 it was the same clone' test "$(clones | wc -l)" -eq 1

# The same, and the daemon is killed meanwhile.
kill -STOP "$keeper"
play tap.events
kill -KILL "$daemon"
wait "$daemon" 2>/dev/null
usleep 300000
kill -CONT "$keeper"
usleep 500000
check 'FF-31 nor do taps whose gestured has gone' counts clone.second 2 2
require 'the daemon starts again' start_daemon
require 'the panel is filtered again' within 10 is_filtered

# --- Five fingers, for a while

play hold-five.events
check 'FLT-12 five fingers at rest give the panel back' within 10 sees_status '"state":"off"' '"reason":"released"' '"returns_ms":'
check 'FLT-12 it is not grabbed' negated is_grabbed
check 'FLT-12 gesturectl says when it comes back' sh -c 'gesturectl filter status | grep -q "off, released, on again in [1-8] s"'
check 'FLT-12 after release_for_ms it comes back by itself' within 12 is_filtered
check 'FLT-12 and is grabbed' within 2 is_grabbed
require 'a reader has the clone' watch "$(clone_node)" clone.third
play tap.events
check 'FLT-12 taps reach the clone again' within 5 counts clone.third 1 1

check 'the daemon ends with 0' stop "$daemon"
check 'the keeper ends with 0' stop "$keeper"
