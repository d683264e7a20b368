#include "clock.h"

#include <errno.h>
#include <time.h>

enum { SECOND_NS = 1000000000 };

long long now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * (long long)SECOND_NS + time.tv_nsec;
}

void sleep_until(long long ns) {
  struct timespec until = {.tv_sec = ns / SECOND_NS, .tv_nsec = ns % SECOND_NS};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, 0) == EINTR) continue;
}
