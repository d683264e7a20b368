#!/bin/sh
# Runs a command for each swipe with three fingers; the command gets the direction as its last argument.
#
#     on-swipe.sh COMMAND…          on-swipe.sh notify-send swipe
#
# `gesturectl listen --reconnect --exec` does this too; here it is with socat and jq alone, as any program may do it.
set -u
socket=${GESTURED_SOCKET:-/run/gestured/events.sock}

# Prints directions until gestured goes; fails with 1 where gestured refuses the request. Once the request is sent, socat closes
# its writing side, which ends the requests and not the stream. Without -t it would leave half a second later.
directions() {
  echo '{"command":"subscribe","filter":[{"kind":"swipe","touch_count":3}]}' |
    socat -t 999999999 - "UNIX-CONNECT:$socket" 2>/dev/null |
    jq --unbuffered -r '
      if .type == "gesture" then .direction
      elif .error then .error.message | halt_error(1)
      else empty end'
}

# gestured may come and go.
while directions; [ $? -ne 1 ]; do sleep 1; done | while read -r direction; do
  "$@" "$direction" </dev/null
done
