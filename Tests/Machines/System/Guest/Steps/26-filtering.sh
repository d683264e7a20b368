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

# A keeper that only waits for a processor, with fingers down: forty busy programs beside it.
keeper_pid() { systemctl show --property=MainPID --value gestured-filter.service; }
# ends_of FILE: the contacts that have ended for a reader.
ends_of() { grep -c ended "$1"; }
play held-pan.events
check 'two fingers reach the reader of the clone again' within 10 sh -c 'test "$(grep -c landed clone.out)" -eq 6'
waiting=$(keeper_pid)
serving=$(main_pid)
before=$(ends_of clone.out)
hogs=
for _ in 1 2 3 4 5 6 7 8 9 10; do
  for _ in 1 2 3 4; do
    sh -c 'while :; do :; done' &
    hogs="$hogs $!"
    processes="$processes $!"
  done
done
sleep 7
check 'FF-30 a keeper that waits for a processor is not ended' test "$(keeper_pid) $(ends_of clone.out)" = "$waiting $before"
check 'FF-2 nor is such a daemon' test "$(main_pid)" = "$serving"
# shellcheck disable=SC2086
kill -KILL $hogs
check 'FF-30 systemd watches while a finger is down' \
  test "$(systemctl show --property=WatchdogUSec --value gestured-filter.service)" = 2s

# A keeper that hangs with fingers down.
start=$(now_ms)
kill -STOP "$waiting"
check 'FF-30 the contacts of a keeper that hangs end' within 8 sh -c "test \$(grep -c ended clone.out) -eq $((before + 2))"
took=$(($(now_ms) - start))
figure "the contacts of a hanging keeper end after $took ms"
check 'FF-30 within 3 s' test "$took" -le 3000
check 'FF-30 the keeper is ended' within 5 sh -c "! test -e /proc/$waiting"
check 'FF-30 by the watchdog' sh -c 'journalctl --sync; journalctl --no-pager -q -u gestured-filter.service | grep -q -i watchdog'
check 'FF-30 the panel is free' within 5 is_free
check 'FF-30 the daemon goes on' test "$(main_pid)" = "$serving"
play lift-two.events
require 'FF-30 gestured comes back to another keeper' within 60 is_on 3
check 'FF-30 which systemd has started' negated test "$(keeper_pid)" = "$waiting"
require 'a reader has the new clone' touch_reader "$(clone_node)" clone.third
play tap.events
check 'FF-30 a tap reaches it' within 10 sh -c 'test "$(grep -c landed clone.third)$(grep -c ended clone.third)" = 11'
rested=$(keeper_pid)
kill -STOP "$rested"
sleep 6
kill -CONT "$rested"
check 'FF-30 at rest, nobody watches the keeper' test "$(keeper_pid)" = "$rested"

# Both hang with fingers down.
play held-pan.events
check 'two fingers reach the reader of the new clone' within 10 sh -c 'test "$(grep -c landed clone.third)" -eq 3'
kill -STOP "$(keeper_pid)" "$(main_pid)"
start=$(now_ms)
check 'FF-30 and FF-2 the contacts end where both hang' within 8 sh -c 'test "$(grep -c ended clone.third)" -eq 3'
took=$(($(now_ms) - start))
figure "with a daemon that hangs too, after $took ms"
check 'FF-30 within 3 s, too' test "$took" -le 3000
play lift-two.events
require 'another daemon serves, once more' within 40 serves_again "$serving"
require 'FF-30 the filter comes back where both have hung' within 60 is_on 4

# A keeper that ends at each start: gestured and the keeper come back by themselves. systemd gives up on a socket after 20 starts in 2 s; a
# smaller figure suffices on this slow machine.
mkdir -p /run/systemd/system/gestured-filter.service.d /run/systemd/system/gestured-filter.socket.d
printf '[Socket]\nTriggerLimitIntervalSec=60s\nTriggerLimitBurst=4\n' >/run/systemd/system/gestured-filter.socket.d/limit.conf
printf '[Service]\nExecStart=\nExecStart=/bin/false\n' >/run/systemd/system/gestured-filter.service.d/false.conf
systemctl daemon-reload
kill -KILL "$(keeper_pid)"
check 'P10 systemd gives up on the socket of a keeper that ends at each start' \
  within 60 sh -c '[ "$(systemctl is-failed gestured-filter.socket)" = failed ]'
rm -r /run/systemd/system/gestured-filter.service.d /run/systemd/system/gestured-filter.socket.d
systemctl daemon-reload
require 'P10 it is tried again, and gestured filters' within 160 is_on 5

rm /etc/gestured/conf.d/50-filter.toml
require 'it is reloaded' systemctl reload gestured.service
check 'FLT-10 the panel is free without the filter' within 20 is_free
require 'the package is purged' dpkg --force-unsafe-io --purge gestured-filter
systemctl daemon-reload
unplug
check 'the service runs on' test "$(systemctl is-active gestured.service)" = active
