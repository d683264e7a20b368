# shellcheck shell=dash disable=SC2154
# T4: the daemon is stopped while fingers are down, as on a paused machine. The events of the pause are too old: they
# make no gesture, and the time of the pause does not count.

begin /Devices/phone.prop

# The finger rests while the daemon is stopped, for longer than a long press takes.
play press.events
kill -STOP "$daemon"
sleep 2
kill -CONT "$daemon"
quiet client
check 'T4 no long press is made of the time in which nobody looked' \
  negated sees client '"kind":"long_press"'
check 'T4 the log says why the touch went' within 5 grep -q 'read too late' daemon.log
play lift.events
quiet client
check 'T4 nothing is made of the lift of a touch that is over' negated sees client '"type":"gesture"'

# A pan whose fingers move on and lift meanwhile.
begin_pan
kill -STOP "$daemon"
play lift-two.events
sleep 1
kill -CONT "$daemon"
check 'T4 the pan is cancelled' within 5 sees client '"kind":"pan"' '"state":"cancelled"'
quiet client
check 'T4 and not ended' negated sees client '"kind":"pan"' '"state":"ended"'
check 'every gesture ended once' balanced client

lines=$(wc -l <client)
play tap.events
quiet client
since "$lines" client >client.after
check 'T4 a tap afterwards arrives' sees client.after '"kind":"tap"' '"state":"ended"' '"touch_count":1'
