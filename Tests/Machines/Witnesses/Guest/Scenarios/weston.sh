# shellcheck shell=dash disable=SC1091,SC2016,SC2034,SC2154
# weston: a canceled touch stays down in the client until its id is used again.
. /Guest/witness.sh

receiver='weston 14'
canceled='down motion'
require 'a panel is made' plug /Devices/phone.prop
require 'a seat' start_seat
require 'weston starts, before gestured' start_weston
require 'the keeper starts' start_keeper
configure hold
require 'gestured filters the panel' start_filter
usleep 500000
. /Guest/receiver.sh

# weston counts a canceled touch as down until weston ends, so all touches belong to that client.
kill -KILL "$client_process"
require 'another client starts' start_client
try tap
check 'FLT-75 weston 14: no other client receives a touch, as the page says' app_saw ''
kill -KILL "$compositor"
wait "$compositor" 2>/dev/null
rm "$XDG_RUNTIME_DIR/$display"
afterwards='down up'
require 'weston starts again' start_weston
require 'a program with GTK starts' start_gtk wayland
. /Guest/button.sh
