# shellcheck shell=dash disable=SC2154,SC2016
# P6, P7: the service reloads its configuration while fingers move. A wrong configuration changes nothing, and no event
# is lost meanwhile.

require 'a touchscreen is plugged in' plug /payload/Devices/phone.prop
require 'the service reads it' within 10 opens "$(main_pid)" "$node"
require 'a client listens' subscribe_as listener client
process=$(main_pid)

# reloads: how often the service has reloaded its configuration.
reloads() {
  gesturectl status --format json | sed -n 's/.*"reloads":\([0-9]*\).*/\1/p'
}
base=$(reloads)

printf '[recognizer.tap]\nenabled = false\n[recognizer.knock]\nkind = "tap"\n' >/etc/gestured/conf.d/knock.toml
check 'P6 a right file is taken over' systemctl reload gestured.service
within 5 status_says "\"state\":\"loaded\",\"reloads\":$((base + 1))"
play tap.events
check 'P6 and counts at once' within 5 sees client '"recognizer":"knock"' '"state":"ended"'
check 'P6 a drop-in has removed what the file has' negated sees client '"recognizer":"tap"' '"touch_count":1'
check '--print-config says where each value was said' sh -c \
  'gestured --print-config | grep -qF "kind = \"tap\"  # /etc/gestured/conf.d/knock.toml:4:8"'

printf '[recognizer.knock]\nkind = "tab"\n[recognizer.other]\ntapz = 1\n' >/etc/gestured/conf.d/knock.toml
check 'SVC-2 a reload with a wrong file fails' negated systemctl reload gestured.service
check 'SVC-2 and the journal has the lines of the check' \
  journal_has 'gestured: /etc/gestured/conf.d/knock.toml:4:1: recognizer.other.tapz'
check 'P6 a wrong file changes nothing' within 5 status_says "\"state\":\"kept\",\"reloads\":$((base + 1)),"
check 'P6 status says what is wrong, and where' status_says 'conf.d/knock.toml:2:8: recognizer.knock.kind'
check 'P6 and so does the journal' journal_has 'conf.d/knock.toml:2:8: recognizer.knock.kind'
check 'P6 each mistake of it' status_says 'conf.d/knock.toml:4:1: recognizer.other.tapz'
lines=$(wc -l <client)
play tap.events
quiet client
since "$lines" client >client.kept
check 'P6 gestures come as before' sees client.kept '"recognizer":"knock"' '"state":"ended"'
printf '[recognizer.knock]\nkind = "tap"\n' >/etc/gestured/conf.d/knock.toml
chmod 600 /etc/gestured/conf.d/knock.toml
status=0
gestured --check-config >check.out 2>&1 || status=$?
check 'SVC-3 a file that the service may not read is 78 for root, too' test "$status" -eq 78
check 'SVC-3 in one line that names it and the user' \
  grep -q 'conf.d/knock.toml: open failed: Permission denied: the service runs as the user gestured' check.out
check 'SVC-2 and a reload with it fails' negated systemctl reload gestured.service
rm /etc/gestured/conf.d/knock.toml
check 'P6 a mended file reloads' systemctl reload gestured.service
check 'P6 mended, it counts' within 5 status_says "\"state\":\"loaded\",\"reloads\":$((base + 2)),\"mistakes\":[]"

begin_pan
lines=$(wc -l <client)
busybox seq 10000 | while read -r _; do kill -HUP "$process"; done
play lift-two.events
quiet client
check 'P7 a storm of ten thousand signals: every gesture ended once' balanced client
since "$lines" client >client.storm
check 'P7 the pan that ran was not cancelled' negated sees client.storm '"kind":"pan"' '"state":"cancelled"'
check 'P7 it is one process still' test "$(main_pid)" = "$process"
figure "10,000 signals were $(($(reloads) - base - 2)) readings; the unit is $(systemctl is-active gestured.service)"
play tap.events
check 'P7 and taps come' within 5 sees client '"kind":"tap"' '"state":"ended"'
check 'nobody was dropped' negated sees client '"type":"dropped"'

printf '[device.all]\nname = "*"\nignore = true\n' >/etc/gestured/conf.d/devices.toml
systemctl reload gestured.service
check 'a device that a table ignores now is let go' within 5 sees client '"type":"device"' '"state":"removed"'
rm /etc/gestured/conf.d/devices.toml
lines=$(wc -l <client)
systemctl reload gestured.service
check 'and read again when it does not' \
  within 5 sh -c "tail -n +$((lines + 1)) client | grep -q '\"type\":\"device\".*\"state\":\"added\"'"
play tap.events
check 'and its taps come' within 5 sh -c "tail -n +$((lines + 1)) client | grep -q '\"kind\":\"tap\"'"
