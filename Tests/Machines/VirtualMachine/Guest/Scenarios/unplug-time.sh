# shellcheck shell=dash disable=SC2154
# The time from pulling the cable of a touched panel to the subscriber's line: 12 times through uinput and 12 times
# through a HID driver. One, two, three and five fingers pan. The times are not judged, because the machine is emulated
# and may be busy.

require 'the daemon starts' start_daemon
unplug-time "$socket" /Devices/phone.prop /Guest/Panels/ten.panel 3 >took 2>plug.log
status=$?
while read -r means count least median most kernel_least kernel_median kernel_most; do
  echo "# unplug to cancelled at a subscriber, $means, $count times: $least to $most ms, median $median ms;" \
    "the kernel tells a reader after $kernel_least to $kernel_most ms, median $kernel_median ms" >&3
  check "D1 G5 $means: with 1, 2, 3 and 5 fingers the pan is cancelled before the device goes" test "$count" -eq 12
done <took
check 'D1 G5: each unplug is told of' test "$status" -eq 0
check 'both means were tried' test "$(wc -l <took)" -eq 2
check 'the daemon lives' alive "$daemon"
