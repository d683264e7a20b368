# shellcheck shell=dash disable=SC2154,SC2016
# A board: the package is installed as a user installs it, the service runs at once, and a panel's gestures reach a member of the group.

require 'the machine is up' within 120 sh -c 'systemctl is-system-running | grep -qE "running|degraded"'
figure "$(uname -m), kernel $(uname -r), $(. /etc/os-release && echo "$PRETTY_NAME"), up after $(cut -d ' ' -f 1 /proc/uptime) s of its time"
require 'apt-get installs the package' env DEBIAN_FRONTEND=noninteractive \
  apt-get -qq -y -o Dpkg::Use-Pty=0 --no-install-recommends install /payload/gestured.deb
check 'the service runs' within 20 test "$(systemctl is-active gestured.service)" = active
check 'and is enabled, with its socket' \
  test "$(systemctl is-enabled gestured.service gestured.socket | paste -s -d ' ' -)" = 'enabled enabled'
check 'systemd-analyze security is at most 1.0' systemd-analyze security --threshold=10 gestured.service
figure "exposure $(systemd-analyze security --no-pager gestured.service 2>/dev/null | sed -n 's/.*Overall exposure level for gestured.service: \([0-9.]*\).*/\1/p')"
check 'systemd-analyze verify says nothing' test -z "$(systemd-analyze verify --man=no \
  gestured.service gestured.socket gestured-raw.socket gestured-retry.timer 2>&1)"

useradd --create-home listener
usermod --append --groups gestured-clients listener
require 'a touchscreen is plugged in' plug /payload/Devices/phone.prop
require 'the service reads it, by the rule of its group' within 10 opens "$(main_pid)" "$node"
require 'a user in the group is served' subscribe_as listener client
play tap.events
check 'a tap reaches the subscriber' within 10 sees client '"kind":"tap"' '"state":"ended"' '"touch_count":1'
play kind-swipe.events
check 'a swipe reaches the subscriber' within 10 sees client '"kind":"swipe"' '"state":"ended"'
figure "resident $(sed -n 's/^VmRSS:[^0-9]*//p' "/proc/$(main_pid)/status")"

require 'apt-get installs the keeper of the filter' env DEBIAN_FRONTEND=noninteractive \
  apt-get -qq -y -o Dpkg::Use-Pty=0 --no-install-recommends install /payload/gestured-filter.deb
check 'its socket is off' test "$(systemctl is-enabled gestured-filter.socket)" = disabled
check 'the exposure of the keeper is at most 1.0' systemd-analyze security --threshold=10 gestured-filter.service
check 'both packages can be removed' env DEBIAN_FRONTEND=noninteractive apt-get -qq -y -o Dpkg::Use-Pty=0 purge gestured gestured-filter
check 'nothing of them is left in /etc' negated test -e /etc/gestured
