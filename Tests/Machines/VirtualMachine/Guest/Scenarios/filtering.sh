# shellcheck shell=dash disable=SC2154,SC2086,SC2016
# A filtered panel with the real keeper. Its readers get nothing of the panel, and the touches of the clone that no gesture takes. Whatever
# ends the filter leaves a panel that everybody can read.

mkdir -p /etc/gestured
cat >/etc/gestured/gestured.toml <<'END'
[filter]
enabled = true

[recognizer.overview]
kind = "swipe"
touches = 3
passive = false

[recognizer.slide]
kind = "pan"
touches = 10
passive = true

[recognizer.touch]
kind = "tap"
passive = true
END

# another_clone FOLDER: whether there is a clone, and it is not that one.
another_clone() {
  [ -n "$(clones)" ] && [ "$(clones)" != "$1" ]
}

# watch NODE FILE: a reader of a node, as a compositor would be; sets `reader`.
watch() {
  evtest "$1" >"$2" 2>&1 &
  reader=$!
  processes="$processes $reader"
  within 5 grep -q Testing "$2"
}

# is_grabbed: whether another program may not grab the panel.
is_grabbed() {
  # evtest says so and goes on; it is ended at once.
  timeout 0.3 evtest --grab "$node" 2>&1 | grep -q 'grabbed by another process'
}

# landings FILE: the number of contacts that landed for a reader.
landings() {
  grep 'ABS_MT_TRACKING_ID), value' "$1" | grep -vc 'value -1'
}

# receives FILE LANDINGS: whether so many contacts have landed for a reader.
receives() {
  [ "$(landings "$1")" -eq "$2" ]
}

# lifts FILE: the number of contacts that ended for a reader.
lifts() {
  grep 'ABS_MT_TRACKING_ID), value' "$1" | grep -c 'value -1'
}

# counts FILE LANDINGS LIFTS: whether so many contacts have landed and ended for a reader.
counts() {
  echo "$(landings "$1") landings, $(lifts "$1") lifts"
  [ "$(landings "$1") $(lifts "$1")" = "$2 $3" ]
}

# sees_status FIELD…: whether the status of the daemon has all these fields.
sees_status() {
  gesturectl status --format json >status.json
  sees status.json "$@"
}

require 'the keeper starts' start_keeper
require 'the device is made' plug /Devices/phone.prop
panel=$node
require 'a reader has the panel' watch "$panel" panel.events
require 'the daemon starts' start_daemon
require 'a client gets hello' subscribe client
require 'FLT-3 a clone appears' within 10 clone_node
require 'FLT-3 the panel is filtered once the clone has settled' within 10 is_on 1
check 'FLT-3 it is grabbed' is_grabbed
clone=$(clone_node)
for option in '--list-devices --format text' --print-config; do
  gestured $option >said 2>said.error
  check "FLT-97 $option names the clone of the panel" grep -q "filter  *hold: \[filter\] says enabled = true; others read $clone\$" said
done
require 'a reader has the clone' watch "$clone" clone.events
check 'FLT-15 a line tells that it is on' within 5 sees client '"type":"filtering"' '"state":"on"'

play tap.events
check 'FLT-28 a tap reaches the reader of the clone' within 5 sh -c 'grep -q "ABS_MT_TRACKING_ID), value -1" clone.events'
check 'FLT-3 and not the reader of the panel' test "$(landings panel.events)" -eq 0
check 'the tap was one contact' counts clone.events 1 1

# --- A reader that does not read

