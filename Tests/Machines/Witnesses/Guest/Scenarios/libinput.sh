# shellcheck shell=dash disable=SC1091,SC2016,SC2034,SC2154
# libinput, as compositors use it, reads the panel and its clone: in Debian 13's version (`current`) and in Debian 12's (`older`).
. /Guest/witness.sh

# try NAME: plays a recording and waits until libinput is quiet.
try() {
  mark current older
  play "$1.events"
  quiet current
}

# both_saw NODE WORDS: true when both versions say these words of the node.
both_saw() {
  libinput_saw current "$1" "$2" && libinput_saw older "$1" "$2"
}

# one_saw PANEL_WORDS CLONE_WORDS: true when both versions say these words of panel and clone.
one_saw() {
  both_saw "$panel" "$1" && both_saw "$clone" "$2"
}

require 'a panel is made' plug /Devices/phone.prop
panel=$node
require 'libinput starts' start_libinput current
require 'the libinput of Debian 12 starts' start_libinput older chroot /bookworm
require 'the keeper starts' start_keeper
configure hold

# --- The grab, at rest

mark current older
play press.events
require 'gestured starts while a finger rests on the panel' start_daemon
within 10 find_clone
usleep 1500000
check 'FLT-4 the panel is not taken while a finger rests on it' negated is_on 1
play lift.events
quiet current
check 'FLT-4 the finger lifts for readers of the panel' one_saw 'down0 up0' ''
require 'FLT-4 the panel is taken at rest' within 10 is_on 1
try tap
check 'FLT-4 and FLT-7 the next tap is whole, and the clone alone tells it' one_saw '' 'down0 up0'
require 'a reader starts after gestured' start_libinput later
mark later
try tap
check 'FLT-14 a reader that starts later sees the same' sh -c "
  sed -n '/TOUCH/s/ *+[0-9.]*s//p' later >later.touches
  tail -n +$(($(cat current.mark) + 1)) current | sed -n '/TOUCH/s/ *+[0-9.]*s//p' | cmp - later.touches"

# --- Given back with a finger down

mark current older
play press.events
within 5 both_saw "$clone" 'down0'
gesturectl filter off >/dev/null 2>&1 &
pause=$!
processes="$processes $pause"
check 'FLT-8 the finger lifts for readers of the clone when the filter pauses' within 10 both_saw "$clone" 'down0 up0'
play move-on.events
quiet current
check 'FLT-9 readers of the panel see nothing of that finger' one_saw '' 'down0 up0'
try tap
check 'FLT-9 and FLT-7 the next tap is whole, and the panel alone tells it' one_saw 'down0 up0' ''
kill "$pause"
wait "$pause" 2>/dev/null
require 'FLT-11 the panel is taken again' within 10 is_on 2
try tap
check 'FLT-11 the next tap comes from the same clone' one_saw '' 'down0 up0'

# --- A daemon that hangs, and is killed as its watchdog would

mark current older
play press.events
within 5 both_saw "$clone" 'down0'
kill -STOP "$daemon"
usleep 500000
kill -KILL "$daemon"
wait "$daemon" 2>/dev/null
check 'FF-1 and FF-2 the finger lifts for readers of the clone' within 5 both_saw "$clone" 'down0 up0'
play move-on.events
quiet current
check 'FF-1 readers of the panel see nothing of that finger' one_saw '' 'down0 up0'
try tap
check 'FF-1 the next tap is whole, and the panel alone tells it' one_saw 'down0 up0' ''

# --- Readers of the panel have missed its last slot. The kernel does not tell them a slot that has not changed, so a touch may show in
# another slot.

require 'FF-23 gestured filters again' start_filter
play two-slots.events
usleep 300000
kill -KILL "$daemon"
wait "$daemon" 2>/dev/null
mark current older
play two-slots-on.events
quiet current
check 'FF-1 each touch that readers of the panel see has an end' sh -c "tail -n +$(($(cat current.mark) + 1)) current |
  awk '\$2 == \"TOUCH_DOWN\" { down++ } \$2 == \"TOUCH_UP\" { up++ } END { exit down != up }'"

# --- Canceled touches

printf '[region.side]\nframe = ["50%%", 0, "50%%", "100%%"]\n' >>/etc/gestured/gestured.toml
printf '[recognizer.slide]\nkind = "pan"\ntouches = 1\npassive = false\nregion = "side"\n' >>/etc/gestured/gestured.toml
sed -i 's/"hold"/"cancel"/; s/"swipe"/"pan"/' /etc/gestured/gestured.toml
require 'FF-23 gestured filters again' start_filter
require 'a client listens' subscribe client
try drag-side
check 'FLT-69 and FLT-30 a touch that a gesture wins is canceled, and does not lift' one_saw '' 'down0 motion0 cancel0'
try three-taps
check 'FLT-47 three taps in the slot of a canceled touch are whole' one_saw '' 'down0 up0 down0 up0 down0 up0'
try drag-three
check 'FLT-70 three touches are canceled together' one_saw '' 'down0 down1 down2 motion0 motion1 motion2 cancel0 cancel1 cancel2'
check 'FLT-70 in one frame' sh -c "tail -n +$(($(cat current.mark) + 1)) current | grep -A 3 CANCEL | tail -n 4 | awk '{ print \$2 }' | xargs |
  grep -qx 'TOUCH_CANCEL TOUCH_CANCEL TOUCH_CANCEL TOUCH_FRAME'"
try two-sides
check 'FLT-31 and FLT-74 a finger beside a canceled one goes on, and lifts' sh -c "tail -n +$(($(cat current.mark) + 1)) current |
  awk '\$2 == \"TOUCH_CANCEL\" { canceled = 1 } canceled && \$2 == \"TOUCH_UP\" { up = 1 } END { exit !up }'"

# --- The panel goes with a finger down

mark current older
play press.events
within 5 both_saw "$clone" 'down0'
unplug
check 'FF-11 a touch is canceled and does not hang when the panel goes' within 5 both_saw "$clone" 'down0 cancel0'
check 'FF-11 the clone goes' within 5 grep -q DEVICE_REMOVED older
