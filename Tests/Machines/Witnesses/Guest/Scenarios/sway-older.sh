# shellcheck shell=dash disable=SC1091,SC2016,SC2034,SC2154
# The sway of Debian 12: a canceled touch stays down in the client until its id is used again.
. /Guest/witness.sh

receiver='sway 1.7'
canceled='down motion'
filter_panel
require 'a seat' start_seat
require 'sway starts, after gestured' start_sway chroot /bookworm
. /Guest/receiver.sh

# The touch that stays down takes the click of the next tap.
afterwards='down up'
require 'a program with GTK starts' start_gtk wayland
. /Guest/button.sh