require 'a second reader has the clone' watch "$clone" clone.prompt
require 'a reader has the clone that reads nothing for a while' watch "$clone" clone.slow
slow=$reader
kill -STOP "$slow"
for _ in 1 2 3 4 5 6 7 8; do play drag-10.events; done
quiet clone.prompt
check 'FF-17 eight drags of ten fingers are whole for a reader beside the slow one' counts clone.prompt 80 80
check 'FF-17 and it misses no frame' negated grep -q SYN_DROPPED clone.prompt
check 'FF-17 the subscriber gets eight pans' test "$(gestures client | grep -c '"recognizer":"slide".*"state":"ended"')" -eq 8
check 'FF-17 gestured and the keeper wait for no reader' sees_status '"state":"on"' '"full":0'
kill -CONT "$slow"
check 'FF-17 the slow reader gets a SYN_DROPPED of its own' within 10 grep -q SYN_DROPPED clone.slow
kill -KILL "$slow"

# --- gestured is killed with a finger down

play press.events
check 'a contact is down' within 5 counts clone.events 82 81
kill -KILL "$daemon"
wait "$daemon" 2>/dev/null
check 'FF-1 the contact ends with gestured' within 1 counts clone.events 82 82
check 'FF-1 the panel is free' negated is_grabbed
play lift.events
play tap.events
check 'FF-1 and its readers get the next tap' within 5 receives panel.events 1

require 'the daemon starts again' start_daemon
require 'FF-23 the panel is filtered again' within 10 is_on 1
check 'FF-23 the clone has the same node' test "$(clone_node)" = "$clone"
require 'a client gets hello' subscribe client.again

# --- The keeper is killed with a finger down

play press.events
kill -KILL "$keeper"
wait "$keeper" 2>/dev/null
check 'FF-3 the panel is free at once' within 1 negated is_grabbed
check 'FF-3 a line says why' within 5 sees client.again '"type":"filtering"' '"state":"off"' '"reason":"keeper"'
play lift.events
lines=$(wc -l <client.again)
before=$(landings panel.events)
play tap.events
quiet client.again
since "$lines" client.again >client.after
check 'FF-3 the daemon lives' alive "$daemon"
check 'FF-3 and recognizes on' sees client.after '"type":"gesture"' '"recognizer":"touch"' '"state":"ended"'
check 'FF-3 readers of the panel receive the tap' within 5 receives panel.events $((before + 1))
require 'another keeper starts' start_keeper
require 'FF-3 the panel is filtered again' within 40 is_on 2
clone=$(clone_node)
require 'a reader has the new clone' watch "$clone" clone.second

# --- Five fingers

play hold-five.events
check 'FLT-12 five fingers at rest give the panel back' within 10 negated is_grabbed
check 'FLT-12 a line says why' within 5 sees client.again '"type":"filtering"' '"state":"off"' '"reason":"released"'
before=$(landings panel.events)
play tap.events
check 'FLT-12 readers of the panel get the next tap' within 5 receives panel.events $((before + 1))
check 'each contact of the clone has one end' test "$(landings clone.second)" -eq "$(lifts clone.second)"

# --- A property of the panel changes under a finger

stop "$daemon"
check 'the daemon ends with 0' test "$?" -eq 0
check 'FF-24 the panel is free' negated is_grabbed
printf '[touch]\ndebounce_ms = 80\n' >>/etc/gestured/gestured.toml
require 'the daemon starts once more' start_daemon
require 'the panel is filtered' within 10 is_on 1
require 'a client gets hello' subscribe client.third
clone=$(clone_node)
require 'a reader has the clone' watch "$clone" clone.third
play press.events
within 5 grep -q 'BTN_TOUCH), value 1' clone.third
mkdir -p /run/udev/rules.d
echo "KERNEL==\"${panel##*/}\", ENV{LIBINPUT_FUZZ_35}=\"8\"" >/run/udev/rules.d/75-filtering.rules
udevadm control --reload
udevadm trigger --action=change "/sys/class/input/${panel##*/}"
udevadm settle --timeout=10
usleep 500000
check 'FLT-92 while the finger is down its contact goes on' counts clone.third 1 0
check 'FLT-92 and the clone stays' test "$(clone_node)" = "$clone"
before=$(clones)
play lift.events
check 'FLT-92 a new clone comes at rest' within 10 another_clone "$before"
check 'FLT-92 and the panel is filtered again' within 10 sees_status '"state":"on"'
check 'FLT-92 the touch was whole' counts clone.third 1 1
check 'FLT-92 there is one clone' test "$(clones | wc -l)" -eq 1
clone=$(clone_node)
check 'FLT-92 which has the property' has_property "$clone" LIBINPUT_FUZZ_35=8
require 'a reader has the new clone' watch "$clone" clone.fourth
play tap.events
check 'FLT-92 it has the next tap' within 5 counts clone.fourth 1 1

