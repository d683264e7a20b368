# shellcheck shell=dash disable=SC1091,SC2016,SC2034,SC2154
# sway with two displays: a setting that names a touchscreen by vendor, product and name speaks of panel and clone.
. /Guest/witness.sh

filter_panel
require 'a seat' start_seat
require 'sway starts' start_sway
order() {
  SWAYSOCK=$(ls "$XDG_RUNTIME_DIR"/sway-ipc.*) swaymsg "$@"
}
require 'a second display' order create_output
require 'the panel is mapped to it' order input '4617:1:Machine_phone_panel' map_to_output HEADLESS-1
order -t get_inputs >inputs
check 'FLT-95 panel and clone have one identifier' test "$(grep -c '4617:1:Machine_phone_panel' inputs)" -eq 2
mark "$app"
play tap.events
quiet "$app"
check 'FLT-95 the client on the first display gets no touch any more' app_saw ''
kill -KILL "$client_process"
order focus output HEADLESS-1
require 'a client on the second display' start_client
mark "$app"
play tap.events
quiet "$app"
check 'FLT-95 the clone is mapped to the second display' app_saw 'down up'
check 'FLT-95 and to the middle of it' sh -c "grep -q 'wl_touch.*down(.* 0, 960.0*, 540.0*)' $app"
