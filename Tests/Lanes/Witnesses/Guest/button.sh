# shellcheck shell=dash disable=SC2154
# Checks how a button of GTK acts on the touches of a clone, after receiver.sh. A scenario sets `receiver` and `canceled`, the words of a
# canceled touch.

sed -i 's/"cancel"/"hold"/' /etc/gestured/gestured.toml
kill -HUP "$daemon"
usleep 300000
try tap
check "FLT-75 $receiver: a tap that was held and let go clicks a button of GTK" app_saw 'down up clicked'
try swipe-three
check "FLT-75 $receiver: a swipe of three fingers does nothing" app_saw ''
sed -i 's/"hold"/"cancel"/' /etc/gestured/gestured.toml
kill -HUP "$daemon"
usleep 300000
try drag
check "FLT-75 $receiver: GTK sees a canceled touch as the page says" app_saw "$canceled"
try tap
check "FLT-75 $receiver: the next tap clicks again" app_saw 'down up clicked'
