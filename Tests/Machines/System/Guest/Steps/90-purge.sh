# shellcheck shell=dash disable=SC2154,SC2016
# A removal of the package leaves its configuration behind; a purge leaves nothing behind.

require 'a touchscreen is plugged in' plug /payload/Devices/phone.prop
check 'the group has an access list on it' sh -c "getfacl --absolute-names $node | grep -q 'group:gestured:r'"
start=$(now_ms)
require 'the package is removed' dpkg --force-unsafe-io --remove gestured
figure "removed in $(($(now_ms) - start)) ms"
check 'the service is gone' negated systemctl is-active --quiet gestured.service
check 'and so are its sockets' negated sh -c 'ls /run/gestured/*.sock'
check 'the configuration stays' test -s /etc/gestured/gestured.toml
check 'nobody has access to the touchscreen by it any more' negated sh -c "getfacl --absolute-names $node 2>/dev/null | grep -q gestured"
start=$(now_ms)
require 'the package is purged' dpkg --force-unsafe-io --purge gestured
figure "purged in $(($(now_ms) - start)) ms"
systemctl daemon-reload
find / -xdev \( -path /proc -o -path /sys -o -path /payload -o -path /tmp -o -path /var/lib/dpkg -o -path /var/log -o -path /run/udev \) -prune -o \
  -name '*gesture*' -print >left
find /run -name '*gesture*' -print >>left 2>/dev/null
check 'a purge leaves no file' test ! -s left
check 'no user' negated getent passwd gestured
check 'no group' negated getent group gestured gestured-clients gestured-raw
for unit in gestured.service gestured.socket gestured-raw.socket gestured-failed.service gestured-retry.timer; do
  check "no unit $unit" test "$(systemctl show --property=LoadState --value "$unit")" = not-found
done
check 'and nothing for dpkg to know' negated dpkg-query -W gestured
