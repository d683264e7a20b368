# shellcheck shell=dash disable=SC1091,SC2016,SC2034,SC2154
# A text console comes in front of a compositor, and goes again. The keeper of the seat takes the devices from the compositor meanwhile, as
# logind does. gestured does nothing.
. /Guest/witness.sh

# try NAME: plays a recording and waits until the client of the compositor is quiet.
try() {
  mark app
  play "$1.events"
  quiet app
}

# in_front CONSOLE: whether that console is in front.
in_front() {
  [ "$(cat /sys/class/tty/tty0/active)" = "tty$1" ]
}

# bring CONSOLE: brings a console in front.
bring() {
  busybox chvt "$1" && within 10 in_front "$1" && usleep 1000000
}

# bring_back: brings the compositor in front again. It offers the application a touchscreen anew once an input device says anything, here a
# first tap. The keys that bring it back say so to a user's compositor.
bring_back() {
  mark app
  bring "$console" && within 10 is_read && play tap.events &&
    within 10 sh -c "tail -n +$(($(cat app.mark) + 1)) app | grep -q get_touch"
}

# is_read: whether the seat's keeper has the clone open for the compositor.
is_read() {
  # shellcheck disable=SC2010,SC2012 # the names are numbers
  ls -l /proc/"$(pgrep -x seatd)"/fd | grep -q " $clone\$"
}

# changes: how many lines the client has of devices and of the filter.
changes() {
  grep -c '"type":"\(device\|filtering\)"' client
}

# gestured_did_nothing: whether gestured filters as before, with the same clone, and has reported nothing since.
gestured_did_nothing() {
  local before=$clone
  cmp daemon.log daemon.before && find_clone && [ "$clone" = "$before" ] && gesturectl filter status | grep -qw on &&
    [ "$(changes)" -eq "$lines" ]
}

filter_panel
require 'a seat' start_seat
require 'sway starts' start_sway
require 'a client listens' subscribe client
console=$(sed 's/tty//' /sys/class/tty/tty0/active)
try tap
check 'a tap reaches the application' app_saw 'down up'
cp daemon.log daemon.before
lines=$(changes)

require 'FF-28 a text console comes in front' bring 9
check 'FF-28 the compositor has lost the clone' within 5 negated is_read
try tap
check 'FF-28 the application receives nothing' app_saw ''
try swipe-three
check 'FF-28 gestures go on' sees client '"recognizer":"overview"' '"state":"ended"'
check 'FF-28 gestured does nothing' gestured_did_nothing
require 'FF-28 the compositor comes in front again, and reads the same clone' bring_back
try tap
check 'FF-28 the next tap is whole' app_saw 'down up'

mark app
play press.events
check 'a finger is down' within 5 app_saw 'down'
require 'FF-28 a text console comes in front of a finger' bring 9
play lift.events
require 'FF-28 the compositor comes in front again' bring_back
try tap
check 'FF-28 a tap after it is whole' app_saw 'down up'
check 'FF-28 gestured has still done nothing' gestured_did_nothing
