# shellcheck shell=dash disable=SC2154,SC2016
# The filter's limits that need no count of instructions: writes, allocations and wake-ups of both programs, and the time after which a
# killed daemon leaves nothing behind. `make bench` has the other limits.

mkdir -p /etc/gestured
{
  cat /config/gestured.toml
  printf '\n[filter]\nenabled = true\n'
} >/etc/gestured/gestured.toml

# writes_of PROCESS: the calls of write(2) and its like so far. send(2) does not count.
writes_of() {
  sed -n 's/^syscw: //p' "/proc/$1/io"
}

# wake_ups_of PROCESS: how often it has waited for events.
wake_ups_of() {
  sed -n 's/^voluntary_ctxt_switches:[^0-9]*//p' "/proc/$1/status"
}

# allocates_nothing FILE LINES: true when the report has at least that many lines, and no allocation.
allocates_nothing() {
  cat "$1"
  [ "$(sed -n 's/^lines //p' "$1")" -ge "$2" ] && grep -qx 'allocations 0' "$1"
}

require 'the keeper starts' start_keeper \
  env LD_PRELOAD=/usr/lib/count-allocations.so ALLOCATIONS_FRAMES=1 ALLOCATIONS_REPORT=/tmp/keeper.report
require 'the device is made' plug /recordings/live/bundled-demo.events
require 'the daemon starts' start_daemon env LD_PRELOAD=/usr/lib/count-allocations.so ALLOCATIONS_REPORT="$PWD/daemon.report"
require 'a client gets hello' subscribe client
require 'the panel is filtered' within 10 is_on 1
clone=$(clone_node)
evtest "$clone" >clone.events 2>&1 &
processes="$processes $!"
require 'a reader has the clone' within 5 grep -q Testing clone.events

daemon_before=$(writes_of "$daemon")
keeper_before=$(writes_of "$keeper")
evemu-play "$node" </recordings/live/bundled-demo.events
evemu-play "$node" </recordings/live/bundled-ten-fingers.events
quiet clone.events
frames=$(grep -c SYN_REPORT clone.events)
check 'many frames reach the reader' test "$frames" -ge 300
check 'LIM-5 the daemon writes once for each frame of the clone' test $(($(writes_of "$daemon") - daemon_before)) -eq "$frames"
check 'LIM-5 the keeper writes once for each frame of the clone' test $(($(writes_of "$keeper") - keeper_before)) -eq "$frames"

sleep 2
daemon_before=$(wake_ups_of "$daemon")
keeper_before=$(wake_ups_of "$keeper")
sleep 60
check 'LIM-7 at rest, the daemon that filters sleeps' test "$(wake_ups_of "$daemon")" -eq "$daemon_before"
check 'LIM-7 at rest, the keeper sleeps' test "$(wake_ups_of "$keeper")" -eq "$keeper_before"

check 'SIGTERM ends the daemon with 0' stop "$daemon"
check 'LIM-6 the daemon that filters allocates nothing from read to write' allocates_nothing daemon.report 300
check 'SIGTERM ends the keeper with 0' stop "$keeper"
check 'LIM-6 and SEC-14 the keeper allocates nothing while a clone is there' allocates_nothing /tmp/keeper.report 300

# --- Both without the counter, and the daemon is killed with fingers down

require 'the keeper starts again' start_keeper
unplug
require 'another panel is made' plug /Devices/phone.prop
require 'the daemon starts again' start_daemon
require 'the panel is filtered again' within 10 is_on 1
filter-peer kill "$daemon" "$node" "$(clone_node)" >killed 2>&1 &
peer=$!
require 'a reader has both nodes' within 5 grep -q reads killed
play held-pan.events
wait "$peer"
sed 's/^/# filter-limits: /' killed >&3
check 'LIM-9 contacts end within 50 ms of kill -9' awk '/^ended/ { found = $3 <= 50 } END { exit !found }' killed
check 'LIM-9 readers of the panel receive its reports within 50 ms of kill -9' awk '/^ended/ { found = $7 <= 50 } END { exit !found }' killed
wait "$daemon" 2>/dev/null
play lift-two.events

# --- A gestured in other hands, which floods a pipe

# run_ms: the keeper's time on the processor, in ms.
run_ms() {
  cut -d ' ' -f 1 "/proc/$keeper/schedstat" | sed 's/......$//'
}

kill -KILL "$keeper"
require 'a last keeper starts' start_keeper
mkfifo orders
filter-peer serve /run/gestured-filter/filter.sock <orders >answers 2>peer.log &
processes="$processes $!"
exec 5>orders
printf '%s\n' 'hello 1' "make $node 5 lift 0" 'frame 3 47 0 3 55 0 3 57 1 3 53 500 3 54 500 1 330 1' >&5
require 'it makes a clone, with a finger down' within 5 grep -q '^written' answers
before=$(run_ms)
echo 'flood 1000' >&5
require 'a million events a second are written' within 30 sh -c '[ "$(grep -c "^written" answers)" -eq 2 ]'
share=$((($(run_ms) - before) / 10))
echo "# filter-limits: a flood takes $share % of a processor whose instructions take 2 ns" >&3
check 'SEC-11 a million events a second take at most 20 % of a processor whose instructions take 1 ns' test "$share" -le 40
# The keeper has reported the first of them.
printf 'receive\ncount 0\n' >&5
check 'SEC-11 most of its frames are dropped, and counted' within 5 sh -c 'awk "/^counted/ { found = \$6 > 100000 } END { exit !found }" answers'
exec 5>&-
rm -rf /run/gestured-filter/*
