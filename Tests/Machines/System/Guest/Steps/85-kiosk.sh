# shellcheck shell=dash disable=SC2154,SC2016
# The kiosk of docs/kiosk.md, with the files of the page: three fingers held in a corner end it and bring up a login. `sleep` stands in
# for the compositor, which needs a display.

page=/payload/page/kiosk

# No other login is possible on this machine.
systemctl unmask --quiet getty@.service
useradd --create-home kiosk
usermod --append --groups gestured-clients kiosk
mkdir -p /etc/kiosk
sed 's,^ExecStart=.*,ExecStart=/bin/sleep infinity,' "$page/kiosk.service" >/etc/systemd/system/kiosk.service
cp "$page/kiosk-actions.service" /etc/systemd/system/
cp "$page/50-kiosk.toml" /etc/gestured/conf.d/
cp "$page/actions.toml" /etc/kiosk/
cp "$page/polkit" /etc/polkit-1/rules.d/50-kiosk.rules
check 'the units are right' test -z "$(systemd-analyze verify --man=no \
  /etc/systemd/system/kiosk.service /etc/systemd/system/kiosk-actions.service 2>&1)"
check 'the drop-in is right' gestured --check-config
check 'the actions are right' gesturectl run --check /etc/kiosk/actions.toml

require 'a touchscreen is plugged in' plug /payload/Devices/phone.prop
require 'the service reads it' within 10 opens "$(main_pid)" "$node"
systemctl reload gestured.service
systemctl daemon-reload
require 'the kiosk starts' systemctl enable --quiet --now kiosk.service
require 'its actions start' systemctl enable --quiet --now kiosk-actions.service
# is_active UNIT: true while it is.
is_active() { [ "$(systemctl is-active "$1")" = active ]; }
check 'the kiosk runs in a session of its user' within 30 sh -c 'loginctl list-sessions --no-legend | grep -q kiosk'
check 'the actions run' within 10 is_active kiosk-actions.service
check 'the console is the kiosk'"'"'s' negated is_active getty@tty1.service

main=$(systemctl show --property=MainPID --value kiosk.service)
kill -KILL "$main"
# runs_anew: true when another process runs the kiosk.
runs_anew() {
  is_active kiosk.service && [ "$(systemctl show --property=MainPID --value kiosk.service)" != "$main" ]
}
check 'a kiosk that died is started again' within 10 runs_anew
check 'without a login' negated is_active getty@tty1.service
check 'the user of the kiosk may not start another service' negated as kiosk systemctl start gestured-raw.socket
check 'the user of the kiosk may not stop another service' negated as kiosk systemctl stop gestured.service

# The actions must subscribe before a finger lands; the daemon counts its clients.
require 'the actions listen' within 10 status_says "\"uid\":$(id -u kiosk),"
play tap.events
check 'a tap does not end the kiosk' is_active kiosk.service
play corner-hold.events
check 'three fingers in the corner end it' within 10 negated is_active kiosk.service
check 'and bring up a login' within 10 is_active getty@tty1.service
check 'it stays stopped' negated within 3 is_active kiosk.service
check 'it starts again' systemctl start kiosk.service
check 'and takes the console' within 10 negated is_active getty@tty1.service

# The same by a recording in the place of a touchscreen, sooner than on the page.
mkdir -p /run/systemd/system/gestured.service.d
sed 's/--lead 30/--lead 5/' "$page/drop-in" >/run/systemd/system/gestured.service.d/replay.conf
systemctl daemon-reload
check 'the service plays a recording' systemctl restart gestured.service
check 'its three fingers end the kiosk' within 60 is_active getty@tty1.service
# has_ended: true once the recording is over and its daemon has ended.
has_ended() { [ "$(systemctl show --property=SubState --value gestured.service)" = exited ]; }
check 'the recording ends' within 30 has_ended
check 'the kiosk starts again after it' systemctl start kiosk.service
check 'the recording does not play again' negated within 20 is_active getty@tty1.service
rm -r /run/systemd/system/gestured.service.d
systemctl daemon-reload
systemctl restart gestured.service

systemctl disable --quiet --now kiosk-actions.service kiosk.service
systemctl stop getty@tty1.service
systemctl mask --quiet getty@.service
rm /etc/gestured/conf.d/50-kiosk.toml /etc/polkit-1/rules.d/50-kiosk.rules
systemctl reload gestured.service
