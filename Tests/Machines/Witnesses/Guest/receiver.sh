# shellcheck shell=dash disable=SC2154
# Checks how one receiver acts on the touches of a clone. A scenario sets `receiver`, its name, and the words of its client for a canceled touch
# (`canceled`). gestured filters in the mode `hold`; afterwards the mode is `cancel`, and a pan of one finger takes touches.

# try NAME: plays a recording and waits until the client is quiet.
try() {
  mark "$app"
  play "$1.events"
  quiet "$app"
}

# --- Nothing competes, a gesture may win, a gesture wins

try tap
check "FLT-75 $receiver: a tap is whole where no gesture competes" app_saw 'down up'
require 'a client listens' subscribe client
try tap
check "FLT-75 $receiver: a tap that was held and let go is whole" app_saw 'down up'
try swipe-three
check "FLT-75 $receiver: a swipe of three fingers wins" sees client '"recognizer":"overview"' '"state":"ended"'
check "FLT-75 $receiver: the app receives nothing of it" app_saw ''

# --- gestured is killed, and the panel is unplugged, with a finger down

mark "$app"
play press.events
within 5 app_saw 'down'
kill -KILL "$daemon"
wait "$daemon" 2>/dev/null
check "FF-1 $receiver: the touch ends when gestured is killed" within 5 app_saw 'down up'
play lift.events
quiet "$app"
check "FF-1 $receiver: the finger that lifts then is not a second touch" app_saw 'down up'
# Elsewhere than the last one: readers of the panel have missed that place, and the kernel tells them only what changes.
try tap-side
check "FF-1 $receiver: the next tap comes from the panel, and is whole" app_saw 'down up'
before=$clone
require 'gestured filters again' start_filter
check "FF-23 $receiver: the clone is the same" test "$clone" = "$before"
require 'a client listens' subscribe client
try tap
check "FF-23 $receiver: the next tap is whole" app_saw 'down up'

mark "$app"
play press.events
within 5 app_saw 'down'
unplug
check "FF-11 $receiver: the touch ends with the panel" within 5 app_saw 'down up'
require 'the panel comes again' plug /Devices/phone.prop
require 'FF-12 it is filtered again' within 20 is_on 2
find_clone
usleep 500000
try tap
check "FF-12 $receiver: a tap is whole after the panel has come again" app_saw 'down up'

# --- A reload between a touch and its end, then canceled touches

printf '[recognizer.slide]\nkind = "pan"\ntouches = 1\npassive = false\n' >>/etc/gestured/gestured.toml
sed -i 's/"hold"/"cancel"/' /etc/gestured/gestured.toml
mark "$app"
play press.events
within 5 app_saw 'down'
kill -HUP "$daemon"
usleep 300000
play move-on.events
quiet "$app"
check "FLT-10 $receiver: a touch is whole that a reload comes into" app_saw 'down motion up'
try drag
check "FLT-75 $receiver: a touch that a gesture cancels is seen as the page says" app_saw "$canceled"
try three-taps
check "FLT-47 and FLT-75 $receiver: taps after a canceled touch are whole" app_saw 'down up down up down up'
