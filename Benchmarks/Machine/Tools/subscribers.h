// Readers of a Unix socket, or of a bridge. Each is a process of its own, like real ones, so that each line wakes each
// of them. They count lines, and report how old a line's `time` is while timing is on.
#pragma once

enum { MAXIMUM_SUBSCRIBERS = 128 };

// Connects that many readers. Each sends the request where there is one, and waits for the greeting where the server
// greets.
void subscribers_connect(int count, const char *path, const char *request);

// The same for pages, which connect to the bridge on that port, and request nothing.
void subscribers_connect_pages(int count, int port);

// The number of readers.
int subscribers_count(void);

// The fewest lines that any reader has received so far, and the lines of all readers.
long subscribers_fewest_lines(void);
long subscribers_lines(void);

// Switches the timing of lines on or off.
void subscribers_time(int on);

// The ages in nanoseconds since timing was switched on, sorted; returns their number.
int subscribers_ages(const long **ages);

// Ends all readers.
void subscribers_end(void);
