# shellcheck shell=dash disable=SC2154
# The two sockets as users meet them. The daemon runs as in its unit: as the user gestured, with its groups. The clients
# run as users of the machine, and the kernel checks their access to the sockets. The names of their groups decide about
# their rights (/Guest/init has them all):
#
#   `somebody` is in none of the groups
#   `listener` is in gestured-clients: events.sock
#   `locker`   is also in lockers, which the configuration gives two rights
#   `watcher`  is also in touch-readers, the group of raw.sock, and has a right in its own name

raw_socket=/run/gestured/raw.sock
mkdir -p /etc/gestured
cp /config/gestured.toml /etc/gestured/
cat >>/etc/gestured/gestured.toml <<'CONFIGURATION'
[socket]
raw = true
raw_group = "touch-readers"
subscribers_per_user = 3

[rights]
inhibit = "group:lockers"
cancel_touches = "group:lockers"
orientation = "user:watcher"
CONFIGURATION

# connect USER SOCKET FILE [REQUEST…]: a client of that user that sends the requests and writes all lines to a file;
# sets `client`.
connect() {
  local user=$1 path=$2 lines=$3
  shift 3
  printf '%s\n' "$@" >"$lines.requests"
  # After its requests the client listens on, for longer than a scenario may take.
  /Guest/run-as "$user" socat -t 90 - "UNIX-CONNECT:$path" <"$lines.requests" >"$lines" 2>"$lines.error" &
  client=$!
  processes="$processes $client"
  within 5 grep -q '"type":"hello"' "$lines"
}

# disconnect CLIENT: ends a client without a request.
disconnect() {
  kill -KILL "$1"
  wait "$1" 2>/dev/null
}

# ends STATUS USER COMMAND…: true when that user's command exits with the status; `answer` and `complaint` get its output.
ends() {
  local expected=$1 status=0
  shift
  timeout 20 /Guest/run-as "$@" >answer 2>complaint || status=$?
  cat answer complaint
  echo "ended with $status"
  [ "$status" -eq "$expected" ]
}

# gesturectl_listens: writes one gesture to `heard`, as the user listener; sets `client`.
gesturectl_listens() {
  /Guest/run-as listener gesturectl listen --count 1 --timeout 20 >heard &
  client=$!
  processes="$processes $client"
  within 10 grep -q '"type":"hello"' heard
}

# granted FILE: the ids of the requests that were done, in order.
granted() {
  grep -oE '"type":"reply","id":[a-z_"]+,"ok":true' "$1" | cut -d '"' -f 8 | paste -s -d ' ' -
}

# refused FILE: the ids of the requests that the user may not make.
refused() {
  grep -oE '"type":"reply","id":[a-z_"]+,"error":\{"code":"not_permitted"' "$1" | cut -d '"' -f 8 | paste -s -d ' ' -
}

# may USER GRANTED REFUSED: true when the user may make the first requests, and may not make the others.
may() {
  local user=$1
  connect "$user" "$socket" "rights.$user" '{"id":"cancel_touches","command":"cancel_touches"}' \
    '{"id":"orientation","command":"orientation","device":1,"rotation":0}' \
    '{"id":"focus","command":"focus","region":null}' \
    '{"id":"key_window","command":"regions","key_window":"window"}' '{"id":"last","command":"ping"}' &&
    within 5 grep -q '"id":"last"' "rights.$user" || return 1
  disconnect "$client"
  echo "granted: $(granted "rights.$user"), refused: $(refused "rights.$user")"
  [ "$(granted "rights.$user")" = "$2" ] && [ "$(refused "rights.$user")" = "$3" ]
}

# descriptors: the number of the daemon's open descriptors.
descriptors() {
  # shellcheck disable=SC2012 # counting is all that is wanted
  ls "/proc/$daemon/fd" | wc -l
}

# has_descriptors NUMBER: true when the daemon has that many open descriptors.
has_descriptors() {
  [ "$(descriptors)" -eq "$1" ]
}

