# shellcheck shell=dash disable=SC2034,SC2154
# Functions for scenarios. A scenario is a file of commands that calls `check` for each condition that must hold. File
# descriptor 3 is the line to the host.

socket=/run/gestured/events.sock

# Processes started here, which clean_up ends.
processes=''
daemon=''
node=''
device=''
finished=''

# --- Verdicts

# check NAME COMMAND…: one line for the host. After a failed check come the last lines of the daemon and the client.
check() {
  local name=$1
  shift
  if "$@" >check.log 2>&1; then
    echo "ok - $scenario: $name" >&3
  else
    echo "not ok - $scenario: $name" >&3
    diagnose "$*" >&3
    return 1
  fi
}

# require NAME COMMAND…: a check without which the rest of the scenario means nothing.
require() {
  check "$@" || {
    finished=early
    exit 1
  }
}

# negated COMMAND…: true when the command is false.
negated() {
  ! "$@"
}

# diagnose COMMAND: the last lines of all files of the scenario.
diagnose() {
  local file
  echo "#   failed: $1"
  for file in check.log plug.log daemon.log client recorder.log socat.error dmesg.log; do
    [ "$file" != dmesg.log ] || dmesg | tail -n 2 >dmesg.log
    [ -s "$file" ] || continue
    echo "#   --- $file"
    tail -n 6 "$file" | cut -c 1-300 | sed 's/^/#   /'
  done
}

# show_lines: one line of the wire of each kind, which the host validates against the schema. Lines that differ only in
# numbers are of one kind.
show_lines() {
  # shellcheck disable=SC2016 # the variables are awk's
  find . -type f -exec awk '
    /^\{"type":.*\}$/ { shape = $0; gsub(/[0-9.]+/, "0", shape); if (!seen[shape]++) print "# line " $0 }' {} +
}

# clean_up: runs at the scenario's end, for whatever reason it ends.
clean_up() {
  local process
  show_lines >&3
  [ -n "$finished" ] || echo "not ok - $scenario: ended before its last check" >&3
  for process in $processes; do
    kill -CONT "$process" 2>/dev/null
    kill -KILL "$process" 2>/dev/null
  done
  wait 2>/dev/null
  rm -rf "${socket%/*}" /etc/gestured
  udevadm settle --timeout=10
}

# --- Time

# now_ms: milliseconds since the machine started, to 10 ms.
now_ms() {
  local uptime
  read -r uptime _ </proc/uptime
  echo "${uptime%.*}${uptime#*.}0"
}

# How long `within` waits between two looks, in microseconds. Each look costs the host some milliseconds.
poll_us=20000

# within SECONDS COMMAND…: true as soon as the command is; false when the command is not true in time.
within() {
  local deadline=$(($(now_ms) + $1 * 1000))
  shift
  until "$@" >/dev/null 2>&1; do
    [ "$(now_ms)" -lt "$deadline" ] || return 1
    usleep "$poll_us"
  done
}

# any_of TRIES COMMAND…: true as soon as the command is; false after that many failures.
any_of() {
  local tries=$1
  shift
  while [ "$tries" -gt 0 ]; do
    "$@" && return
    tries=$((tries - 1))
  done
  return 1
}

# quiet FILE: waits until the file has not grown for half a second, longer than any of the shipped deadlines between two
# taps.
quiet() {
  local size=-1
  while [ "$size" != "$(wc -c <"$1")" ]; do
    size=$(wc -c <"$1")
    usleep 600000
  done
}

# --- Devices

