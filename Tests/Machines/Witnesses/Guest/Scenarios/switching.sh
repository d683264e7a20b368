# shellcheck shell=dash disable=SC1091,SC2016,SC2034,SC2154
# The filter is switched a thousand times while fingers touch, and the panel is suspended a thousand times. libinput and a plain reader have
# panel and clone open.
. /Guest/witness.sh

# counts NAME: the number that the tool printed last for the name.
counts() {
  sed -n "s/^$1 //p" counted
}

# switch_panel TIMES FINGERS: pauses and resumes the filter.
switch_panel() {
  switching pause "$socket" "$panel" "$clone" "$1" "$2" >counted 2>switching.error
  local status=$?
  tr '\n' ' ' <counted | sed "s/^/# figure $2 fingers: /; s/ *\$/\n/" >&3
  return "$status"
}

require 'a panel is made' plug /Devices/phone.prop
panel=$node
require 'the keeper starts' start_keeper
configure hold
printf '[socket]\nrequests_per_second = 100000\n' >>/etc/gestured/gestured.toml
require 'gestured filters the panel' start_filter
before=$clone

require 'LIM-12 the filter is switched a thousand times while one finger taps' switch_panel 1000 1
check 'FLT-7 panel and clone both tell contacts' sh -c "test $(counts panel) -gt 100 && test $(counts clone) -gt 100"
check 'LIM-12 no contact is lost' test "$(counts lost)" -eq 0
check 'FLT-7 none is told twice' test "$(counts twice)" -eq 0
check 'LIM-12 libinput loses none' test "$(counts libinput-lost)" -eq 0
check 'FLT-7 libinput tells none twice' test "$(counts libinput-twice)" -eq 0
check 'FLT-7 each touch of libinput has one end' test "$(counts libinput-ends)" -eq "$(counts contacts)"

require 'LIM-12 and while up to two fingers do' switch_panel 1000 2
check 'LIM-12 no contact is lost' test "$(counts lost)" -eq 0
check 'FLT-7 none is told twice' test "$(counts twice)" -eq 0
check 'LIM-12 libinput receives those of the clone' test "$(counts libinput-clone)" -eq "$(counts clone)"
check 'LIM-12 and those of the panel but for the ones that the kernel told in the slot of another' test \
  "$(counts libinput-panel)" -eq $(($(counts panel) - $(counts merged)))
check 'FLT-7 each touch of libinput has one end' test "$(counts libinput-ends)" -eq $(($(counts contacts) - $(counts merged)))
find_clone
check 'FLT-11 the clone is the same after all switchings' test "$clone" = "$before"

# --- Suspend

require 'FLT-11 the panel is filtered' within 10 sh -c 'gesturectl filter status | grep -qw on'
switching inhibit "/sys/class/input/${panel##*/}/device/inhibited" "$panel" "$clone" 1000 2 >counted 2>switching.error
tr '\n' ' ' <counted | sed 's/^/# figure suspend: /; s/ *$/\n/' >&3
check 'FF-14 a thousand suspends with fingers down' test "$(counts changes)" -eq 1000
check 'FF-14 each contact lands once' test "$(counts lost) $(counts twice) $(counts libinput-lost) $(counts libinput-twice)" = '0 0 0 0'
check 'FF-14 on the clone' test "$(counts libinput-clone)" -eq "$(counts contacts)"
check 'FF-14 and ends once' test "$(counts libinput-ends)" -eq "$(counts contacts)"
check 'FF-14 the panel itself says nothing' test "$(counts panel) $(counts libinput-panel)" = '0 0'
