# shellcheck shell=sh
# Boots Debian's kernel under QEMU; sourced by the scripts that test or measure in a virtual machine.
#
# Time in the machine counts its instructions, and an idle machine skips to its next timer. A scenario therefore sees the same times
# however busy this computer is, and waits cost nothing. Two conditions follow: the machine has one processor, and no device may answer in
# this computer's time. A disk is memory (see Tests/Machines/System/run), and the clock chip uses the machine's time. KVM is not used: it
# hangs on computers that are virtual machines themselves.

# emulate LIMIT_SECONDS SHIFT CONSOLE RESULTS INITRAMFS APPEND OPTION…: boots it and waits for its end.
#
#   LIMIT_SECONDS   of processor time, and only for a machine that hangs: hours of its own time may pass in it
#   SHIFT           an instruction takes 2^SHIFT nanoseconds of the machine's time
#   CONSOLE         file for the kernel's messages, the first serial port
#   RESULTS         file for what the tests report, the second serial port
#   APPEND          more words for the kernel's command line
#   OPTION…         more options of QEMU
emulate() {
  limit=$1
  shift_of_clock=$2
  console=$3
  results=$4
  initramfs=$5
  append=$6
  shift 6
  rm -f "$console" "$results"
  Tests/Lanes/Scripts/hang_watch.py "$limit" qemu-system-x86_64 \
    -accel tcg,thread=single -icount "shift=$shift_of_clock,sleep=off" -rtc clock=vm -cpu qemu64 -smp 1 \
    -nodefaults -nic none -display none -no-reboot \
    -kernel .build/vm/packages/linux-image/boot/vmlinuz-* -initrd "$initramfs" \
    -append "console=ttyS0 quiet loglevel=4 panic=-1 mitigations=off tsc=reliable $append" \
    -serial "file:$console" -serial "file:$results" "$@" </dev/null
}
