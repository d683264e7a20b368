# Writes recordings in evemu's format from touch scripts and the descriptions of the devices that the scripts name.
#
#   awk -v folder=OUT [-v only='NAME NAME…'] -v devices=DEVICES -f write-recordings.awk FILE.touches…
#
# Each script of a file becomes OUT/NAME.events. It begins with a line `script NAME DEVICE`, for DEVICES/DEVICE.prop, and is a list of steps.
# Lengths are millimetres, times milliseconds, FINGERS touch 14 mm apart:
#
#   tap FINGERS                  down for 60 ms
#   hold FINGERS TIME            down for that time
#   drag FINGERS DX DY TIME      down, 40 ms still, moved by that much, 120 ms still, up
#   flick FINGERS DX DY          down, moved by that much within 80 ms, up
#   press FINGERS                down, and stays down
#   pressed FINGERS              down already: the script continues another one
#   move DX DY TIME              moves what is down
#   finger I DX DY TIME          moves that finger alone, 0 being the first
#   join                         one more finger lands beside those that are down
#   leave                        the finger that landed last lifts
#   at DX DY                     the next fingers touch that far from the middle
#   release                      up
#   pause TIME                   nothing happens
#   without-time                 from here on all frames have one time
#
# A device without ABS_MT_TRACKING_ID is single-touch and gets one finger.

BEGIN {
  frame_ms = 8        # 125 Hz
  fallback_mm = 160   # the width of a panel that does not state its resolution: gestured's own fallback
  rows_of = 5         # more fingers than that touch in a second row
  spacing_mm = 14
  first_id = 100      # a script that continues another one must not use its tracking ids again
  count = split(only, names)
  for (i = 1; i <= count; i++) is_missing[names[i]] = 1
}

function fail(why) {
  printf "write-recordings: %s\n", why > "/dev/stderr"
  has_failed = 1
  exit 65
}

# Begins the recording of a script with the device's description.
function begin(name, device, file, line, status, field) {
  if (name in is_known) fail("two scripts have the name " name)
  is_known[name] = 1
  is_written = count == 0 || name in is_missing
  delete is_missing[name]
  if (!is_written) return
  if (output != "") close(output)
  output = folder "/" name ".events"
  printf "" > output
  split("", size)
  split("", resolution)
  file = devices "/" device ".prop"
  while ((status = (getline line < file)) > 0) {
    print line > output
    split(line, field)
    if (field[1] == "A:") { size[field[2]] = field[4] + 1; resolution[field[2]] = field[7] }
  }
  if (status < 0) fail("there is no device " device)
  close(file)
  per_mm = resolution["00"] > 0 ? resolution["00"] : size["00"] / fallback_mm
  multitouch = ("39" in size)
  time_us = 1
  tracking_id = fingers = at_x = at_y = without_time = 0
}

function emit(type, code, value) {
  printf "E: %d.%06d %s %s %d\n", time_us / 1000000, time_us % 1000000, type, code, value > output
}

# Ends a frame and lets its time pass.
function report() { emit("0000", "0000", 0); pause(frame_ms) }

function clamp(value, limit) { return value < 0 ? 0 : value > limit - 1 ? limit - 1 : int(value) }

# Where finger i is, in the device's units: rows around the middle of the panel, moved by dx, dy.
function x_of(i) {
  return clamp(size["00"] / 2 + ((i % rows_of - (columns - 1) / 2) * spacing_mm + dx + own_x[i]) * per_mm, size["00"])
}
function y_of(i) {
  return clamp(size["01"] / 2 + (int(i / rows_of) * spacing_mm + dy + own_y[i]) * per_mm, size["01"])
}

function positions(i) {
  for (i = 0; i < fingers && multitouch; i++) {
    emit("0003", "002f", i)
    emit("0003", "0035", x_of(i))
    emit("0003", "0036", y_of(i))
  }
  emit("0003", "0000", x_of(0))
  emit("0003", "0001", y_of(0))
}

function pressed(count) {
  fingers = multitouch ? count : 1
  columns = fingers < rows_of ? fingers : rows_of
  dx = at_x
  dy = at_y
  split("", own_x)
  split("", own_y)
}

function land(i) {
  emit("0003", "002f", i)
  emit("0003", "0039", ++tracking_id)
  emit("0003", "0035", x_of(i))
  emit("0003", "0036", y_of(i))
}

function press(count, i) {
  pressed(count)
  for (i = 0; i < fingers && multitouch; i++) land(i)
  emit("0001", "014a", 1)
  emit("0003", "0000", x_of(0))
  emit("0003", "0001", y_of(0))
  report()
}

function lift(i) {
  emit("0003", "002f", i)
  emit("0003", "0039", -1)
}

function release(i) {
  for (i = 0; i < fingers && multitouch; i++) lift(i)
  emit("0001", "014a", 0)
  report()
  fingers = 0
}

function move(by_x, by_y, ms, steps, step, from_x, from_y) {
  steps = int(ms / frame_ms)
  from_x = dx
  from_y = dy
  for (step = 1; step <= steps; step++) {
    dx = from_x + by_x * step / steps
    dy = from_y + by_y * step / steps
    positions()
    report()
  }
}

function move_finger(i, by_x, by_y, ms, steps, step, from_x, from_y) {
  steps = int(ms / frame_ms)
  from_x = own_x[i]
  from_y = own_y[i]
  for (step = 1; step <= steps; step++) {
    own_x[i] = from_x + by_x * step / steps
    own_y[i] = from_y + by_y * step / steps
    positions()
    report()
  }
}

function pause(ms) { if (!without_time) time_us += ms * 1000 }

/^#/ || NF == 0 { next }
$1 == "script" { begin($2, $3); next }
!is_written { next }
$1 == "tap" { press($2); pause(60); release(); next }
$1 == "hold" { press($2); pause($3); release(); next }
$1 == "drag" { press($2); pause(40); move($3, $4, $5); pause(120); release(); next }
$1 == "flick" { press($2); move($3, $4, 80); release(); next }
$1 == "pressed" { pressed($2); tracking_id = first_id; next }
$1 == "without-time" { without_time = 1; next }
$1 == "press" { press($2); next }
$1 == "finger" { move_finger($2, $3, $4, $5); next }
$1 == "join" { land(fingers++); report(); next }
$1 == "leave" { lift(--fingers); report(); next }
$1 == "at" { at_x = $2; at_y = $3; next }
$1 == "move" { move($2, $3, $4); next }
$1 == "release" { release(); next }
$1 == "pause" { pause($2); next }
{ fail(FILENAME ":" FNR ": unknown step: " $0) }

END { if (!has_failed) for (name in is_missing) fail("there is no script " name) }
