# shellcheck shell=dash disable=SC2154
# D25: devices appear and disappear while the daemon does not read udev's notices, and the kernel reports that it
# dropped some.

mkdir /run/gestured
chown gestured:gestured-clients /run/gestured
require 'the daemon starts as the user gestured' start_daemon \
  env RUNTIME_DIRECTORY=/run/gestured /Guest/run-as gestured
require 'a client gets hello' subscribe client
usleep 200000
open=$(descriptors)
kill -STOP "$daemon"
require 'devices are made while the daemon is stopped' make_panels 30 'Crowd panel'
udevadm settle --timeout=30
kill -CONT "$daemon"
check 'the daemon misses none of the devices' within 40 has 30 client '"state":"added"'
kill -STOP "$daemon"
end_panels
udevadm settle --timeout=30
kill -CONT "$daemon"
check 'and none that went' within 40 has 30 client '"state":"removed"'
check 'no descriptor is left' within 5 sh -c "[ \$(ls /proc/$daemon/fd | wc -l) -eq $open ]"

# The kernel keeps more than a hundred thousand bytes of notices even with the smallest buffer, so strace injects the error.
interfere calls -e trace=recvmsg -e inject=recvmsg:error=ENOBUFS:when=1
require 'a device is made' plug /Devices/phone.prop
check 'D25 after one ENOBUFS a device is found all the same' within 10 opens "$daemon" "$node"
leave_alone
check 'D25 there was one' grep -q 'ENOBUFS.*INJECTED' calls

# udev's socket fails. The daemon opens it again, and finds the devices that appeared meanwhile.
interfere calls.failed -e trace=recvmsg -e inject=recvmsg:error=EIO:when=1
require 'another device is made' plug /Devices/phone.prop
leave_alone
check 'D25 there was a failure' grep -q 'EIO.*INJECTED' calls.failed
check 'D25 after a failure of the socket a device is found all the same' within 15 opens "$daemon" "$node"
check 'D25 the log says that it is heard again' within 5 grep -q 'udev is heard again' daemon.log
require 'a third device is made' plug /Devices/phone.prop
check 'D25 and so is the next' within 10 opens "$daemon" "$node"
check 'the daemon lives' alive "$daemon"
