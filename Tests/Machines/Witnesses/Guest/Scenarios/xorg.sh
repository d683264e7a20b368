# shellcheck shell=dash disable=SC1091,SC2016,SC2034,SC2154
# X.Org: a canceled touch ends as if the finger had lifted, and a button of GTK under it is clicked.
. /Guest/witness.sh

receiver='X.Org'
canceled='down motion up'
filter_panel
chmod 777 .
require 'the X server starts, after gestured' start_xorg
. /Guest/receiver.sh

canceled='down motion up clicked'
afterwards='down up clicked'
require 'a program with GTK starts' start_gtk x11
. /Guest/button.sh
