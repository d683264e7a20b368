# shellcheck shell=dash disable=SC2154,SC2016
# docs/filter.md, as a newcomer follows it: the commands and the files are those of the page. Three steps turn the filter on, and five fingers
# turn it off.

page=/payload/page/filter
on=filter/keep-a-browser-from-seeing-the-exit-gesture
off=filter/switch-it-off-and-on
pause=filter/pause-the-filter-for-an-application

# filter_says TEXT: whether `gesturectl filter status` of root has the text.
filter_says() {
  gesturectl filter status >filter.status 2>&1
  cat filter.status
  grep -qF -- "$1" filter.status
}

# filter_prints TEXT: whether that is its line, but for figures at the end.
filter_prints() {
  gesturectl filter status >filter.status 2>&1
  cat filter.status
  grep -qxE "filter of screen [0-9]+: $1(, [0-9]+ frames)?(, touches held .*)?" filter.status
}

# counts FILE LANDED ENDED: whether a reader has seen that many touches land and end.
counts() {
  cat "$1"
  [ "$(grep -c landed "$1") $(grep -c ended "$1")" = "$2 $3" ]
}

# listen BLOCK FILE: the user runs that block of the page, which listens, until `end_listening`.
listen() {
  follow "$1" >"$2" 2>&1 &
  within 20 status_says "\"uid\":$(id -u listener),"
}
end_listening() {
  pkill -INT -u listener -x gesturectl
  within 20 negated status_says "\"uid\":$(id -u listener),"
}

# try_touches RECORDING FILE: plays a recording, and waits until a reader's file is quiet.
try_touches() {
  play "$1.events"
  quiet "$2"
}

echo 'listener ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/listener
mkdir -p /home/listener/download
cp /payload/gestured-filter.deb /home/listener/download/gestured-filter_0_amd64.deb
chown -R listener: /home/listener/download
chmod 755 "$PWD"
require 'a touchscreen is plugged in' plug /payload/Devices/phone.prop
require 'the service reads it' within 10 opens "$(main_pid)" "$node"

# --- Three steps

require 'step 1 of the page installs the keeper' follow "$on-1"
check 'the example has the tables of the page' sh -c "sed '1,/^\$/d' /payload/config/examples/kiosk-filter.toml | cmp - $page/50-filter.toml"
cp "$page/50-filter.toml" /etc/gestured/conf.d/
follow "$on-2" >checked 2>&1
check 'step 2 says how late touches may be, in the words of the page' negated grep -vxFf checked "$page/lateness"
check 'and the warning that the page explains' grep -q 'warning: filter: in exit .* 2100 ms late' checked
require 'step 3 reloads, and prints the state' follow "$on-3"
require 'FLT-2 the filter is on' within 20 filter_says ': on,'
shape() { sed 's/[0-9][0-9]*/N/g' "$1"; }
shape "$page/status" >expected
shape filter.status >shown
check 'the state is printed as on the page' diff expected shown
check 'the panel is grabbed' negated is_free

# --- The gesture

require 'an application reads the clone, by the path of the page' touch_reader /dev/input/gestured/touch0 clone.out
try_touches corner-hold clone.out
check 'FLT-35 without a listener the application receives the three fingers' counts clone.out 3 3
require 'the user listens, as the page says' listen "$on-4" heard
try_touches corner-hold clone.out
check 'the user hears the gesture' within 5 sees heard '"recognizer":"exit"' '"state":"ended"'
check 'FLT-57 the application receives nothing of it' counts clone.out 3 3
try_touches tap clone.out
check 'and all of a tap' counts clone.out 4 4
check 'the state says how long touches were held' filter_says 'touches held at most 2100 ms'

# --- Other tasks of the page