# plug FILE: makes a device from a description or a recording; sets `node` and `device`, the process that holds it.
# evemu-device prints the node's name only when it ends, so the node is the one that was not there before.
plug() {
  ls /sys/class/input >nodes.before
  evemu-device "$1" >/dev/null 2>plug.log &
  device=$!
  processes="$processes $device"
  within 10 new_node || return 1
  node=/dev/input/$(new_node)
  udevadm settle --timeout=10
  within 5 test -e "/run/udev/data/c$(cat "/sys/class/input/${node##*/}/dev")"
}

# make_panels COUNT NAME: makes that many panels at once, see Tools/panels.c; sets `panels`, the process that holds them.
make_panels() {
  panels "$1" "$2" >panels.out 2>panels.log &
  panels=$!
  processes="$processes $panels"
  within 60 grep -q made panels.out
}

# end_panels: removes all of them.
end_panels() {
  kill -KILL "$panels"
  wait "$panels" 2>/dev/null
}

# new_node: the name of the event node that appeared since `nodes.before` was written. A clone of the filter may come right after it.
new_node() {
  local name
  # shellcheck disable=SC2010,SC2012 # the names are the kernel's
  ls /sys/class/input | grep -vxFf nodes.before | grep '^event' | while read -r name; do
    case $(cat "/sys/class/input/$name/device/phys" 2>/dev/null) in
      gestured/*) ;;
      *) echo "$name" ;;
    esac
  done | grep .
}

# unplug: removes the device plugged last, as if its cable were pulled.
unplug() {
  kill -KILL "$device"
  wait "$device" 2>/dev/null
  within 5 negated test -e "$node"
}

# play RECORDING: plays a recording into the device plugged last.
play() {
  evemu-play "$node" <"/recordings/$1"
}

# has_property NODE PROPERTY=VALUE: true when udev has that value for the node.
has_property() {
  udevadm info --query=property --name="$1" | grep -qx "$2"
}

# opens PROCESS NODE: true when the process has the node open.
opens() {
  # shellcheck disable=SC2010,SC2012 # the names in it are numbers
  ls -l "/proc/$1/fd" 2>/dev/null | grep -q " $2\$"
}

# plug_panel NAME: makes a panel; sets `nodes`, and `device`, the process that holds it. The panel plays the recordings
# named on file descriptor 4.
plug_panel() {
  ls /sys/class/input >nodes.before
  rm -f orders played
  mkfifo orders
  hid-panel "/Guest/Panels/$1.panel" <orders >>played 2>plug.log &
  device=$!
  processes="$processes $device"
  exec 4>orders
  within 10 new_node || return 1
  udevadm settle --timeout=10
  nodes=$(new_node)
}

# play_on_panel FILE: plays the file and waits for its end.
play_on_panel() {
  lines=$(wc -l <client)
  echo "$1" >&4
  within 20 grep -qxF "played $1" played
  : >played
}

# told FIELD…: true when a line of the client since the last recording's beginning has all these fields.
told() {
  since "$lines" client >told.lines
  sees told.lines "$@"
}

# driver_of NODE: the name of the node's driver in the kernel.
driver_of() {
  basename "$(readlink "/sys/class/input/${1##*/}/device/device/driver")"
}

# --- The daemon and its subscribers

# descriptors: the number of the daemon's open files.
descriptors() {
  # shellcheck disable=SC2012 # counting is all that is wanted
  ls "/proc/$daemon/fd" | wc -l
}

# wake_ups: how often the daemon has waited for events.
wake_ups() {
  sed -n 's/^voluntary_ctxt_switches:[^0-9]*//p' "/proc/$daemon/status"
}

# interfere FILE ARGUMENT…: runs the daemon's calls through strace, which writes them to a file; sets `tracer`.
interfere() {
  local file=$1
  shift
  strace -p "$daemon" -o "$file" "$@" 2>"$file.strace" &
  tracer=$!
  processes="$processes $tracer"
  within 10 grep -q attached "$file.strace"
}

# leave_alone: ends strace again.
leave_alone() {
  kill -INT "$tracer"
  wait "$tracer" 2>/dev/null
}

# start_daemon [COMMAND…]: the daemon as root on the default socket, under COMMAND if one is named; sets `daemon`.
start_daemon() {
  "$@" gestured >daemon.out 2>daemon.log &
  daemon=$!
  processes="$processes $daemon"
  within 10 test -S "$socket"
}

# stop PROCESS [SIGNAL]: ends a process as systemd would, which kills a process that does not end; its status is the
# process's.
stop() {
  local status=0 watchdog
  (
    sleep 10
    kill -KILL "$1"
  ) &
  watchdog=$!
  kill -"${2:-TERM}" "$1"
  wait "$1" || status=$?
  kill "$watchdog"
  return "$status"
}

# alive PROCESS: true while the process runs.
alive() {
  kill -0 "$1" 2>/dev/null
}

# subscribe FILE: a client that sends nothing and writes all lines to a file.
subscribe() {
  socat -u "UNIX-CONNECT:$socket" - >"$1" 2>"$1.error" &
  processes="$processes $!"
  within 5 grep -q '"type":"hello"' "$1"
}

