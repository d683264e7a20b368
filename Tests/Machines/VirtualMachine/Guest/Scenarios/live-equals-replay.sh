# shellcheck shell=dash disable=SC2154
# A recording is played into a real node. A client receives, byte for byte, the output of --replay for the events that
# --record took from that node meanwhile. The replay of the played file itself is the same story. The kernel stamps
# played events again, so only kinds, fingers and order can equal the file's.

# compare RECORDING: plays the whole recording to a daemon of its own, so that ids and seq start at 1.
compare() {
  local name
  name=$(basename "$1" .events)
  check "$name: the device is made" plug "$1" || return
  check "$name: the daemon starts" start_daemon || return
  gestured --record "$node" >recorded.events 2>recorder.log &
  recorder=$!
  processes="$processes $recorder"
  check "$name: the daemon reads the device" within 5 opens "$daemon" "$node"
  check "$name: --record reads the device" within 5 opens "$recorder" "$node"
  check "$name: a client gets hello" subscribe client || return

  evemu-play "$node" <"$1"
  quiet client
  # The recorder ends first: it must not miss anything.
  stop "$recorder"
  check "$name: SIGTERM ends the daemon with 0" stop "$daemon"
  within 5 sees client '"type":"bye"'

  gestures client >live
  timeout 20 gestured --replay recorded.events --dump --format json 2>replay.log | gestures >replayed
  check "$name: gestures arrive" test -s live
  # Two readers of one node each received everything, so neither has grabbed it.
  check "DMN-6 $name: live is byte-identical to the replay of --record" same live replayed

  timeout 20 gestured --replay "$1" --dump --format json 2>replay.log | gestures >source
  shapes <live >live.shapes
  shapes <source >source.shapes
  check "$name: kinds, fingers and order are those of the file" same live.shapes source.shapes
  unplug
}

# same FILE FILE: true for equal files; else prints the first lines that differ.
same() {
  cmp "$1" "$2" || {
    diff "$1" "$2" | head -n 8
    return 1
  }
}

for recording in /recordings/live/*.events; do
  compare "$recording"
done
