# shellcheck shell=dash disable=SC2154,SC2086,SC2016
# The keeper of the filter's devices makes clones through the kernel's uinput. A clone is like its panel, has the panel's properties, and
# its contacts end with gestured. `filter-peer` (Tools) plays gestured's side.

keeper_socket=/run/gestured/filter.sock

# start_peer: a connection that takes orders; `ask` gives one.
start_peer() {
  exec 5>&-
  rm -f orders answers
  mkfifo orders
  filter-peer serve "$keeper_socket" <orders >answers 2>peer.log &
  peer=$!
  processes="$processes $peer"
  exec 5>orders
  ask hello 1
}

# ask ORDER…: sends an order; sets `answer` to the keeper's. The first word of the order says how long that takes.
ask() {
  lines=$(wc -l <answers)
  echo "$*" >&5
  within 5 answered || return 1
  answer=$(tail -n 1 answers)
}
answered() {
  [ "$(wc -l <answers)" -gt "$lines" ]
}

# end_peer: gestured is gone.
end_peer() {
  kill -KILL "$peer"
  wait "$peer" 2>/dev/null
}

# make_clone PANEL WORD…: asks for a clone; sets `clone` to its node and `number`.
make_clone() {
  ask make "$@" || return 1
  case $answer in made*) ;; *) return 1 ;; esac
  number=$(echo "$answer" | cut -d ' ' -f 2)
  sysname=$(echo "$answer" | cut -d ' ' -f 3)
  within 5 sh -c "ls -d /sys/devices/virtual/input/$sysname/event*"
  udevadm settle --timeout=10
  clone=/dev/input/$(basename /sys/devices/virtual/input/$sysname/event*)
  within 5 test -e "/run/udev/data/c$(cat "/sys/class/input/${clone##*/}/dev")"
}

# drop_clone: gives the clone back, and waits for its end.
drop_clone() {
  ask drop "$number" && test "$answer" = "gone $number error 0" && negated test -e "/sys/devices/virtual/input/$sysname"
}

# keepers_files: the number of the keeper's open files.
keepers_files() {
  # shellcheck disable=SC2012 # counting is all that is wanted
  ls "/proc/$keeper/fd" | wc -l
}

# figures_of FIELD: a field of the keeper's memory, in kB.
figures_of() {
  awk -v field="$1:" '$1 == field { sum += $2 } END { print sum + 0 }' "/proc/$keeper/smaps_rollup"
}

# watch_clone: a reader of the clone.
watch_clone() {
  evtest "$clone" >events 2>&1 &
  reader=$!
  processes="$processes $reader"
  within 5 grep -q 'Testing' events
}

# properties_of NODE: the properties of udev that a clone takes over from its panel.
properties_of() {
  udevadm info --query=property --name="$1" |
    grep -E '^(LIBINPUT_CALIBRATION_MATRIX|WL_OUTPUT|ID_SEAT|LIBINPUT_DEVICE_GROUP|LIBINPUT_FUZZ_..|ID_INPUT_(WIDTH|HEIGHT)_MM)=' | sort
}

check 'SEC-3 the keeper may open uinput by its rule, and no event node' sh -c \
  '/Guest/run-as gestured-filter sh -c "exec 3>/dev/uinput" && ! /Guest/run-as gestured-filter sh -c "cat /dev/input/event0"'
require 'the keeper starts' start_keeper
require 'it answers hello' start_peer
check 'its version is named' test "$answer" = 'welcome 1'
files=$(keepers_files)

# --- Clones beside their panels

compared=0
panels=0
for panel in /Devices/phone.prop /Devices/hostile-name.prop /Devices/table.prop /Devices/palms.prop /Devices/coarse.prop /Devices/single.prop \
  $(find /recordings/agreement -name 'real-*' | sort | head -n 50); do
  [ -e "$panel" ] || continue
  panels=$((panels + 1))
  plug "$panel" || { echo "# $panel: not made" >>differences; continue; }
  make_clone "$node" $compared lift 30000 || { echo "# $panel: $answer" >>differences; unplug; continue; }
  filter-peer compare "$node" "$clone" >compared.out || sed "s,^,# $panel: ," compared.out >>differences
  drop_clone || echo "# $panel: not dropped" >>differences
  unplug
  compared=$((compared + 1))
done
[ ! -s differences ] || head -n 20 differences >&3
echo "# filter compared $compared clones with their panels" >&3
check 'FLT-76, FLT-79 and FLT-83 a clone has the axes, slots, properties, name and numbers of its panel, and fuzz 0' negated test -s differences
check 'each panel was compared' test "$compared" -eq "$panels"
check 'enough panels were compared' test "$compared" -ge 6