# begin FILE: a device, the daemon that reads it, and a client; most scenarios start with them.
begin() {
  require 'the device is made' plug "$1"
  require 'the daemon starts' start_daemon
  require 'the daemon reads the device' within 5 opens "$daemon" "$node"
  require 'a client gets hello' subscribe client
}

# begin_pan: two fingers move on the device and stay down; a pan runs.
begin_pan() {
  play held-pan.events
  require 'a pan begins' within 5 sees client '"kind":"pan"' '"state":"began"' '"touch_count":2'
}

# --- The filter

# start_keeper [COMMAND…]: the keeper as its user, under COMMAND if one is named; sets `keeper`.
start_keeper() {
  mkdir -p /run/gestured /run/gestured-filter
  chown gestured-filter:gestured-filter /run/gestured-filter
  # systemd makes the socket in gestured's folder; here the keeper makes it in its own.
  ln -sfn /run/gestured-filter/filter.sock /run/gestured/filter.sock
  rm -f /run/gestured-filter/filter.sock
  /Guest/run-as gestured-filter "$@" gestured-filter --socket /run/gestured-filter/filter.sock 2>>keeper.log &
  keeper=$!
  processes="$processes $keeper"
  within 5 test -S /run/gestured-filter/filter.sock
}

# clones: the folders in sysfs of the keeper's clones.
clones() {
  local folder
  for folder in /sys/devices/virtual/input/input*; do
    case $(cat "$folder/phys" 2>/dev/null) in
      gestured/*/touch) echo "$folder" ;;
    esac
  done
}

# clone_node: the node of the clone that is there.
clone_node() {
  local folder
  folder=$(clones)
  [ -n "$folder" ] && echo "/dev/input/$(basename "$folder"/event*)"
}

# is_on TIMES: whether the log says that often that the panel is filtered. A look at the panel itself could take it from gestured.
is_on() {
  [ "$(grep -c 'filtered: other programs read' daemon.log)" -ge "$1" ]
}

# --- Lines

# gestures [FILE]: the gesture lines of a file, or of the input.
gestures() {
  grep '"type":"gesture"' "$@"
}

# sees FILE FIELD…: true when one line has all these fields, written as `"kind":"tap"`.
sees() {
  local lines field
  lines=$(cat "$1")
  shift
  for field in "$@"; do
    lines=$(printf '%s\n' "$lines" | grep -F "$field") || return 1
  done
}

# has NUMBER FILE TEXT: true when that many lines of the file have the text.
has() {
  [ "$(grep -cF "$3" "$2")" -eq "$1" ]
}

# since LINES FILE: the lines of the file after that many.
since() {
  tail -n "+$(($1 + 1))" "$2"
}

# shapes: turns gesture lines into their recognizers, kinds, states and fingers, without times and places. Updates in a
# row become one.
shapes() {
  grep -oE '"(recognizer|kind|state)":"[^"]*"|"touch_count":[0-9]+' | paste -d ' ' - - - - | uniq
}

# balanced FILE: true when each gesture ends exactly once, begins at most once, and has no line after its end.
balanced() {
  gestures "$1" | awk '
    { match($0, /"gesture_id":[0-9]+/); id = substr($0, RSTART, RLENGTH)
      match($0, /"state":"[a-z]+"/); state = substr($0, RSTART + 9, RLENGTH - 10)
      if (ended[id]) { print "after its end: " $0; bad = 1 }
      if (state == "began" && seen[id]) { print "begins twice: " $0; bad = 1 }
      if (state == "changed" && !seen[id]) { print "never began: " $0; bad = 1 }
      seen[id] = 1
      if (state == "ended" || state == "cancelled") ended[id] = 1 }
    END { for (id in seen) if (!ended[id]) { print "never ends: " id; bad = 1 }
      exit bad }'
}

# row_says NODE NAME [WORD]: true when the listing in `list` has a line of that node with that name. With a word, that
# line or the next one must also have the word beside the name.
row_says() {
  grep -A 1 "$1\([^0-9]\|\$\)" list >row
  grep -qF "$2" row || return 1
  [ -z "${3:-}" ] || sed "s/$2//" row | grep -qi "$3"
}
