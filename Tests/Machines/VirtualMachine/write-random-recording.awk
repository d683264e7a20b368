# Writes a recording in evemu's format of fingers that do whatever a panel may report.
#
#   awk -v seed=NUMBER -v reports=COUNT -f write-random-recording.awk DEVICE.prop
#
# Fingers land, move, rest and lift at random, at most as many as the device has slots. Rare cases are mixed in: a contact
# that replaces another in its slot, one that lands and lifts within a report, one that lifts and lands again within a
# report, values outside of the axes, slots that do not exist, contacts that grow, contacts that become palms, and reports
# so long that the kernel cuts them. The same seed gives the same recording on every machine: the random numbers are
# computed here.

BEGIN {
  state = seed * 7919 + 17
  frame_us = 8000
  time_us = 1
  for (i = 0; i < 10; i++) random(2)
}

{ print }
$1 == "A:" { least[$2] = $3; most[$2] = $4 }

END {
  multitouch = ("39" in most)
  slots = multitouch ? most["2f"] + 1 : 1
  x_axis = multitouch ? "0035" : "0000"
  y_axis = multitouch ? "0036" : "0001"
  x_least = least[substr(x_axis, 3)]; x_most = most[substr(x_axis, 3)]
  y_least = least[substr(y_axis, 3)]; y_most = most[substr(y_axis, 3)]
  selected = 0
  # A single-touch panel, and a panel with palms, gets one action in a report: libinput's result for several is unclear.
  several = multitouch && !("37" in most) ? 3 : 1
  for (made = 0; made < reports; made++) {
    if (random(30) == 0) crowd()
    else for (actions = 1 + random(several); actions > 0; actions--) act(random(slots))
    if (multitouch && random(40) == 0) long_report()
    report()
  }
  for (i = 0; i < slots; i++) if (down[i]) lift(i)
  report()
}

# A whole number from 0 to below limit: Lehmer's generator, whose products are exact in a double.
function random(limit) {
  state = (state * 48271) % 2147483647
  return int(state / 2147483647 * limit)
}

function emit(type, code, value) {
  printf "E: %d.%06d %s %s %d\n", time_us / 1000000, time_us % 1000000, type, code, value
}

function report() {
  if (touching != (count > 0)) {
    touching = count > 0
    if (multitouch) emit("0001", "014a", touching)
  }
  emit("0000", "0000", 0)
  time_us += frame_us
}

function select_slot(i) {
  if (!multitouch || selected == i) return
  selected = i
  emit("0003", "002f", i)
}

function place(i) {
  emit("0003", x_axis, x[i])
  emit("0003", y_axis, y[i])
}

function contact(i, value) {
  select_slot(i)
  if (multitouch) emit("0003", "0039", value)
  else emit("0001", "014a", value >= 0)
}

# Ids go up to 65,535 and start again at 0, as those of panels do.
function next_id() {
  id = (id + 1 + 9973 * (random(20) == 0)) % 65536
  return id
}

function jump(i) {
  x[i] = x_least + random(x_most - x_least + 1)
  y[i] = y_least + random(y_most - y_least + 1)
}

function land(i) {
  contact(i, next_id())
  if ("37" in most) emit("0003", "0037", !down[i] && random(25) == 0 ? 2 : 0)
  jump(i)
  place(i)
  count += !down[i]
  down[i] = 1
}

function lift(i) {
  contact(i, -1)
  count -= down[i]
  down[i] = 0
}

function bounded(value, low, high) { return value < low ? low : value > high ? high : value }

function wander(i) {
  select_slot(i)
  x[i] = bounded(x[i] + random(41) - 20, x_least, x_most)
  y[i] = bounded(y[i] + random(41) - 20, y_least, y_most)
  place(i)
}

# In one report, all free slots are touched, or all touches lift; other touches move.
function crowd(i, what) {
  what = random(3)
  for (i = 0; i < slots; i++) {
    if (what == 0 && !down[i]) land(i)
    else if (what == 1 && down[i]) lift(i)
    else if (down[i]) wander(i)
  }
}

# More events than the kernel passes on at once.
function long_report(i, times) {
  for (i = 0; i < slots && !down[i];) i++
  if (i == slots) return
  for (times = 0; times < 40; times++) wander(i)
}

function act(i, rare) {
  if (!down[i]) {
    rare = random(20)
    if (rare > 0 || !multitouch) land(i)
    else { land(i); lift(i) }
    return
  }
  rare = random(40)
  if (rare < 4) { if (rare == 0) wander(i); lift(i) }
  else if (rare == 4 && multitouch) land(i)
  else if (rare == 5 && multitouch) { contact(i, -1); land(i) }
  else if (rare == 6 && multitouch) { contact(i, -1); land(i); lift(i) }
  else if (rare == 7) {
    select_slot(i)
    emit("0003", x_axis, random(2) ? x_most + 1 + random(500) : x_least - 1 - random(500))
    emit("0003", y_axis, random(2) ? y_most + 1 + random(500) : y[i])
  }
  else if (rare == 8 && ("37" in most)) { select_slot(i); emit("0003", "0037", 2) }
  else if (rare == 9 && ("37" in most)) { select_slot(i); emit("0003", "0037", 0) }
  else if (rare < 12 && ("30" in most)) { select_slot(i); emit("0003", "0030", random(200)) }
  else if (rare == 12 && multitouch) emit("0003", "002f", slots + random(9))
  else if (rare == 13 && multitouch) { contact(i, -1); emit("0003", "0039", -1); count--; down[i] = 0 }
  else wander(i)
}
