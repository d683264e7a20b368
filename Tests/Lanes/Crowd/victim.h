// A subscriber that only listens to the finger, as a user of its own.
#pragma once

enum { MOST_LINES = 1 << 16 };

// The victim's counts, shared with the process that starts it.
struct heard {
  volatile int ends;
  // Lines of gestures, each line's delay in nanoseconds, and whole strokes from beginning to end. Then lines that the daemon left out,
  // and how often the daemon said good-bye.
  volatile int lines, strokes, left_out, byes;
  // The fewest and the most lines of a whole stroke.
  volatile int fewest, most;
  int late[MOST_LINES];
};

// Becomes the user, subscribes, and listens until `ends` is set. Never returns.
__attribute__((noreturn)) void be_victim(const char *path, struct heard *heard);
