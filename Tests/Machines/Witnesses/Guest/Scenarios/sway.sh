# shellcheck shell=dash disable=SC1091,SC2016,SC2034,SC2154
# sway, which passes a cancel on, with a plain client and with a button of GTK.
. /Guest/witness.sh

receiver='sway 1.10'
canceled='down motion cancel'
filter_panel
require 'a seat' start_seat
require 'sway starts, after gestured' start_sway
. /Guest/receiver.sh

afterwards='down up clicked'
require 'a program with GTK starts' start_gtk wayland
. /Guest/button.sh

# --- The touch that wakes the screen, with the files of docs/filter.md

# is_dark: whether the display sleeps.
is_dark() {
  grep -qx Off /sys/class/drm/card0-Virtual-1/dpms
}

# light_screen: starts the program of the page that darkens and lights the screen; sets `lamp`.
light_screen() {
  SWAYSOCK=$(ls "$XDG_RUNTIME_DIR"/sway-ipc.*) gesturectl run /page/wake-actions.toml >lamp.log 2>&1 &
  lamp=$!
  processes="$processes $lamp"
  goes_dark
}

# goes_dark: whether the display sleeps after the minute of the page. An idle machine skips this time, and a loop that asks would not.
goes_dark() {
  usleep 60000000
  within 10 is_dark
}

cp /page/50-wake.toml /etc/gestured/gestured.toml
check 'FLT-21 --check-config says that the compositor does not see that touch' sh -c \
  'gestured --check-config | grep -q "warning: touch.swallow_wake: with the filter"'
# The panel is opened again for the new settings.
before=$(grep -c 'clone 0: made' keeper.log)
kill -HUP "$daemon"
require 'the panel is filtered as the page says' within 20 sh -c "test \"\$(grep -c 'clone 0: made' keeper.log)\" -gt $before"
require 'FLT-3 it is grabbed again' within 10 is_filtered
usleep 500000
require 'the program of the page darkens the screen' light_screen
try tap
check 'FLT-21 a touch on the dark screen lights it' within 5 negated is_dark
check 'FLT-21 the application receives nothing of it' app_saw ''
try tap
check 'FLT-21 the next tap clicks' app_saw 'down up clicked'
require 'the screen is dark again' goes_dark
kill "$lamp"
play hold-five.events
check 'FLT-12 five fingers end the filter on a dark screen' within 5 sh -c 'gesturectl filter status | grep -q "off, released"'
try tap
check 'FLT-12 then the application receives the next tap' app_saw 'down up clicked'
