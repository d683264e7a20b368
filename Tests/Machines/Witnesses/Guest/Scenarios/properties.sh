# shellcheck shell=dash disable=SC1091,SC2016,SC2034,SC2154
# libinput knows the matrix, group and seat of a panel for its clone too, and rejects palms on the clone while the panel's pen is near.
# gestured never opens a clone.
. /Guest/witness.sh

# place_of FILE NODE: where libinput says that the last touch of the node has landed.
place_of() {
  news "$1" | sed 's/^[- ]//' | awk -v node="${2##*/}" '$1 == node && $2 == "TOUCH_DOWN" { place = $(NF - 1) $NF } END { print place }'
}

# row_of NODE ROW: a row of `libinput list-devices` of that node.
row_of() {
  awk -v node="$1" -v row="$2" '$1 == "Kernel:" { is_it = $2 == node } is_it && $1 == row { $1 = ""; print; exit }' devices
}

mkdir -p /run/udev/rules.d
cat >/run/udev/rules.d/75-witness.rules <<'END'
SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="Touch passthrough", ATTRS{phys}!="gestured/*", ENV{LIBINPUT_CALIBRATION_MATRIX}="0 -1 1 1 0 0"
SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="Machine pen screen*", ATTRS{phys}!="gestured/*", ENV{LIBINPUT_DEVICE_GROUP}="3/1209/5:pen"
SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="Kitchen", ATTRS{phys}!="gestured/*", ENV{ID_SEAT}="seat-kitchen"
END
udevadm control --reload
sed 's/^N: .*/N: Touch passthrough/' /Devices/phone.prop >passthrough.prop
require 'a virtual touchscreen of another program is made' plug passthrough.prop
panel=$node
require 'libinput starts' start_libinput current
require 'the keeper starts' start_keeper
mark current
play tap-side.events
quiet current
turned=$(place_of current "$panel")
check 'libinput turns the panel' sh -c "test -n '$turned' && test '$turned' != '72.2/68.8(65.00/110.00mm)'"

configure hold 'release_touches = 0'
require 'gestured starts under a trace' start_daemon strace -D -f -e trace=open,openat,openat2 -o calls
check 'FLT-82 a virtual touchscreen of another program is filtered as any' within 30 is_on 1
require 'the clone is there' find_clone
mark current
play tap-side.events
quiet current
check 'FLT-89 the clone of a turned panel is turned once, to the same place' test "$(place_of current "$clone")" = "$turned"
check 'FLT-81 gestured opens the panel' grep -q "\"$panel\"" calls
check 'FLT-81 gestured never opens the clone' negated grep -q "\"$clone\"" calls
unplug
within 10 negated test -e "$clone"

# A panel that speaks HID, with a pen.
require 'a screen for fingers and a pen is made' plug_panel pen-and-touch
require 'FLT-90 its touchscreen is filtered' within 30 is_on 2
find_clone
libinput list-devices >devices
pen=''
for each in $nodes; do
  has_property "/dev/input/$each" ID_INPUT_TABLET=1 && pen=/dev/input/$each
done
group=$(row_of "$clone" Group:)
check 'FLT-90 pen and clone are of one group' sh -c "test -n '$group' && test '$group' = '$(row_of "$pen" Group:)'"

# --- A palm beside the pen

# touch_panel: a finger taps on the panel that speaks HID.
touch_panel() {
  : >played
  echo /recordings/tap-side.events >&4
  within 20 grep -qx 'played /recordings/tap-side.events' played
  quiet current
}

# hover SECONDS: the pen hovers over that finger for so long. libinput takes a pen that says nothing for 50 ms for gone.
hover() {
  awk -v count="$(($1 * 50))" '
    function say(type, code, value) { printf "E: %d.%06d %s %s %d\n", tick / 50, tick % 50 * 20000 + 1, type, code, value }
    BEGIN {
      say("0001", "0140", 1)
      for (; tick < count; tick++) {
        say("0003", "0000", 2600 + tick % 2)
        say("0003", "0001", 4400)
        say("0000", "0000", 0)
      }
      say("0001", "0140", 0)
      say("0000", "0000", 0)
    }' >hover.events
  evemu-play "$pen" <hover.events
}

# frames_of_filter: how many frames the clone has received.
frames_of_filter() {
  gesturectl filter status | sed -n 's/.* \([0-9]*\) frames.*/\1/p'
}

mark current
touch_panel
check 'FF-20 a finger without the pen is a touch' libinput_saw current "$clone" 'down0 up0'
before=$(frames_of_filter)
mark current
hover 8 &
hovering=$!
processes="$processes $hovering"
check 'the pen hovers' within 5 sh -c "tail -n +$(($(cat current.mark) + 1)) current | grep -q 'TABLET_TOOL_PROXIMITY.*proximity-in'"
echo /recordings/tap-side.events >&4
within 5 sh -c "[ \$(gesturectl filter status | sed -n 's/.* \([0-9]*\) frames.*/\1/p') -ge $((before + 2)) ]"
check 'FF-20 and FLT-27 the clone has a palm that lands beside the pen' test "$(frames_of_filter)" -ge "$((before + 2))"
check 'the pen still hovers' alive "$hovering"
wait "$hovering"
quiet current
check 'FF-20 libinput takes it for no touch' libinput_saw current "$clone" ''
mark current
touch_panel
check 'FF-20 once the pen is gone a finger is a touch' libinput_saw current "$clone" 'down0 up0'
exec 4>&-
within 10 negated test -e "$clone"

sed 's/^N: .*/N: Kitchen/' /Devices/phone.prop >kitchen.prop
require 'a panel of another seat is made' plug kitchen.prop
require 'FLT-91 it is filtered' within 30 is_on 3
find_clone
libinput debug-events --udev seat-kitchen >kitchen 2>kitchen.error &
processes="$processes $!"
check 'FLT-91 its clone is on that seat' within 10 grep -q "${clone##*/}.*DEVICE_ADDED" kitchen
check 'FLT-91 and not on the first one' negated grep -q "${clone##*/} .*DEVICE_ADDED.*Kitchen" current
unplug
within 10 negated test -e "$clone"

# A panel that a rule hides from libinput, as docs/filter.md says.
cat >/run/udev/rules.d/99-touchscreen.rules <<'END'
SUBSYSTEM=="input", KERNEL=="event*", ATTRS{name}=="Hidden", ATTRS{phys}!="gestured/*", ENV{LIBINPUT_IGNORE_DEVICE}="1"
END
udevadm control --reload
printf '[device.panel]\nname = "Hidden"\nignore = false\n' >>/etc/gestured/gestured.toml
require 'gestured reads its configuration again' reload 'in force now'
sed 's/^N: .*/N: Hidden/' /Devices/phone.prop >hidden.prop
require 'a panel is made that libinput ignores' plug hidden.prop
require 'FLT-94 it is filtered all the same' within 30 is_on 4
find_clone
libinput list-devices >devices
check 'FLT-94 libinput reads no panel of that name' test -z "$(row_of "$node" Group:)"
check 'FLT-94 and reads the clone' test -n "$(row_of "$clone" Group:)"
mark current
play tap-side.events
quiet current
check 'FLT-94 a tap is whole' libinput_saw current "$clone" 'down0 up0'
rm /run/udev/rules.d/75-witness.rules /run/udev/rules.d/99-touchscreen.rules
udevadm control --reload