# has_lines_waiting USER: true when lines wait for a client of the user of that number, because the client does not read.
has_lines_waiting() {
  ends 0 root gesturectl status --format json && grep -q "\"uid\":$1,[^}]*\"queued\":[1-9]" answer
}

# during_lease FILE: the lines of a file from the beginning of private mode to its end.
during_lease() {
  sed -n '/"type":"inhibit".*"state":"began"/,/"type":"inhibit".*"state":"ended"/p' "$1"
}

# names_a_place FILE: true when a file contains one of the places that subscribers received.
names_a_place() {
  gestures listening | grep -oE '"location":\[[^]]*' | grep -oE '[0-9]+\.[0-9]{2,}' | sort -u >places
  grep -wFf places "$1"
}

require 'the device is made' plug /Devices/phone.prop
# The unit's RuntimeDirectory= makes the folder like this.
mkdir /run/gestured
chown gestured:gestured-clients /run/gestured
require 'the daemon starts as the user gestured' start_daemon \
  env RUNTIME_DIRECTORY=/run/gestured /Guest/run-as gestured
require 'it reads the device by the rule of its group' within 5 opens "$daemon" "$node"
check 'events.sock has the group of the unit' \
  test "$(stat -c '%U %G %a' "$socket")" = 'gestured gestured-clients 660'
check 'raw.sock has the group of the configuration' \
  test "$(stat -c '%U %G %a' "$raw_socket")" = 'gestured touch-readers 660'

check 'H14 only root can read its memory, not another process of its user' \
  test "$(stat -c %U "/proc/$daemon/mem")" = root

# --- Access

negated /Guest/run-as somebody socat -u "UNIX-CONNECT:$socket" - >outside 2>outside.error
check 'X1 a user outside the group gets EACCES at events.sock' grep -q 'Permission denied' outside.error
check 'X1 and not a byte' negated test -s outside
check 'gesturectl ends with 77 then' ends 77 somebody gesturectl listen
check 'and names the group that one has to be in' grep -q 'only members of the group gestured-clients may' complaint

require 'X2 a user in the group is let in' connect listener "$socket" listening
check 'X2 but not at raw.sock' ends 77 listener gesturectl listen --socket "$raw_socket"
check 'and hears of its group' grep -q 'only members of the group touch-readers may' complaint
require 'X2 a user in that group is let in there' connect watcher "$raw_socket" watching \
  '{"id":"touches","command":"subscribe","touches":"coalesced"}'
within 5 grep -q '"ok":true' watching
require 'gesturectl listens for a user in the group' gesturectl_listens

play pin.events
wait "$client"
check 'gesturectl ends with 0 once it has what it was asked for' test "$?" -eq 0
check 'and has printed it' sees heard '"type":"gesture"' '"recognizer":"tap"'
check 'X2 the user in the group gets taps' within 5 sees listening '"kind":"tap"' '"touch_count":2' '"location":['
check 'X2 of each key' test "$(gestures listening | grep '"recognizer":"tap"' | grep -c '"touch_count":1')" -eq 4
check 'X2 the one at raw.sock gets touches with their places' sees watching '"type":"touches"' '"location":['
check 'X2 at events.sock there are none' negated sees listening '"type":"touches"'
quiet listening

# --- Rights

check 'MULTI-19 a user of the machine whom no right is given to is refused what others would notice' \
  may listener 'last' 'cancel_touches orientation focus key_window'
check 'MULTI-19 who is in a group by /etc/group has the rights of the group, and no others' \
  may locker 'cancel_touches last' 'orientation focus key_window'
check 'MULTI-19 who is named in the configuration has the right, and no others' \
  may watcher 'orientation last' 'cancel_touches focus key_window'
check 'MULTI-19 root has all rights without being named' \
  may root 'cancel_touches orientation focus key_window last' ''

# --- How many

for number in 2 3; do
  require "X10 client $number of a user is let in" connect listener "$socket" "listening.$number"
