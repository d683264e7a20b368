# shellcheck shell=dash disable=SC1091,SC2016,SC2034,SC2154
# sway, which passes a cancel on, with a plain client and with a button of GTK.
. /Guest/witness.sh

receiver='sway 1.10'
canceled='down motion cancel'
require 'a panel is made' plug /Devices/phone.prop
require 'the keeper starts' start_keeper
configure hold
require 'gestured filters the panel' start_filter
require 'a seat' start_seat
require 'sway starts, after gestured' start_sway
. /Guest/receiver.sh

afterwards='down up clicked'
require 'a program with GTK starts' start_gtk WAYLAND_DISPLAY=wayland-1 GDK_BACKEND=wayland
. /Guest/button.sh
