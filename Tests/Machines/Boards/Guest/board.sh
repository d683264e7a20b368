# shellcheck shell=dash disable=SC2154,SC2016
# A board: its user follows docs/install.md from the download on, the service runs at once, and a panel's gestures reach the user.

require 'the machine is up' within 120 sh -c 'systemctl is-system-running | grep -qE "running|degraded"'
figure "$(uname -m), kernel $(uname -r), $(. /etc/os-release && echo "$PRETTY_NAME"), up after $(cut -d ' ' -f 1 /proc/uptime) s of its time"
useradd --create-home --shell /bin/bash listener
echo 'listener ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/listener
cp -R /payload/release /home/listener/download
chown -R listener: /home/listener/download
mkdir unused
check 'the page verifies the download' follow verify-a-download-1
check 'and finds a file that is not the one of the release' negated sh -c 'cd unused && cp /payload/release/* . &&
  for file in *.deb; do echo >>"$file"; done && sh -eu /payload/page/verify-a-download-1'
rm -r unused
require 'the page installs the package' follow raspberry-pi-os-debian-ubuntu-1
check 'the service runs' within 20 test "$(systemctl is-active gestured.service)" = active
check 'and is enabled, with its socket' \
  test "$(systemctl is-enabled gestured.service gestured.socket | paste -s -d ' ' -)" = 'enabled enabled'
check 'systemd-analyze security is at most 1.0' systemd-analyze security --threshold=10 gestured.service
figure "exposure $(systemd-analyze security --no-pager gestured.service 2>/dev/null | sed -n 's/.*Overall exposure level for gestured.service: \([0-9.]*\).*/\1/p')"
check 'systemd-analyze verify says nothing' test -z "$(systemd-analyze verify --man=no \
  gestured.service gestured.socket gestured-raw.socket gestured-failed.service gestured-retry.timer 2>&1)"

require 'a touchscreen is plugged in' plug /payload/Devices/phone.prop
require 'the service reads it, by the rule of its group' within 10 opens "$(main_pid)" "$node"
require 'the user of the page is served' subscribe_as listener client
play tap.events
check 'a tap reaches the subscriber' within 10 sees client '"kind":"tap"' '"state":"ended"' '"touch_count":1'
play kind-swipe.events
check 'a swipe reaches the subscriber' within 10 sees client '"kind":"swipe"' '"state":"ended"'
figure "resident $(sed -n 's/^VmRSS:[^0-9]*//p' "/proc/$(main_pid)/status")"
check 'the page changes the configuration' follow change-the-configuration-1
check 'the page completes commands' follow complete-commands-with-tab-1
check 'the completions of the page are those of the program' \
  grep -q '^_gesturectl()' /home/listener/.local/share/bash-completion/completions/gesturectl

require 'apt-get installs the packages beside it' env DEBIAN_FRONTEND=noninteractive \
  apt-get -qq -y -o Dpkg::Use-Pty=0 install /payload/gestured-filter.deb /payload/gestured-web.deb
check 'their sockets are off' \
  test "$(systemctl is-enabled gestured-filter.socket gestured-web.socket | paste -s -d ' ' -)" = 'disabled disabled'
check 'the exposure of the keeper is at most 1.0' systemd-analyze security --threshold=10 gestured-filter.service
figure "exposure of gestured-web $(systemd-analyze security --no-pager gestured-web.service 2>/dev/null | sed -n 's/.*Overall exposure level for gestured-web.service: \([0-9.]*\).*/\1/p')"
systemctl enable --now gestured-web.socket
check 'gestured-web serves the module for pages' within 20 as listener wget -q -O module http://127.0.0.1:4378/gestured.js
check 'the two can be removed' env DEBIAN_FRONTEND=noninteractive \
  apt-get -qq -y -o Dpkg::Use-Pty=0 purge gestured-filter gestured-web
check 'the page removes gestured' follow raspberry-pi-os-debian-ubuntu-2
check 'nothing of them is left in /etc' negated test -e /etc/gestured

host=$(cat /payload/host)
echo "127.0.0.1 $host" >>/etc/hosts
socat OPENSSL-LISTEN:443,fork,reuseaddr,cert=/payload/web.pem,verify=0 EXEC:'busybox httpd -i -h /payload/web' 2>/dev/null &
processes="$processes $!"
check 'an apt repository is served' within 20 as listener wget -q -O /dev/null "https://$host/gestured/gestured.asc"
check 'the page installs from the apt repository' follow the-apt-repository-1
check 'the package of the repository runs' within 20 test "$(systemctl is-active gestured.service)" = active
check 'apt knows where it comes from' sh -c "apt-cache policy gestured | grep -qF https://$host/gestured"