# --- A finger is down when a pause ends, and its lift is held

gesturectl filter off >/dev/null 2>&1 &
pause=$!
processes="$processes $pause"
check 'FLT-103 a client pauses the filter' within 5 negated is_grabbed
play press.events
kill "$pause"
wait "$pause" 2>/dev/null
usleep 500000
check 'FLT-4 a panel is not taken while a finger rests on it' negated is_on 2
play lift.events
check 'FLT-4 and FLT-44 it is taken once debounce_ms have ended the lift' within 5 is_on 2
play tap.events
check 'FLT-4 the next tap comes from the clone' within 5 counts clone.fourth 2 2

# --- The keeper is stopped, another program grabs the panel, and udev is stopped. Waiting costs nothing, and asking does.

kill -STOP "$keeper"
play press.events
check 'FF-4 the panel is free when the keeper reads nothing' within 1 negated is_grabbed
check 'FF-4 the state says so' within 5 sees_status '"state":"off"' '"reason":"stalled"'
play lift.events
before=$(landings panel.events)
play tap.events
check 'FF-4 readers of the panel receive the next tap' within 5 receives panel.events $((before + 1))
kill -CONT "$keeper"
sleep 8
check 'FF-4 the panel is filtered again when the keeper reads again' within 5 sees_status '"state":"on"'

gesturectl filter off >/dev/null 2>&1 &
pause=$!
processes="$processes $pause"
within 5 sees_status '"state":"paused"'
evtest --grab "$node" >grabbed 2>&1 &
grabber=$!
processes="$processes $grabber"
within 5 grep -q Testing grabbed
kill "$pause"
wait "$pause" 2>/dev/null
check 'FF-8 a panel that another program has grabbed is not filtered' within 5 sees_status '"state":"off"' '"reason":"grabbed"'
check 'FF-8 the state says what to do' sees_status 'find it with fuser'
kill "$grabber"
wait "$grabber" 2>/dev/null
sleep 11
check 'FF-8 it is filtered again after that program' within 5 sees_status '"state":"on"'

kill -KILL "$keeper"
wait "$keeper" 2>/dev/null
kill -STOP "$(pidof systemd-udevd)"
require 'a keeper starts that udev does not see' start_keeper
sleep 8
check 'FF-10 a panel whose clone udev does not report is not filtered' within 5 sees_status '"state":"off"' '"reason":"no node"'
check 'FF-10 it is not grabbed' negated is_grabbed
kill -CONT "$(pidof systemd-udevd)"
sleep 31
check 'FF-10 it is filtered once udev reports the clone' within 10 sees_status '"state":"on"'
clone=$(clone_node)
require 'a reader has the last clone' watch "$clone" clone.last

# --- The panel is unplugged

# The reader comes to the ends only 50 ms later. Without the keeper's farewell the clone would be gone by then.
play press.events
within 5 counts clone.last 1 0
kill -STOP "$reader"
unplug
usleep 50000
kill -CONT "$reader"
check 'FF-11 the contact ends before the clone goes, also for a reader that is late' within 5 counts clone.last 1 1
check 'FF-11 the clone goes with the panel' within 5 negated clone_node
check 'the daemon lives' alive "$daemon"
check 'no coordinate is logged' negated grep -qE '(540|960)' daemon.log
stop "$daemon"
kill -KILL "$keeper"
rm -rf /run/gestured-filter/* /run/udev/rules.d/75-filtering.rules
udevadm control --reload
