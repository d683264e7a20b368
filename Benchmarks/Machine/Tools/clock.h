// The guest's time. QEMU's `-icount shift=0` makes a nanosecond of it one instruction.
#pragma once

// Nanoseconds of CLOCK_MONOTONIC.
long long now_ns(void);

// Waits until that time, however many signals arrive meanwhile.
void sleep_until(long long ns);
