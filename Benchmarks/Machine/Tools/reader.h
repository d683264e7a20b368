// The application: a process that reads the clone of the panel, in as few reads as there are wake-ups.
#pragma once

// Waits until the clone is there and in use, and begins to read it.
void reader_begin(void);

// Whether there is a reader.
int reader_exists(void);

// The frames that the reader has received so far.
long reader_frames(void);

// The number of contacts that are down, and when that number last became 0.
int reader_contacts(void);
long long reader_ended_at(void);

// Switches the timing of frames on or off.
void reader_time(int on);

// The times from the panel's frames to the clone's in nanoseconds, since timing was switched on, in the order of the
// frames; returns their number.
int reader_times(const long **ages);

// The same, sorted.
int reader_ages(const long **ages);

// Ends the reader.
void reader_end(void);
