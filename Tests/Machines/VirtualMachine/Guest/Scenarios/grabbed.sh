# shellcheck shell=dash disable=SC2154
# D27: another program grabs the panel while a pan runs. The daemon gets no notice and detects the grab by itself.

begin /Devices/phone.prop
begin_pan

evtest --grab "$node" >evtest.log 2>&1 &
grabber=$!
processes="$processes $grabber"
within 5 grep -q Testing evtest.log
play lift-two.events
before=$(now_ms)
check 'D27 the pan is cancelled' within 10 sees client '"kind":"pan"' '"state":"cancelled"'
echo "# D27 a grabbed pan is cancelled after $(($(now_ms) - before)) ms" >&3
check 'D27 the log says why' within 5 grep -q 'grabbed it' daemon.log
check 'every gesture ended once' balanced client

kill -KILL "$grabber"
wait "$grabber" 2>/dev/null
lines=$(wc -l <client)
play tap.events
quiet client
since "$lines" client >client.after
check 'D27 a tap after the grab arrives' sees client.after '"kind":"tap"' '"state":"ended"' '"touch_count":1'

# A grab that ends before the daemon examines the silence. Meanwhile the fingers have lifted, and others have landed elsewhere. The later
# events must not look like a leap of the first fingers.
lines=$(wc -l <client)
begin_pan
evtest --grab "$node" >evtest.log 2>&1 &
grabber=$!
processes="$processes $grabber"
within 5 grep -q Testing evtest.log
play far-landing.events
kill -KILL "$grabber"
wait "$grabber" 2>/dev/null
play far-move.events
play lift-two.events
quiet client
since "$lines" client >client.short
check 'D27 a grab that is over within two seconds, with a lift and a landing in it, cancels the pan' \
  sees client.short '"kind":"pan"' '"state":"cancelled"'
check 'D27 and does not end it' negated sees client.short '"kind":"pan"' '"state":"ended"'
check 'D27 the fingers that landed unheard are told of nowhere' \
  negated grep -q '"location":\[[0-9.]*,[1-4][0-9][].]' client.short
check 'D27 who watches hears why' sees client.short '"type":"device"' '"state":"interrupted"' '"reason":"grab"'
check 'every gesture ended once, still' balanced client

# A finger may rest for longer than the silence that makes the daemon ask. The daemon must not take it for a grabbed one.
lines=$(wc -l <client)
play press.events
sleep 5
play lift.events
quiet client
since "$lines" client >client.rest
check 'D27 a long press held for 5 s without a word ends with its lift' \
  sees client.rest '"kind":"long_press"' '"state":"ended"'
check 'and nothing of it was cancelled' negated sees client.rest '"state":"cancelled"'