sed -e 's/^N: .*/N: Machine panel with buttons/' /Devices/phone.prop | awk '
  /^B: 01/ { line++ }
  line == 2 && /^B: 01/ { print "B: 01 00 00 00 00 00 00 10 00"; next }
  line == 5 && /^B: 01/ { print "B: 01 00 00 01 00 00 00 00 00"; next }
  { print }' >buttons.prop
require 'a panel with a power key and a mouse button is made' plug buttons.prop
check 'the panel has the mouse button' sh -c "evtest --query $node EV_KEY BTN_LEFT; [ \$? -ne 1 ] && udevadm info -a --name=$node | grep -q 'capabilities/key}==\"400 .*1000000'"
require 'it gets a clone' make_clone "$node" 100 lift 30000
check 'FLT-77 the clone has no key but BTN_TOUCH' filter-peer compare "$node" "$clone"
check 'FLT-77 udev calls the clone a touchscreen' has_property "$clone" ID_INPUT_TOUCHSCREEN=1
check 'FLT-77 and no mouse and no key' negated sh -c "udevadm info --query=property --name=$clone | grep -E '^ID_INPUT_(MOUSE|KEY|KEYBOARD)='"
check 'FLT-80 phys is gestured/N/touch, and uniq is empty' test "$(cat /sys/devices/virtual/input/$sysname/phys)" = "gestured/$number/touch"
check 'FLT-81 and SEC-16 the group gestured gets no access to the clone' negated sh -c "getfacl -p $clone | grep gestured"
drop_clone
ask make "$node" 100 lift 30000 SLOTS=100
check 'FLT-78 a clone may have 100 slots' test "${answer%% *}" = made
ask drop "$(echo "$answer" | cut -d ' ' -f 2)"
ask make "$node" 100 lift 30000 SLOTS=101
check 'FLT-78 101 slots are refused, with the field' test "$answer" = 'refused step 1 detail 2 error 22'
unplug

# --- Properties and links

require 'a panel is made' plug /Devices/phone.prop
panel=$node
mkdir -p /run/udev/rules.d
cat >/run/udev/rules.d/75-filter.rules <<END
KERNEL=="${panel##*/}", ENV{LIBINPUT_CALIBRATION_MATRIX}="0 -1 1 1 0 0", ENV{WL_OUTPUT}="HDMI-A-1", ENV{ID_SEAT}="seat-kitchen"
KERNEL=="${panel##*/}", ENV{LIBINPUT_FUZZ_35}="8", ENV{LIBINPUT_FUZZ_36}="9", ENV{ID_INPUT_WIDTH_MM}="91", ENV{ID_INPUT_HEIGHT_MM}="161"
KERNEL=="${panel##*/}", ENV{LIBINPUT_DEVICE_GROUP}="3/1209/1:usb-0000:00:14.0-1", ENV{LIBINPUT_IGNORE_DEVICE}="1"
END
udevadm control --reload
udevadm trigger --action=change "/sys/class/input/${panel##*/}"
udevadm settle --timeout=10
check 'the panel has its properties' has_property "$panel" ID_SEAT=seat-kitchen
described="$panel 101 palm 30000 LINK=kitchen $(properties_of "$panel" | tr ' ' _ | tr '\n' ' ')"
require 'the panel gets a clone' make_clone $described
properties_of "$panel" >panel.properties
properties_of "$clone" >clone.properties
check 'the panel has all of them' test "$(wc -l <panel.properties)" -eq 8
check 'FLT-88 the clone has these properties of the panel' cmp panel.properties clone.properties
check 'FLT-88 and is not ignored with the panel' negated has_property "$clone" LIBINPUT_IGNORE_DEVICE=1
check 'FLT-91 the clone is on the seat of the panel' has_property "$clone" ID_SEAT=seat-kitchen
check 'FLT-93 a link leads to the clone by its number' test "$(readlink -f "/dev/input/gestured/touch$number")" = "$clone"
check 'FLT-93 and one by the panel'"'"'s table' test "$(readlink -f /dev/input/gestured/kitchen)" = "$clone"
check 'SEC-9 a property with a newline, a quote or a path is refused' sh -c '
  for bad in LINK=a/b LINK=.. LINK=touch1 WL_OUTPUT=a\"b ID_SEAT=%n LIBINPUT_FUZZ_35=x LIBINPUT_CALIBRATION_MATRIX=0_nan_0_0_1_0; do
    echo "make '"$panel"' 102 lift 0 $bad" >&5
    sleep 1
    tail -n 1 answers | grep -q "^refused step 1 detail [0-9]* error 22" || { echo "$bad"; tail -n 1 answers; exit 1; }
  done'

