# shellcheck shell=dash disable=SC2016,SC2154
# Checks how a button of GTK acts on the touches of a clone, after receiver.sh. A scenario sets `receiver`, and for a canceled touch `canceled`
# and `afterwards`: the words of the button for it, and for the tap that follows.

# set_mode OLD NEW: changes the mode of the filter, and waits until the panel is filtered in that mode.
set_mode() {
  local before
  before=$(grep -c 'given again' keeper.log)
  sed -i "s/mode = \"$1\"/mode = \"$2\"/" /etc/gestured/gestured.toml
  kill -HUP "$daemon"
  within 10 is_given_more_often "$before" && within 10 is_filtered
}

# is_given_more_often NUMBER: whether the keeper has given the clone to the daemon more often. The new mode is a new request for it.
is_given_more_often() {
  [ "$(grep -c 'given again' keeper.log)" -gt "$1" ]
}

# is_filtered: whether the panel is grabbed.
is_filtered() {
  gesturectl filter status | grep -q 'other readers of'
}

require 'the mode is hold' set_mode cancel hold
try tap
check "FLT-75 $receiver: a tap that was held and let go clicks a button of GTK once" app_saw 'down up clicked'
check "FLT-75 $receiver: it was held for the pan" sh -c 'gesturectl filter status | grep -q "ms so far"'
try swipe-three
check "FLT-75 $receiver: a swipe of three fingers does nothing to it" app_saw ''
try drag
check "FLT-75 $receiver: a pan that was held and won does nothing to it" app_saw ''
require 'the mode is cancel' set_mode hold cancel
try drag
check "FLT-75 $receiver: GTK sees a canceled touch as the page says" app_saw "$canceled"
try tap
check "FLT-75 $receiver: and the next tap" app_saw "$afterwards"
try tap
check "FLT-75 $receiver: and clicks once at the tap after that" app_saw 'down up clicked'
