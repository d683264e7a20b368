// Readers of a Unix socket: one process each, as real ones are, so that each line wakes each of them. They count lines and
// do nothing else with them, except that they tell how old a line's `time` is when they are told to.
#pragma once

enum { MAXIMUM_SUBSCRIBERS = 128 };

// So many connect, say the request where there is one, and have been greeted where the server greets.
void subscribers_connect(int count, const char *path, const char *request);

// How many there are.
int subscribers_count(void);

// The fewest lines that one of them has got so far, and what all of them got.
long subscribers_fewest_lines(void);
long subscribers_lines(void);

// From here on they tell, or do not, how old lines are.
void subscribers_time(int on);

// Ages in nanoseconds since timing was switched on, in order; how many.
int subscribers_ages(const long **ages);

// All of them go.
void subscribers_end(void);
