# shellcheck shell=dash disable=SC2154,SC2016
# X1, X2, X4, X6, X7, X9, X10: which users may connect, and what an attacker who controls the service cannot do.

require 'a touchscreen is plugged in' plug /payload/Devices/phone.prop
touchscreen=$node
require 'the service reads it' within 10 opens "$(main_pid)" "$touchscreen"

negated as somebody socat -u "UNIX-CONNECT:$socket" - >outside 2>outside.error
check 'X1 a user outside the group gets EACCES' grep -q 'Permission denied' outside.error
check 'X1 and not a byte' negated test -s outside
require 'X2 a user in the group is let in' subscribe_as listener client
play tap.events
check 'X2 and gets the gesture' within 5 sees client '"kind":"tap"' '"state":"ended"'
check 'X10 the service knows who that is' \
  sh -c 'gesturectl status --format json | grep -q "\"uid\":$(id -u listener)"'

check 'X9 no core file, and no report of a crash' test "$(systemctl show --property=LimitCORE --value gestured.service)" = 0

# Two keyboards: the machine's own, and one that is plugged in.
plug /payload/Devices/letters.prop
keyboard=$node
udevadm settle
check 'X4 a keyboard has no access list' negated sh -c "getfacl --absolute-names $keyboard | grep -q gestured"
check 'X4 the service does not open it' negated opens "$(main_pid)" "$keyboard"

# --- From within a unit that is as the service's is

cat >/usr/local/bin/probe <<'PROBE'
#!/usr/bin/python3
import mmap, os, socket, sys
touchscreen, keyboard = sys.argv[1:3]
def attempt(name, call):
    try:
        call()
        print(name, "done", flush=True)
    except OSError as error:
        print(name, "refused", error.errno, flush=True)
def execute():
    mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
attempt("touchscreen", lambda: os.open(touchscreen, os.O_RDONLY))
attempt("touchscreen-write", lambda: os.open(touchscreen, os.O_RDWR))
attempt("keyboard", lambda: os.open(keyboard, os.O_RDONLY))
attempt("uinput", lambda: os.open("/dev/uinput", os.O_RDWR))
attempt("mem", lambda: os.open("/dev/mem", os.O_RDONLY))
attempt("shadow", lambda: os.open("/etc/shadow", os.O_RDONLY))
attempt("home", lambda: os.listdir("/home/listener"))
attempt("write", lambda: os.open("/run/gestured/mine", os.O_CREAT | os.O_WRONLY))
attempt("tmp", lambda: os.open("/etc/gestured/mine", os.O_CREAT | os.O_WRONLY))
attempt("network", lambda: socket.socket(socket.AF_INET, socket.SOCK_STREAM))
attempt("packets", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
attempt("executable-memory", execute)
attempt("group", lambda: os.setgroups([0]))
attempt("signal", lambda: os.kill(1, 0))
PROBE
chmod 755 /usr/local/bin/probe
in_unit /usr/bin/python3 /usr/local/bin/probe "$touchscreen" "$keyboard"
require 'X7 the probe ran in the unit' grep -q '^touchscreen done' unit.out
for name in touchscreen-write keyboard uinput mem shadow home write tmp network packets executable-memory group signal; do
  check "X7 from within the unit, refused: $name" grep -q "^$name refused" unit.out
done
figure "refused within the unit: $(grep -c refused unit.out) of 13"

in_unit_as_it_is /bin/sh -c true
check 'X7 nothing can be executed but the service itself: 203 is EXEC' \
  test "$(systemctl show --property=ExecMainStatus --value probe.service)" = 203
in_unit_as_it_is /usr/bin/gestured --version
check 'X7 the service itself can' grep -q '^gestured ' unit.out
