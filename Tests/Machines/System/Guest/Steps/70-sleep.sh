# shellcheck shell=dash disable=SC2154,SC2016
# A device goes to sleep under fingers, as in a suspend.

require 'a touchscreen is plugged in' plug /payload/Devices/phone.prop
require 'the service reads it' within 10 opens "$(main_pid)" "$node"
require 'a client listens' subscribe_as listener client
begin_pan
begun=$(now_ms)
echo 1 >"/sys/class/input/${node##*/}/device/inhibited"
check 'T3 a pan on a device that falls asleep is cancelled' within 5 sees client '"kind":"pan"' '"state":"cancelled"'
figure "asleep to cancelled: $(($(now_ms) - begun)) ms"
echo 0 >"/sys/class/input/${node##*/}/device/inhibited"
quiet client
lines=$(wc -l <client)
play lift-two.events
quiet client
since "$lines" client >client.awake
check 'T3 what was down when it woke is nothing' negated gestures client.awake
play tap.events
check 'T3 a tap afterwards arrives' within 5 sees client '"kind":"tap"' '"state":"ended"'
check 'every gesture ended once' balanced client
