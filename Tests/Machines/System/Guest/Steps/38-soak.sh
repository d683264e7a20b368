# shellcheck shell=dash disable=SC2154,SC2016
# P17 on a real kernel: half a minute of fingers, of devices removed under them, of killed clients and of reloads. The step prints the
# service's growth, and checks that it has as many open files as before. Hours of fingers are a part of the load lane, which needs no real
# time for them.

require 'a client listens' subscribe_as listener client

# round: a device appears, is touched, and disappears with fingers on it. A client connects and is killed. The service reloads.
round() {
  plug /payload/Devices/phone.prop || return 1
  within 10 opens "$(main_pid)" "$node" || return 1
  play kind-swipe.events
  play tap.events
  setpriv --reuid=listener --regid=listener --init-groups -- socat -u "UNIX-CONNECT:$socket" - >doomed 2>&1 &
  doomed=$!
  play held-pan.events
  kill -KILL "$doomed"
  wait "$doomed" 2>/dev/null
  kill -HUP "$(main_pid)"
  unplug
  within 5 sh -c '! ls -l "/proc/$1/fd" | grep -q /dev/input' sh "$(main_pid)"
}

# Only anonymous memory counts. The kernel drops pages of the program as it likes.
resident() {
  sed -n 's/^RssAnon:[^0-9]*\([0-9]*\) kB/\1/p' "/proc/$(main_pid)/status"
}

daemon=$(main_pid)
for _ in 1 2 3; do round; done
usleep 500000
before=$(resident)
files=$(descriptors)
rounds=0
end=$(($(now_ms) + 30000))
while [ "$(now_ms)" -lt "$end" ]; do
  round || break
  rounds=$((rounds + 1))
done
usleep 500000
after=$(resident)
figure "soak: $rounds rounds in half a minute; resident $before kB before, $after kB after; $files open files, then $(descriptors)"
check 'P17 each round went as the first' test "$(now_ms)" -ge "$end"
check 'P17 it is one process still' test "$(main_pid)" = "$daemon"
check 'P17 it has as many files open as before' test "$(descriptors)" -eq "$files"
check 'P17 it has grown by less than 512 kB' test $((after - before)) -lt 512
quiet client
check 'P17 every gesture ended once' balanced client
