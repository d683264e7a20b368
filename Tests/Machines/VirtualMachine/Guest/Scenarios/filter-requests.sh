# shellcheck shell=dash disable=SC2154
# Clients of the socket make no touch: the devices of the keeper say nothing that no finger does, whatever a client with all rights requests.

mkdir -p /etc/gestured
{
  cat /config/gestured.toml
  printf '\n[filter]\nenabled = true\n'
} >/etc/gestured/gestured.toml

# replies: how many requests were answered.
replies() {
  grep -c '"type":"reply"' requested
}

require 'the keeper starts' start_keeper
require 'the device is made' plug /Devices/phone.prop
require 'the daemon starts' start_daemon
require 'the panel is filtered' within 10 is_on 1
before=$(clones)
evtest "$(clone_node)" >clone.events 2>&1 &
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
require 'the panel is filtered as before' within 40 sh -c 'gesturectl filter status | grep -qF ": on,"'
play tap.events
check 'a finger does' within 5 grep -q 'BTN_TOUCH), value 1' clone.events
rm -rf /run/gestured-filter/*
