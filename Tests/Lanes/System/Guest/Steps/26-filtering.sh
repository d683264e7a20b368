# shellcheck shell=dash disable=SC2154,SC2016
# The filter under systemd: within the unit's rights, and with the watchdog that ends a daemon that hangs.

# is_on TIMES: whether the journal says that often that a panel is filtered.
is_on() {
  journalctl --sync
  [ "$(journalctl --no-pager --quiet -o cat -u gestured.service | grep -c 'filtered: other programs read')" -ge "$1" ]
}

require 'the package is installed' dpkg --force-unsafe-io --install /payload/gestured-filter.deb
require 'its socket is enabled' systemctl enable --now gestured-filter.socket
require 'a touchscreen is plugged in' plug /payload/Devices/phone.prop
require 'the service reads it' within 10 opens "$(main_pid)" "$node"
mkdir -p /etc/gestured/conf.d
printf '[filter]\nenabled = true\n' >/etc/gestured/conf.d/50-filter.toml
check 'the configuration is right' gestured --check-config
require 'it is reloaded' systemctl reload gestured.service
require 'FLT-3 within the rights of its unit, gestured filters the panel' within 20 is_on 1
check 'FLT-3 it is grabbed' negated is_free
clone=$(clone_node)
require 'a reader has the clone' touch_reader "$clone" clone.out
play tap.events
check 'FLT-28 a tap reaches the reader of the clone' within 10 sh -c 'test "$(grep -c landed clone.out)$(grep -c ended clone.out)" = 11'
check 'gesturectl tells root of it' sh -c 'gesturectl filter status | grep -qF ": on,"'

# A daemon that hangs with fingers down.
play held-pan.events
check 'two fingers reach the reader of the clone' within 10 sh -c 'test "$(grep -c landed clone.out)" -eq 3'
hanging=$(main_pid)
start=$(now_ms)
kill -STOP "$hanging"
check 'FF-2 a daemon that hangs with fingers down is ended before the watchdog of the unit would' within 8 sh -c "! test -e /proc/$hanging"
took=$(($(now_ms) - start))
figure "a hanging daemon is ended after $took ms"
check 'LIM-10 a daemon that hangs with fingers down is ended within 3 s' test "$took" -le 3000
check 'FF-2 the contacts of the clone end' within 5 sh -c 'test "$(grep -c ended clone.out)" -eq 3'
check 'FF-2 the panel is free' within 5 is_free
play lift-two.events
require 'another daemon serves' within 40 serves_again "$hanging"
require 'FF-23 it filters the panel again' within 40 is_on 2
play tap.events
check 'FF-23 the reader of the clone goes on' within 10 sh -c 'test "$(grep -c landed clone.out)" -eq 4'

rm /etc/gestured/conf.d/50-filter.toml
require 'it is reloaded' systemctl reload gestured.service
check 'FLT-10 the panel is free without the filter' within 20 is_free
require 'the package is purged' dpkg --force-unsafe-io --purge gestured-filter
systemctl daemon-reload
unplug
check 'the service runs on' test "$(systemctl is-active gestured.service)" = active
