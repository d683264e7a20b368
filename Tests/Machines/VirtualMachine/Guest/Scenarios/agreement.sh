# shellcheck shell=dash disable=SC2154
# gestured and libinput on one device at one time: the same contacts at the same places, report by report.
# Tools/agreement.c compares the results of each recording. agreement-differences.txt lists the allowed differences.

cat >agreement.toml <<'END'
[recognizer.pinch]
kind = "pinch"
passive = true

[socket]
raw = true
requests_per_second = 100000
request_burst = 100000
END

gestured --config agreement.toml >daemon.out 2>daemon.log &
daemon=$!
processes="$processes $daemon"
require 'the daemon starts' within 10 test -S /run/gestured/raw.sock

agreement /run/gestured/raw.sock /recordings/agreement/*.events >agreement.log 2>agreement.error
status=$?
grep '^wrong: ' agreement.log | head -n 20 | cut -c 1-300 | sed 's/^/# /' >&3
grep '^ok \|^not-ok ' agreement.log >verdicts
while read -r verdict name _; do
  check "agreement with libinput: $name" test "$verdict" = ok
done <verdicts
check 'agreement with libinput: all recordings are compared' test "$status" -eq 0

# reports PREFIX: the number of compared recordings whose names begin with the prefix, and the number of their reports.
reports() {
  awk -v prefix="^$1-" '$1 == "ok" && $2 ~ prefix { count++; sum += $3 }
    END { printf "%d %s (%d reports)", count, substr(prefix, 2, length(prefix) - 2), sum }' verdicts
}
echo "# agreement with libinput: $(reports real), $(reports own), $(reports random): $(sed -n 's/^total //p' agreement.log)" >&3

sed -n 's/^difference //p' agreement.log >differences
while read -r name count; do
  echo "# agreement with libinput: $name: $count" >&3
  reason=$(sed -n "s/^$name: //p" /Guest/agreement-differences.txt)
  check "agreement with libinput: the difference $name has a reason" test -n "$reason"
  check "agreement with libinput: the difference $name is still there" test "$count" -gt 0
done <differences
check 'agreement with libinput: no other difference has a reason' \
  test "$(grep -c '^[a-z-]*: ' /Guest/agreement-differences.txt)" -eq "$(wc -l <differences)"
check 'the daemon lives' alive "$daemon"
