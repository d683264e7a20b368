// A subscriber that only wants to hear what the finger does, as a user of its own.
#pragma once

enum { MOST_LINES = 1 << 16 };

// What it heard, for whoever started it.
struct heard {
  volatile int ends;
  // Lines of gestures, and how late each was in ns; strokes from their beginning to their end; lines that the daemon left out, and
  // times it said good-bye.
  volatile int lines, strokes, left_out, byes;
  // The fewest and the most lines of a whole stroke.
  volatile int fewest, most;
  int late[MOST_LINES];
};

// Becomes the user, subscribes, and listens until it is told to end. Returns in no case.
__attribute__((noreturn)) void be_victim(const char *path, struct heard *heard);