as listener gesturectl filter off -- true >refused 2>&1
check 'FLT-107 without the right, a user may not pause the filter' grep -q 'does not have the right filter' refused
cp "$page/50-rights.toml" /etc/gestured/conf.d/
cat >/usr/local/bin/game <<'GAME'
#!/bin/sh
touch /tmp/game-runs
while [ -e /tmp/game-runs ]; do busybox usleep 100000; done
GAME
chmod 755 /usr/local/bin/game
require 'the rights of the page are reloaded' systemctl reload gestured.service
end_listening
follow "$pause-1" >paused 2>&1 &
check 'FLT-103 an application pauses the filter while it runs' within 20 filter_prints 'paused, request'
check 'the panel is free' is_free
rm /tmp/game-runs
check 'FLT-103 the filter begins again at its end' within 20 filter_says ': on,'
follow "$pause-2" >switched 2>&1 &
require 'another one switches a gesture off' within 20 test -e /tmp/game-runs
require 'the user listens' listen "$on-4" heard-none
try_touches corner-hold clone.out
check 'FLT-104 then the application receives its fingers' counts clone.out 7 7
check 'and no client hears it' negated grep -q '"recognizer":"exit"' heard-none
rm /tmp/game-runs
end_listening

cp "$page/50-zoom.toml" /etc/gestured/conf.d/
require 'the zoom of the page is reloaded' systemctl reload gestured.service
echo 'gesturectl listen --recognizer zoom' >"$page/listen-to-zoom"
require 'a program listens to it' listen filter/listen-to-zoom zoomed
require 'the filter is on' within 20 filter_says ': on,'
try_touches kind-pinch clone.out
check 'a zoom of two fingers reaches the program' sees zoomed '"recognizer":"zoom"' '"state":"ended"'
check 'and nothing of it the application' counts clone.out 7 7
end_listening
rm /etc/gestured/conf.d/50-zoom.toml /etc/gestured/conf.d/50-rights.toml
systemctl reload gestured.service

# --- Five fingers

require 'the filter is on' within 20 filter_says ': on,'
play hold-five.events
check 'FLT-12 five fingers switch the filter off' within 10 filter_prints 'off, released'
check 'the panel is free' is_free
require 'a plain reader has the panel' touch_reader "$node" panel.out
quiet clone.out
before=$(grep -c landed clone.out)
try_touches tap panel.out
check 'FLT-12 it receives a tap' counts panel.out 1 1
check 'and the clone has no touch of it' test "$(grep -c landed clone.out)" -eq "$before"
unplug
require 'the touchscreen is plugged in again' plug /payload/Devices/phone.prop
require 'the service reads it again' within 10 opens "$(main_pid)" "$node"
# An idle machine skips this time, and a loop that asks would not.
sleep 3
check 'FLT-12 the filter stays off' filter_says ': off, released'
require 'the command of the page switches it on' follow "$off-1"
check 'FLT-12 the filter is on again' within 20 filter_says ': on,'
require 'an application reads the clone' touch_reader /dev/input/gestured/touch0 again.out
try_touches tap again.out
check 'FLT-12 it receives a tap' counts again.out 1 1

# --- Without the package

tail -n 1 "$page/${off##*/}-2" >"$page/remove"
require 'the package is removed while the filter is on' follow filter/remove
check 'FF-3 the panel is free' within 10 is_free
check 'FF-3 the state says what is missing' within 40 filter_says 'install gestured-filter'
require 'a plain reader has the panel' touch_reader "$node" free.out
try_touches tap free.out
check 'FF-3 it receives a tap' counts free.out 1 1

require 'step 1 installs it again' follow "$on-1"
# gestured asks for the keeper every 30 s by now.
sleep 31
check 'FF-3 the filter is on without a reload' within 10 filter_says ': on,'
require 'the page switches it off for good' follow "$off-2"
check 'the panel is free' within 10 is_free
check 'the state says that nothing is filtered' filter_says ': off, configuration'
check 'the file of the page is gone' negated test -e /etc/gestured/conf.d/50-filter.toml
require 'the package is purged' dpkg --force-unsafe-io --purge gestured-filter
systemctl daemon-reload
rm -r /etc/sudoers.d/listener /usr/local/bin/game /home/listener/download
unplug
