# shellcheck shell=dash disable=SC1091,SC2016,SC2034,SC2154
# libinput knows the matrix, group and seat of a panel for its clone too. gestured never opens a clone.
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
rm /run/udev/rules.d/75-witness.rules
udevadm control --reload
