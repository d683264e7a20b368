# shellcheck shell=dash disable=SC2154
# An accelerometer and a gyroscope that speak HID. The kernel makes an Industrial I/O device of each. The daemon finds
# them through udev, reads them while a client listens, and never waits for them.

# The mounting of the accelerometer in the machine, as a line of udev's hardware database: x is up.
cat >/etc/udev/rules.d/99-mount.rules <<'RULE'
SUBSYSTEM=="iio", ATTR{name}=="accel_3d", ENV{ACCEL_MOUNT_MATRIX}="0, 0, 1; 0, 1, 0; 1, 0, 0"
RULE
udevadm control --reload

# order WORD: sends an order to the hub.
order() {
  echo "$1" >&5
}

# make_hub: an accelerometer and a gyroscope; sets `hub`, the process that holds them. Orders go to descriptor 5.
make_hub() {
  rm -f orders
  mkfifo orders
  : >hub.out
  hid-sensor <orders >hub.out 2>plug.log &
  hub=$!
  processes="$processes $hub"
  exec 5>orders
  within 10 sensors 2
}

# sensors COUNT: true when the kernel has that many.
sensors() {
  # shellcheck disable=SC2010,SC2012 # the names are the kernel's
  [ "$(ls /sys/bus/iio/devices 2>/dev/null | grep -c '^iio:device')" -eq "$1" ]
}

# reads PROCESS [CHANNEL]: true when the process has the files of a sensor open.
reads() {
  # shellcheck disable=SC2010,SC2012 # the names in it are numbers
  ls -l "/proc/$1/fd" 2>/dev/null | grep -q "in_${2:-[a-z]*}_x_raw"
}

# asked: the number of samples that the kernel has requested from the hub.
asked() {
  local before
  before=$(grep -c '^asked' hub.out)
  order asked
  within 5 test "$(grep -c '^asked' hub.out)" -gt "$before" || return 1
  sed -n 's/^asked //p' hub.out | tail -n 1
}

# threads: the number of the daemon's threads.
threads() {
  # shellcheck disable=SC2012 # counting is all that is wanted
  ls "/proc/$daemon/task" | wc -l
}

# one_thread: true when the daemon has only the loop's thread.
one_thread() {
  [ "$(threads)" -eq 1 ]
}

# three_threads: true when the daemon has the loop's thread, and one for each sensor.
three_threads() {
  [ "$(threads)" -eq 3 ]
}

# listen FILE REQUEST…: a client that sends the requests and writes all lines to a file; sets `client`. Descriptor 6
# sends more.
listen() {
  rm -f voice
  mkfifo voice
  : >"$1"
  socat -t 90 - "UNIX-CONNECT:$socket" <voice >>"$1" 2>"$1.error" &
  client=$!
  processes="$processes $client"
  exec 6>voice
  echo "$2" >&6
  within 5 grep -q '"type":"reply"' "$1"
}

# shaken: true when a client receives a shake from its beginning to its end. A busy machine may play the shake too late.
shaken() {
  order shake
  within 5 sees client '"type":"motion"' '"state":"ended"'
}

require 'a hub of sensors is made, and the kernel takes it for an accelerometer and a gyroscope' make_hub
udevadm settle --timeout=10
mkdir /run/gestured
chown gestured:gestured-clients /run/gestured
require 'the daemon starts as the user gestured' start_daemon \
  env RUNTIME_DIRECTORY=/run/gestured /Guest/run-as gestured
check 'MOT-14 udev has asked the accelerometer for 50 samples a second' \
  grep -q '^50' /sys/bus/iio/devices/iio:device*/in_accel_sampling_frequency
check 'MOT-25 no sensor is open while nobody listens' negated reads "$daemon"
check 'and there is one thread' one_thread
before=$(asked)
sleep 1
check 'MOT-25 nor asked for anything' test "$(asked)" = "$before"

require 'somebody listens for shakes, and wants samples' listen client \
  '{"id":1,"command":"subscribe","filter":[{"type":"motion"}]}'
check 'MOT-25 the accelerometer is read now' within 10 reads "$daemon" accel
check 'MOT-20 and so is the gyroscope, a device of its own' within 10 reads "$daemon" anglvel
check 'each on a thread of its own' within 5 three_threads
check 'MOT-1, MOT-22 a shake begins and ends' any_of 3 shaken
check 'and says which sensor it was' sees client '"motion":"shake"' '"state":"began"' '"name":"accel_3d"'

echo '{"id":2,"command":"motion_subscribe","rate":50}' >&6
check 'MOT-18, MOT-23 samples come, turned as udev says that the sensor lies' \
  within 5 sees client '"type":"motion_data"' '"name":"accel_3d"' '"acceleration":[1,0,0]'
check 'MOT-20 the gyroscope gives 90 degrees a second in radians' \
  within 5 sees client '"type":"motion_data"' '"name":"gyro_3d"' '"rotation_rate":[0,0,1.57'
samples=$(grep -c '"name":"accel_3d","acceleration"' client)
start=$(now_ms)
sleep 3
samples=$((($(grep -c '"name":"accel_3d","acceleration"' client) - samples) * 1000 / ($(now_ms) - start)))
echo "# sensors $samples samples a second of an accelerometer by way of sysfs" >&3
check 'MOT-14, MOT-18 there are at least 20 samples a second' test "$samples" -ge 20
echo '{"id":3,"command":"motion_unsubscribe"}' >&6

order stall
require 'the sensors hang' within 5 grep -qx stall hub.out
sleep 1
start=$(now_ms)
echo '{"id":4,"command":"ping"}' >&6
check 'the daemon answers while a reading hangs' within 2 sees client '"type":"reply"' '"id":4'
echo "# sensors $(($(now_ms) - start)) ms to answer while a reading hangs" >&3
order answer
require 'the sensors answer again' within 5 grep -qx answer hub.out
# The kernel has given up on its request. The daemon tries again after a second.
: >client
check 'a shake is told of again' any_of 4 shaken

exec 6>&-
kill "$client"
wait "$client" 2>/dev/null
check 'MOT-25 the sensors are closed once nobody listens' within 10 negated reads "$daemon"
check 'and their threads are gone' within 10 one_thread

require 'somebody listens again' listen client '{"id":1,"command":"subscribe","filter":[{"type":"motion"}]}'
check 'and they are open' within 10 reads "$daemon" accel
kill -KILL "$hub"
wait "$hub" 2>/dev/null
require 'the hub goes' within 10 sensors 0
check 'its files are closed' within 10 negated reads "$daemon"
require 'another hub comes' make_hub
check 'it is found by what udev says' within 10 reads "$daemon" accel
: >client
check 'MOT-1 a shake of it begins and ends' any_of 3 shaken
check 'the daemon lives' alive "$daemon"
exec 5>&- 6>&-
rm /etc/udev/rules.d/99-mount.rules
udevadm control --reload
