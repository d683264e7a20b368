# shellcheck shell=dash disable=SC2154
# Checks how a button of GTK acts on the touches of a clone. A scenario sets `receiver` and `canceled`, the words of a canceled touch; gestured
# is in the mode `cancel`, and a pan of one finger takes touches.

try tap
check "FLT-75 $receiver: a tap clicks a button of GTK" app_saw 'down up clicked'
try swipe-three
check "FLT-75 $receiver: a swipe of three fingers clicks nothing" negated sh -c "tail -n +$(cat "$app.mark") $app | grep -q clicked"
try drag
check "FLT-75 $receiver: GTK sees a canceled touch as the page says" app_saw "$canceled"
try tap
check "FLT-75 $receiver: the next tap clicks again" app_saw 'down up clicked'
