// The guest's time. With -icount shift=0 a nanosecond of it is an instruction.
#pragma once

// Nanoseconds of CLOCK_MONOTONIC.
long long now_ns(void);

// Waits until that time, however often a signal comes between.
void sleep_until(long long ns);