# --- Frames, and their ends

require 'a reader has the clone' watch_clone
ask frame 3 47 0 3 55 0 3 57 7 3 53 500 3 54 600 1 330 1 3 0 500 3 1 600
check 'a frame arrives' within 5 grep -q 'ABS_MT_POSITION_Y), value 600' events
ask frame 3 47 0 3 53 510
check 'a move arrives' within 5 grep -q 'ABS_MT_POSITION_X), value 510' events
ask frame 3 47 0 3 53 520 1 30 1
ask receive
check 'SEC-10 a frame with a key is dropped, and reported' test "$answer" = "dropped $number fault 0"
check 'SEC-10 the contact ends as a palm' within 5 grep -q 'ABS_MT_TOOL_TYPE), value 2' events
check 'SEC-10 nothing of the frame arrives' negated grep -q 'value 520\|KEY_A' events
ask frame 3 47 0 3 55 0 3 57 8 3 53 99999 1 330 1
ask count "$number"
check 'SEC-10 a frame with a place out of its axis is dropped and counted' test "$answer" = "counted $number frames 4 dropped 2"
ask frame 0 3 0
ask frame 3 47 0 3 55 0 3 57 8 3 53 99999 1 330 1
ask receive
check 'SEC-10 after gestured has begun again, the next wrong frame is reported too' test "$answer" = "dropped $number fault 1"
ask frame 3 47 0 3 55 0 3 57 9 3 53 100 3 54 100 1 330 1
within 5 grep -q 'ABS_MT_TRACKING_ID), value 9' events
ask close
check 'SEC-12 the contacts end with the pipe' within 5 sh -c 'tail -n 4 events | grep -q "BTN_TOUCH), value 0"'

require 'the clone is given again' make_clone $described
ask frame 3 47 0 3 55 0 3 57 10 3 53 100 3 54 100 1 330 1
within 5 grep -q 'ABS_MT_TRACKING_ID), value 10' events
before=$clone
end_peer
check 'FF-1 the contacts end with gestured' within 5 sh -c 'tail -n 4 events | grep -q "BTN_TOUCH), value 0"'
require 'FF-23 another gestured comes' start_peer
require 'FF-23 and asks for the same' make_clone $described
check 'FF-23 it gets the clone that was kept' test "$answer" = "made $number $sysname kept 1"
check 'FF-23 the node is the same' test "$clone" = "$before"
ask frame 3 47 0 3 55 0 3 57 11 3 53 100 3 54 100 1 330 1
check 'FF-23 its reader goes on' within 5 grep -q 'ABS_MT_TRACKING_ID), value 11' events

# The keeper finds more in the pipe than it reads at once, then a frame and the end of the pipe together.
ask count "$number"
frames=$(echo "$answer" | cut -d ' ' -f 4)
kill -STOP "$keeper"
ask flood 4
kill -CONT "$keeper"
all_frames_passed() {
  ask count "$number" && test "$answer" = "counted $number frames $((frames + 1000)) dropped 3"
}
check 'FF-4 what has waited in the pipe goes to the clone without another write' within 5 all_frames_passed
kill -STOP "$keeper"
ask frame 3 47 0 3 53 150
ask close
kill -CONT "$keeper"
check 'SEC-12 contacts end with the pipe where a frame comes together with its end' within 5 sh -c 'tail -n 4 events | grep -q "BTN_TOUCH), value 0"'
check 'FF-31 and what lay in the closed pipe never arrives' negated grep -q 'ABS_MT_POSITION_X), value 150' events
require 'the clone is given once more' make_clone $described
ask frame 3 47 0 3 55 0 3 57 12 3 53 100 3 54 100 1 330 1
within 5 grep -q 'ABS_MT_TRACKING_ID), value 12' events

# --- Connections

