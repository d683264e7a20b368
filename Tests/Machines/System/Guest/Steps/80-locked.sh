# shellcheck shell=dash disable=SC2154,SC2016
# Private mode while logind reports the session as locked. A user's service holds it, in a session of that user.

require 'a touchscreen is plugged in' plug /payload/Devices/phone.prop
require 'the service reads it' within 10 opens "$(main_pid)" "$node"
printf '[rights]\ninhibit = "user:locker"\n' >/etc/gestured/conf.d/locker.toml
systemctl reload gestured.service
require 'a client listens' subscribe_as listener client

systemd-run --quiet --unit=locker --uid=locker --property=PAMName=login --property=Restart=no \
  gesturectl inhibit --while-locked
# locker_session: the number of the session of the user locker.
locker_session() {
  loginctl list-sessions --no-legend | awk '$3 == "locker" { print $1; exit }'
}
require 'locker has a session' within 30 sh -c 'loginctl list-sessions --no-legend | grep -q locker'
session=$(locker_session)

# lock TRUE_OR_FALSE: reports to logind as a lock screen does.
lock() {
  loginctl show-session "$session" >/dev/null &&
    busctl call org.freedesktop.login1 "$(busctl call org.freedesktop.login1 /org/freedesktop/login1 \
      org.freedesktop.login1.Manager GetSession s "$session" | cut -d '"' -f 2)" \
      org.freedesktop.login1.Session SetLockedHint b "$1"
}

check 'while it is not locked, all goes out' negated sees client '"type":"inhibit"'
start=$(now_ms)
require 'it is locked' lock true
check 'private mode begins' within 10 sees client '"type":"inhibit"' '"state":"began"'
figure "locked to private: $(($(now_ms) - start)) ms"
lines=$(wc -l <client)
play tap.events
quiet client
since "$lines" client >client.locked
check 'and nothing of one finger goes out' negated gestures client.locked
systemctl restart gestured.service
within 10 opens "$(main_pid)" "$node"
require 'a service that was restarted is asked for it again' within 20 status_says '"inhibited":true'
require 'a client listens again' subscribe_as listener client.again
require 'it is unlocked' lock false
check 'private mode ends' within 10 sees client.again '"type":"inhibit"' '"state":"ended"'
play tap.events
check 'and gestures go out' within 5 sees client.again '"kind":"tap"' '"state":"ended"'
systemctl stop locker.service
rm /etc/gestured/conf.d/locker.toml
