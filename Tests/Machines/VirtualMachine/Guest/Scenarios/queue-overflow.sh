# shellcheck shell=dash disable=SC2154
# The daemon is stopped while 2,000 frames arrive. The kernel drops the frames beyond its buffer and reports
# SYN_DROPPED. In the gap the fingers of a running pan lift, others tap and flick, and all are up at its end.

begin /Devices/phone.prop
begin_pan

# evtest is stopped too, and shows afterwards that the kernel dropped events.
evtest "$node" >evtest.log 2>&1 &
witness=$!
processes="$processes $witness"
within 5 grep -q Testing evtest.log

lines=$(wc -l <client)
kill -STOP "$daemon" "$witness"
play burst.events
kill -CONT "$daemon" "$witness"
check 'the kernel dropped events' within 10 grep -q SYN_DROPPED evtest.log
quiet client
since "$lines" client >client.gap

check 'the pan whose fingers lifted in the gap is cancelled' \
  sees client.gap '"kind":"pan"' '"state":"cancelled"'
check 'no gesture completes across the gap' negated sees client.gap '"type":"gesture"' '"state":"ended"'
check 'every gesture ended once' balanced client
check 'the daemon lives' alive "$daemon"

lines=$(wc -l <client)
play tap.events
quiet client
since "$lines" client >client.after
check 'a tap afterwards arrives' sees client.after '"kind":"tap"' '"state":"ended"' '"touch_count":1'
check 'every gesture ended once, still' balanced client
