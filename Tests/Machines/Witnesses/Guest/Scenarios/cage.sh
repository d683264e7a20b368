# shellcheck shell=dash disable=SC1091,SC2016,SC2034,SC2154
# cage: a canceled touch stays down in the client until its id is used again.
. /Guest/witness.sh

receiver='cage 0.2'
canceled='down motion'
require 'a panel is made' plug /Devices/phone.prop
require 'a seat' start_seat
require 'cage starts, before gestured' start_cage
require 'the keeper starts' start_keeper
configure hold
require 'gestured filters the panel' start_filter
usleep 500000
. /Guest/receiver.sh

afterwards='down up'
require 'a program with GTK starts' start_gtk wayland
. /Guest/button.sh
