# shellcheck shell=dash disable=SC2154
# Clients of the socket make no touch: the devices of the keeper say nothing that no finger does, whatever a client with all rights requests.

mkdir -p /etc/gestured /run/gestured /run/gestured-filter
chown gestured-filter:gestured-filter /run/gestured-filter
ln -s /run/gestured-filter/filter.sock /run/gestured/filter.sock
{
  cat /config/gestured.toml
  printf '\n[filter]\nenabled = true\n'
} >/etc/gestured/gestured.toml

# clones: the folders of the keeper's devices.
clones() {
  grep -l '^gestured/' /sys/devices/virtual/input/input*/phys 2>/dev/null
}

# replies: how many requests were answered.
replies() {
  grep -c '"type":"reply"' requested
}

/Guest/run-as gestured-filter gestured-filter --socket /run/gestured-filter/filter.sock 2>keeper.log &
processes="$processes $!"
require 'the keeper starts' within 5 test -S /run/gestured-filter/filter.sock
require 'the device is made' plug /Devices/phone.prop
require 'the daemon starts' start_daemon
require 'the panel is filtered' within 10 grep -q 'filtered: other programs read' daemon.log
before=$(clones)
folder=$(dirname "$before")
evtest "/dev/input/$(basename "$folder"/event*)" >clone.events 2>&1 &
processes="$processes $!"
require 'a reader has the clone' within 5 grep -q Testing clone.events

# A request that ends the connection keeps none of the others from being sent.
while read -r request; do
  printf '%s\n' "$request" | socat -t 0.2 - "UNIX-CONNECT:$socket" >>requested 2>/dev/null
done </Guest/requests
# Again with one connection, where what one request declares is there for the next.
socat -t 2 - "UNIX-CONNECT:$socket" </Guest/requests >>requested 2>/dev/null
check 'the requests are answered' test "$(replies)" -ge "$(wc -l </Guest/requests)"
check 'the daemon lives' alive "$daemon"
check 'SEC-15 no request makes a touch, a click or a key' negated grep -q 'Event: time' clone.events
check 'SEC-15 no request makes a device' test "$(clones)" = "$before"
require 'the panel is filtered as before' within 40 sh -c 'gesturectl filter status | grep -qw on'
play tap.events
check 'a finger does' within 5 grep -q 'BTN_TOUCH), value 1' clone.events
rm -rf /run/gestured-filter/*