filter-peer serve "$keeper_socket" >second 2>&1 <<END
hello 1
END
check 'SEC-4 a second connection is closed' grep -q closed second
ask count "$number"
check 'SEC-4 and the first is served on' test "${answer%% *}" = counted
/Guest/run-as somebody filter-peer serve "$keeper_socket" >other 2>&1 </dev/null
check 'SEC-4 another user gets EACCES' grep -q 'Permission denied' other
chmod 666 "$keeper_socket"
echo 'hello 1' | /Guest/run-as somebody filter-peer serve "$keeper_socket" >other 2>&1
chmod 600 "$keeper_socket"
check 'SEC-4 the keeper refuses another user, although the socket lets that user in' sh -c 'grep -q closed other && grep -q "neither root nor" keeper.log'
ask bytes 0200000000000000ff
check 'SEC-5 a packet that is no request ends the connection' test "$answer" = closed
check 'SEC-12 and the contacts' within 5 sh -c 'tail -n 4 events | grep -q "BTN_TOUCH), value 0"'
end_peer
require 'the next connection is served' start_peer
require 'the clone is still there' make_clone $described
check 'FF-23 it was kept' test "$answer" = "made $number $sysname kept 1"
require 'the clone is given back' drop_clone
check 'FLT-93 the links go with the clone' within 5 negated test -e "/dev/input/gestured/touch$number"
check 'SEC-9 and the file of its properties' negated test -e "/run/gestured-filter/$number"

# --- Limits

sleep 1
{
  for each in 1 2 3 4 5 6 7 8 9; do echo "make $panel 20$each lift 0"; done
} >nine
while read -r order; do
  ask $order
done <nine
check 'SEC-7 the ninth clone is refused' test "$answer" = 'refused step 2 detail 0 error 28'
end_peer
check 'keep_ms 0 does not keep a clone' within 5 sh -c '! grep -rq "gestured/" /sys/devices/virtual/input/*/phys'
sleep 1
# A clone with another link is made again.
for each in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "make $panel 300 lift 0 LINK=link$each"; done >many
sed -i "1s/^/hello 1\n/" many
filter-peer serve "$keeper_socket" <many >many.out
check 'SEC-7 more than ten in a second are refused' sh -c 'test "$(grep -c ^made many.out)" -eq 10 && grep -q "refused step 3 detail 0 error 11" many.out'
sleep 1

for ending in lift palm; do
  check "FF-1 and LIM-9 kill -9 of gestured ends contacts by $ending within 50 ms" sh -c "
    filter-peer killed $keeper_socket $panel $ending >killed-$ending 2>&1 && awk '{ exit !(\$3 <= 50) }' killed-$ending"
  sed "s/^/# filter $ending: /" "killed-$ending" >&3
done
check 'FLT-69 contacts that end by palm become palms in one frame, and lift in the next' grep -q ', 2 palms, 2 frames' killed-palm
check 'contacts that end by lift end in one frame' grep -q ', 0 palms, 1 frames' killed-lift

require 'the keeper is still served' start_peer
ask make "$panel" 77 lift 0
end_peer
echo "# filter resident $(figures_of Rss) kB, private $(($(figures_of Private_Clean) + $(figures_of Private_Dirty))) kB" >&3
check 'SEC-14 at most 3 MB are resident' test "$(figures_of Rss)" -le 3072
check 'SEC-14 and at most 1 MB private' test $(($(figures_of Private_Clean) + $(figures_of Private_Dirty))) -le 1024
require 'a last connection' start_peer
check 'FF-12 no descriptor is left' within 5 test "$(keepers_files)" -eq "$files"
check 'FF-12 no clone and no file are left' within 5 sh -c '! grep -rq "gestured/" /sys/devices/virtual/input/*/phys && ! ls /run/gestured-filter | grep -q "^[0-7]\$"'
check 'SEC-13 the log has no place' negated grep -qE '(^|[^0-9])(500|510|520|600|99999)([^0-9]|$)' keeper.log

# A keeper that ends in order lets readers see the ends.
require 'a last clone' make_clone "$panel" 400 lift 30000
require 'a reader has it' watch_clone
ask frame 3 47 0 3 55 0 3 57 13 3 53 100 3 54 100 1 330 1
within 5 grep -q 'ABS_MT_TRACKING_ID), value 13' events
# The reader comes to the ends only 50 ms later. Without the farewell the clone would be gone by then.
kill -STOP "$reader"
kill -TERM "$keeper"
usleep 50000
kill -CONT "$reader"
wait "$keeper"
check 'the keeper ends with 0' test "$?" -eq 0
check 'FF-3 and FF-11 contacts end before the clone goes, also for a reader that is late' within 5 grep -q 'BTN_TOUCH), value 0' events
check 'FF-3 the clone is gone with the keeper' within 5 negated test -e "$clone"
exec 5>&-
rm -rf /run/udev/rules.d/75-filter.rules /run/gestured-filter/*
udevadm control --reload
