# shellcheck shell=dash disable=SC2154
# --list-devices names every input device and why it is used or not. With --quiet it only has an exit code. --print-config ends in the
# same lines of touchscreens.

# quiet_status [USER]: the exit code of `gestured --list-devices --quiet`, for root or that user.
quiet_status() {
  status=0
  su -s /bin/sh -c 'timeout 10 gestured --list-devices --quiet' "${1:-root}" \
    >quiet.out 2>quiet.error || status=$?
  echo "$status"
}

check 'without a touchscreen the status is 69' test "$(quiet_status)" -eq 69

require 'a panel is made' plug /Devices/phone.prop
phone=$node
require 'a single-touch panel is made' plug /Devices/single.prop
single=$node
require 'a board with letters is made' plug /Devices/letters.prop
board=$node
require 'a panel with a hostile name is made' plug /Devices/hostile-name.prop

check 'it ends with 0' timeout 10 gestured --list-devices
timeout 10 gestured --list-devices >list 2>list.error
check 'it names the panel' row_says "$phone" 'Machine phone panel'
check 'it names the single-touch panel' row_says "$single" 'Machine single-touch panel'
check 'it names the board' row_says "$board" 'Machine board with letters'
check 'no byte of a name reaches a terminal as a command' negated grep -q "$(printf '\033')" list

timeout 10 gestured --list-devices --format text 2>list.error | sed 's/^/# /' | tr -s ' ' >list.comments
timeout 10 gestured --print-config >printed 2>printed.error
sed -n '/^# \/dev/,$p' printed | tr -s ' ' >printed.comments
check 'FLT-97 --print-config says of the panel what --list-devices does' sh -c "grep -q '^# $phone used ' printed.comments"
check 'FLT-97 and nothing else' negated grep -vxFf list.comments printed.comments
check 'FLT-97 it says that the panel is not filtered' grep -q '^# filter none: \[filter\] does not say' printed.comments
check 'FLT-97 it names no board with letters' negated grep -q "$board" printed.comments
su -s /bin/sh -c 'timeout 10 gestured --print-config' somebody >printed.other 2>printed.error
check 'FLT-97 a user who may not read the panel gets the values, and the reason' sh -c "
  grep -q '^\[filter\]' printed.other && grep -q '^# $phone *not used .*ermission' printed.other"

check 'with a touchscreen that root reads the status is 0' test "$(quiet_status)" -eq 0
check '--quiet prints nothing' negated test -s quiet.out
check 'the user gestured reads it by the rule of its group' test "$(quiet_status gestured)" -eq 0
check 'for a user who may not read it the status is 77' test "$(quiet_status somebody)" -eq 77
