# shellcheck shell=dash disable=SC2154
# T3: the machine sleeps while fingers are down. The kernel goes all the way into suspend to RAM but for the last step,
# and comes back after 2 s, as its own test of that path has it; its clocks tell of the sleep.

# fall_asleep: and wake up again.
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
