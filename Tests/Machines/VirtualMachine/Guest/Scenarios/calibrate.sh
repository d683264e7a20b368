# shellcheck shell=dash disable=SC2154
# --calibrate by touches on turned and mirrored panels. The configuration and udev accept its output. --measure beside them.

rule=/etc/udev/rules.d/99-touchscreen-calibration.rules

# calibrate RECORDING FORMAT: calibrates the device plugged last with the touches of a recording; leaves `result` and
# `guide`.
calibrate() {
  gestured --calibrate "$node" --format "$2" </dev/null >result 2>guide &
  tool=$!
  processes="$processes $tool"
  within 10 grep -q '^1 of 4: press on the point at the top left' guide || return 1
  play "$1.events"
  wait "$tool"
}

# quit_when_drawn: presses q once there is a cross on the terminal whose output is in `drawn`.
quit_when_drawn() {
  within 10 grep -q -e '--+--' drawn
  printf q
  within 5 grep -q 'nothing is changed' drawn
}

# is_matrix DESCRIPTION MATRIX: true when a device of that description gets the matrix by the rule in `result.rule`.
is_matrix() {
  cp result.rule "$rule"
  udevadm control --reload
  unplug
  plug "$1" || return 1
  has_property "$node" "LIBINPUT_CALIBRATION_MATRIX=$2"
}

require 'a panel is made' plug /Devices/table.prop

gestured --calibrate </dev/null >left.out 2>left &
tool=$!
processes="$processes $tool"
check 'it asks for the first point' within 10 grep -q '^1 of 4: ' left
status=0
stop "$tool" || status=$?
check 'who leaves it gets 1, and nothing' test "$status" -eq 1 -a ! -s left.out

quit_when_drawn |
  socat - "SYSTEM:stty rows 30 cols 100; exec gestured --calibrate $node,pty,setsid,ctty,stderr" >drawn 2>socat.error
check 'on a terminal it draws the point, and q leaves it' grep -q 'nothing is changed' drawn
check 'the terminal is given back' grep -q "$(printf '\033')"'\[?1049l' drawn

check 'a panel that lies turned is calibrated by four touches' calibrate calibrate-turned text
check 'it says how it lies' grep -q '^# “Machine table panel” is turned by 90° clockwise' result
sed -n '/^\[device/,/^$/p' result >gestured.toml
check 'it prints the key of the configuration' grep -qx 'rotation_deg = 90' gestured.toml
check 'the configuration takes it' gestured --check-config --config gestured.toml
grep '^ACTION' result >result.rule
check 'udev takes the rule' is_matrix /Devices/table.prop '0 -1 1 1 0 0'

gestured --measure "$node" --format json </dev/null >measured 2>measured.guide &
tool=$!
processes="$processes $tool"
check 'it says what to do' within 10 grep -q '^Rest a finger' measured.guide
play table.events
status=0
stop "$tool" || status=$?
check 'measuring ends with 0' test "$status" -eq 0
check 'it has counted the touches' grep -q '"touches":18,"touches_at_once":10,"touches_claimed":10' measured
check 'it knows how late reports were' grep -q '"latency_ms":{"max":' measured
check 'it knows how often they came' grep -q '"reports_per_second":{"max":' measured
unplug

require 'a panel with a hostile name is made' plug /Devices/hostile-name.prop
check 'a mirrored panel is calibrated by four touches' calibrate calibrate-mirrored json
check 'it says so' grep -q '"mirrored":true' result
gestured --calibrate "$node" --format text </dev/null >result 2>guide &
tool=$!
processes="$processes $tool"
within 10 grep -q '^1 of 4: ' guide
play calibrate-mirrored.events
wait "$tool"
check 'it has whole numbers' grep -qx 'calibration_matrix = \[-1, 0, 1, 0, 1, 0\]' result
check 'no byte of its name reaches a terminal as a command' negated grep -q "$(printf '\033')" result guide
grep '^ACTION' result >result.rule
check 'udev takes the rule, whatever the name' is_matrix /Devices/hostile-name.prop '-1 0 1 0 1 0'
rm "$rule"
udevadm control --reload
