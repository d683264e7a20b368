# shellcheck shell=dash disable=SC2154
# Each kind of recognizer recognizes its story, kind-KIND in TouchScripts/kinds.touches, played through the kernel. The program
# lists its kinds, so a new kind without a story fails here.

# kinds: every kind of the configuration. The program lists them in its error about an unknown kind.
kinds() {
  printf '[recognizer.x]\nkind = "?"\n' >none.toml
  gestured --config none.toml --check-config 2>&1 | sed -n 's/.*allowed: one of //p' | tr -d ','
}

# has_scenario KIND: true for kinds whose story needs more than fingers and has a scenario of its own.
has_scenario() {
  case $1 in
    hover) test -e /Guest/Scenarios/pen.sh ;;
    *) false ;;
  esac
}

# declare_kind KIND: prints the kind's table, with the settings that it needs.
declare_kind() {
  printf '[recognizer.%s]\nkind = "%s"\npassive = true\n' "$1" "$1"
  case $1 in
    edge_pan) echo 'edges = ["left"]' ;;
  esac
}

for kind in $(kinds); do declare_kind "$kind"; done >kinds.toml
mkdir -p /etc/gestured
cp kinds.toml /etc/gestured/gestured.toml
check 'there are kinds to play' test "$(grep -c kind kinds.toml)" -ge 12
begin /Devices/phone.prop

for kind in $(kinds); do
  ! has_scenario "$kind" || continue
  if [ "$kind" = touch_delay ]; then
    # Only regions notice this recognizer. It reports no gesture.
    check 'touch_delay tells nothing of its own' negated sees client '"kind":"touch_delay"'
    continue
  fi
  check "$kind has a story" test -e "/recordings/kind-$kind.events" || continue
  play "kind-$kind.events"
  check "$kind is recognized in its story" within 5 \
    sees client "\"recognizer\":\"$kind\",\"kind\":\"$kind\",\"state\":\"ended\""
done
quiet client
check 'each gesture has one end' balanced client
