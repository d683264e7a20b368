# shellcheck shell=dash disable=SC2154
# SIGTERM and SIGINT while a gesture runs. Subscribers receive its end and `bye`, and the daemon ends within 1 s.

# A background process of this shell ignores SIGINT, unless it says otherwise itself.
for signal in TERM INT; do
  begin /Devices/phone.prop
  begin_pan
  start=$(now_ms)
  check "SIG$signal ends the daemon with 0" stop "$daemon" "$signal"
  took=$(($(now_ms) - start))
  check "within a second ($took ms)" test "$took" -le 1000
  check 'the pan is cancelled' within 5 sees client '"kind":"pan"' '"state":"cancelled"'
  check 'the last line is good-bye' sh -c 'tail -n 1 client | grep -q "\"type\":\"bye\""'
  check 'every gesture ended once' balanced client
  check 'the socket is gone' negated test -e "$socket"
  unplug
done
