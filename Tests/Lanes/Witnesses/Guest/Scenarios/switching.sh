# shellcheck shell=dash disable=SC1091,SC2016,SC2034,SC2154
# The filter is paused and resumed again and again while a finger touches. Each contact is told by the panel or by its clone.
. /Guest/witness.sh

# count_of WORD NODE: how often libinput has said the word of a node since the mark.
count_of() {
  news current | sed 's/^[- ]//' | awk -v node="${2##*/}" -v word="$1" '$1 == node && $2 == word { found++ } END { print found + 0 }'
}

require 'a panel is made' plug /Devices/phone.prop
panel=$node
require 'libinput starts' start_libinput current
require 'the keeper starts' start_keeper
configure hold
require 'gestured filters the panel' start_filter
before=$clone
rm -f orders
mkfifo orders
socat - "UNIX-CONNECT:$socket" <orders >answers 2>socat.error &
processes="$processes $!"
exec 4>orders
within 5 grep -q hello answers
echo '{"command":"subscribe","types":["filtering"]}' >&4

mark current
evemu-play "$panel" </recordings/many-taps.events &
player=$!
pauses=0
while alive "$player" && [ "$pauses" -lt 200 ]; do
  echo '{"command":"filtering","state":"pause"}' >&4
  usleep $((pauses * 7919 % 230000 + 20000))
  echo '{"command":"filtering","state":"resume"}' >&4
  usleep $((pauses * 104729 % 910000 + 20000))
  pauses=$((pauses + 1))
done
wait "$player"
quiet current
contacts=$(grep -cE '^E: [0-9.]+ 0003 0039 [0-9]' /recordings/many-taps.events)
on_panel=$(count_of TOUCH_DOWN "$panel")
on_clone=$(count_of TOUCH_DOWN "$clone")
echo "# figure $pauses pauses: $contacts contacts, $on_panel told by the panel, $on_clone by the clone" >&3
check 'FLT-7 panel and clone both tell contacts' sh -c "test $on_panel -gt 0 && test $on_clone -gt 0"
check 'FLT-7 each contact is told once' test $((on_panel + on_clone)) -eq "$contacts" || {
  news current | grep -E 'DOWN|UP' | sed 's/^/#   /' >&3
  sed 's/^/#   /' answers >&3
}
check 'FLT-7 and each has one end' test $(($(count_of TOUCH_UP "$panel") + $(count_of TOUCH_UP "$clone"))) -eq "$contacts"
find_clone
check 'FLT-11 the clone is the same after all pauses' test "$clone" = "$before"
exec 4>&-
