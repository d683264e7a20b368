# shellcheck shell=dash disable=SC2154
# T3, TIM-4: the machine sleeps while fingers are down. The kernel uses its own test of suspend to RAM, which omits only the last step and
# wakes after 2 s. Its clocks include that sleep.

# fall_asleep: sends the machine to sleep, and returns after it has woken.
fall_asleep() {
  echo 2 >/sys/module/suspend/parameters/pm_test_delay
  echo core >/sys/power/pm_test
  echo mem >/sys/power/state
  echo none >/sys/power/pm_test
}

begin /Devices/phone.prop
begin_pan
require 'the machine sleeps and wakes up' fall_asleep
before=$(now_ms)
check 'T3 the pan is cancelled' within 5 sees client '"kind":"pan"' '"state":"cancelled"'
echo "# T3 seen cancelled $(($(now_ms) - before)) ms after the resume" >&3
check 'T3 the log says why' within 5 grep -q 'was asleep' daemon.log
quiet client
check 'T3 nothing of it ended' negated sees client '"kind":"pan"' '"state":"ended"'

lines=$(wc -l <client)
play lift-two.events
play press.events
fall_asleep
quiet client
since "$lines" client >client.press
check 'T3 no long press is made of a sleep' negated sees client.press '"kind":"long_press"' '"state":"began"'
play lift.events
quiet client
check 'every gesture ended once' balanced client

lines=$(wc -l <client)
play tap.events
quiet client
since "$lines" client >client.after
check 'T3 a tap afterwards arrives' sees client.after '"kind":"tap"' '"state":"ended"' '"touch_count":1'

# tap_time: plays a tap and prints two times. The `time` of its line in ms counts the time awake. The moment before the
# tap, measured since the start, counts sleep as well.
tap_time() {
  lines=$(wc -l <client)
  now_ms
  play tap.events
  quiet client
  since "$lines" client | grep '"kind":"tap"' | grep -m 1 '"touch_count":1' |
    sed 's/.*"time":\([0-9.]*\).*/\1/' | awk '{ printf "%d\n", $1 * 1000 }'
}
tap_time | paste -s -d ' ' - >before.sleep
fall_asleep
tap_time | paste -s -d ' ' - >after.sleep
read -r before awake_before <before.sleep
read -r after awake_after <after.sleep
slept=$((after - before - (awake_after - awake_before)))
echo "# TIM-4 $((after - before)) ms between two taps, $((awake_after - awake_before)) ms of them awake" >&3
# The kernel measures sleep with the clock chip, in whole seconds.
check 'TIM-4 the time of two taps differs by the time awake: two seconds of sleep are not in it' \
  test "$slept" -ge 1000 -a "$slept" -le 3100
check 'TIM-4 the time awake between them is in it' test "$((awake_after - awake_before))" -ge 600
