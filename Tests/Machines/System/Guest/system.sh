# shellcheck shell=dash disable=SC2154,SC2034
# Functions for steps in addition to the library of Tests/Machines/VirtualMachine: the service, its users, and figures.

# figure TEXT: prints a line with a measurement, which the host shows.
figure() {
  echo "# figure $*" >&3
}

# clean_up: as the library's, but leaves the system as it is.
clean_up() {
  local process
  show_lines >&3
  [ -n "$finished" ] || echo "not ok - $scenario: ended before its last check" >&3
  for process in $processes; do
    kill -CONT "$process" 2>/dev/null
    kill -KILL "$process" 2>/dev/null
  done
  wait 2>/dev/null
  udevadm settle --timeout=10
}

# diagnose COMMAND: the last lines of the step's files, and of the service's journal.
diagnose() {
  local file
  echo "#   failed: $1"
  for file in check.log client plug.log socat.error unit.out knocks crowd.log; do
    [ -s "$file" ] || continue
    echo "#   --- $file"
    tail -n 6 "$file" | cut -c 1-300 | sed 's/^/#   /'
  done
  echo '#   --- journal'
  journalctl --no-pager --quiet -o cat -n 8 -u gestured.service -u gestured.socket -u probe.service | cut -c 1-300 | sed 's/^/#   /'
}

# play RECORDING: plays a recording into the device plugged last.
play() {
  evemu-play "$node" <"/payload/recordings/$1"
}

# as USER COMMAND…: runs the command as a user, with that user's groups.
as() {
  local user=$1
  shift
  setpriv --reuid="$user" --regid="$user" --init-groups -- "$@"
}

# follow BLOCK: the user `listener` logs in, runs the commands of that block of a page (see Tests/Machines/Boards/read-page) in the folder
# of the downloads, and agrees to what apt asks.
follow() {
  yes 2>/dev/null | su - listener -c "cd download && sh -eu /payload/page/$1"
}

# main_pid: the process of the service; 0 without one.
main_pid() {
  systemctl show --property=MainPID --value gestured.service
}

# runs_what_is_installed NAME: true when the service of that name runs the program that is installed. An upgrade replaces the file; the
# kernel then adds "(deleted)" to the name of the old one.
runs_what_is_installed() {
  [ "$(readlink "/proc/$(systemctl show --property=MainPID --value "$1.service")/exe")" = "/usr/bin/$1" ]
}

# serves_again PROCESS: true when another process than that one runs the service, and is ready.
serves_again() {
  [ "$(systemctl is-active gestured.service)" = active ] && [ "$(main_pid)" != "$1" ]
}

# subscribe_as USER FILE: a client of that user that sends nothing and writes all lines to a file; sets `client`.
subscribe_as() {
  # `as` would add a process: `client` must be the client itself, so that a step can kill it.
  setpriv --reuid="$1" --regid="$1" --init-groups -- socat -u "UNIX-CONNECT:$socket" - >"$2" 2>"$2.error" &
  client=$!
  processes="$processes $client"
  within 10 grep -q '"type":"hello"' "$2"
}

# journal_has TEXT: true when the service has logged the text.
journal_has() {
  journalctl --sync
  journalctl --no-pager --quiet -o cat -u gestured.service | grep -qF -- "$1"
}

# in_unit COMMAND…: runs a command in a service that is like gestured's, apart from the command. The output is in
# `unit.out`.
in_unit() {
  start_in_unit '/^\(NoExecPaths\|ExecPaths\)=/d' "$@"
}

# in_unit_as_it_is COMMAND…: the same, and also restricts which programs the unit may execute.
in_unit_as_it_is() {
  start_in_unit '' "$@"
}

# start_in_unit LEFT_OUT COMMAND…: the command in such a service, without the lines of the unit that an expression of
# `sed` deletes. With `like`, the unit is like that service's.
start_in_unit() {
  local left_out=$1
  shift
  rm -f unit.out
  sed -e '/^ExecStart=/d;/^ExecReload=/d;/^Type=/d;/^NotifyAccess=/d;/^WatchdogSec=/d;/^Restart/d' \
    -e '/^Requires=/d;/^After=/d;/^OnFailure=/d' -e "$left_out" "/lib/systemd/system/${like:-gestured}.service" \
    >/run/systemd/system/probe.service
  sed -i "s|^\[Service\]|[Service]\nType=oneshot\nExecStart=$*\nStandardOutput=file:$PWD/unit.out\nStandardError=file:$PWD/unit.out|" \
    /run/systemd/system/probe.service
  systemctl daemon-reload
  systemctl start probe.service
}

# status_says FIELD: true when root's `gesturectl status` has the field.
status_says() {
  gesturectl status --format json >status.json && grep -qF -- "$1" status.json
}

# is_free: whether another program may grab the device plugged last.
is_free() {
  python3 - "$node" <<'GRAB'
import fcntl, os, sys
EVIOCGRAB = 0x40044590
fcntl.ioctl(os.open(sys.argv[1], os.O_RDONLY), EVIOCGRAB, 1)
GRAB
}

# touch_reader NODE FILE: a reader of a touchscreen or a clone, which writes `landed` and `ended`.
touch_reader() {
  python3 -u - "$1" >"$2" 2>&1 <<'READ' &
import struct, sys
print("reads")
with open(sys.argv[1], "rb", buffering=0) as node:
    while True:
        for _, _, kind, code, value in struct.iter_unpack("=qqHHi", node.read(24 * 64)):
            if (kind, code) == (3, 57):
                print("ended" if value < 0 else "landed")
READ
  processes="$processes $!"
  within 10 grep -q reads "$2"
}

# balanced_runs FILE: as `balanced`, for lines of several runs of the service. Each run begins with hello, and numbers its lines from 1.
balanced_runs() {
  awk '/"type":"hello"/ { run++ } { print > ("run." run) }' "$1"
  for run in run.*; do balanced "$run" || return 1; done
}