done
check 'X10 the fourth is refused' ends 75 listener gesturectl ping
check 'X10 and told why' grep -q 'too many connections of this user' complaint
check 'X10 another user is let in' ends 0 locker gesturectl ping
check 'X10 the daemon counts them by their user' ends 0 root gesturectl status --format json
check 'X10 whom the kernel names' test "$(grep -o '"uid":1001' answer | wc -l)" -eq 3
disconnect "$client"
check 'X10 where one has gone another is let in' within 5 ends 0 listener gesturectl ping

# --- The lease

check 'inhibit is refused without the right' ends 77 listener gesturectl inhibit -- echo ran
check 'which the message names' grep -q 'the right inhibit' complaint
check 'and nothing ran' negated grep -q ran answer

# shellcheck disable=SC2016 # the shell of the command is to expand it
/Guest/run-as locker gesturectl inhibit -- \
  sh -c 'until [ -e "$0" ]; do usleep 50000; done; exit 7' "$PWD/typed" >inhibit.log 2>&1 &
lease=$!
processes="$processes $lease"
require 'a member of the group that has the right holds the lease' \
  within 10 sees listening '"type":"inhibit"' '"state":"began"'
cp daemon.log log.before
play pin.events
check 'X8 a gesture of two fingers goes out under the lease' \
  within 5 sh -c 'sed "1,/\"type\":\"inhibit\"/d" listening | grep -q "\"touch_count\":2"'
quiet listening
check 'X8 the log says nothing while a PIN is typed' cmp log.before daemon.log
touch typed
status=0
wait "$lease" || status=$?
check 'gesturectl inhibit ends as its command did' test "$status" -eq 7
check 'X8 and with it the lease ends' within 5 sees listening '"type":"inhibit"' '"state":"ended"'
within 5 sees watching '"type":"inhibit"' '"state":"ended"'
for subscriber in listening watching; do
  during_lease "$subscriber" >"$subscriber.private"
  check "X8 $subscriber: no tap of one finger goes out" \
    negated grep -q '"touch_count":1[,}]' "$subscriber.private"
  check "X8 $subscriber: no place and no touch" negated grep -qE \
    '"(location|region_location|start|rest|turn|matrix|touches)":' "$subscriber.private"
  check "X8 $subscriber: nothing tells when a key was hit" \
    negated grep -vE '"type":"inhibit"|"touch_count":2' "$subscriber.private"
  check "X8 $subscriber: the end says how much was held back" \
    sees "$subscriber.private" '"state":"ended"' '"suppressed":'
done
check 'X8 nor does it name a place ever' negated names_a_place daemon.log
check 'X8 as lines do that are not held back' names_a_place listening
lines=$(wc -l <listening)
play tap.events
quiet listening
since "$lines" listening >listening.after
check 'afterwards a tap has its place again' sees listening.after '"kind":"tap"' '"touch_count":1' '"location":['

# --- A client that is killed

before=$(descriptors)
require 'S17 a client comes' connect locker "$socket" stuck
check 'S17 which takes a descriptor' test "$(descriptors)" -gt "$before"
kill -STOP "$client"
for _ in 1 2 3; do play kind-pan.events; done
check 'S17 and takes nothing while lines wait for it' within 4 has_lines_waiting 1002
disconnect "$client"
check 'S17 when it is killed its descriptor is free' within 5 has_descriptors "$before"
lines=$(wc -l <listening)
play tap.events
check 'S17 and the daemon goes on' within 5 sh -c "tail -n +$((lines + 1)) listening | grep -q '\"kind\":\"tap\"'"

# --- The other exit codes of gesturectl

check 'gesturectl ends with 3 when its time is over' ends 3 listener gesturectl listen --count 1 --timeout 0.3
check 'and with 64 when it is asked for nonsense' ends 64 listener gesturectl listen --count 0
check 'the daemon ends with 0' stop "$daemon"
check 'and says good-bye' within 5 sees listening '"type":"bye"' '"reason":"stopping"'
check 'gesturectl ends with 69 when nobody is there' ends 69 listener gesturectl ping
