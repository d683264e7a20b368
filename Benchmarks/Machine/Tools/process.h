// A process's figures from /proc.
#pragma once

#include <sys/types.h>

// The usage of a process so far.
struct usage {
  // Nanoseconds on the processor, kernel included: instructions.
  long long instructions;
  // The number of times that the process waited and was woken.
  long long wake_ups;
  // The number of calls of write(2) and its like. send(2) does not count.
  long long writes;
};

// The usage of all threads together.
struct usage process_usage(pid_t process);

// The memory of a process, in KiB.
struct memory {
  // All mapped memory, files included.
  long resident;
  // Memory that is in no file: it belongs to the process alone and cannot be dropped.
  long anonymous;
  // Resident memory that no other process maps.
  long private;
  // Resident memory; each page of a file counts with its share among the processes that map it.
  long proportional;
};

struct memory process_memory(pid_t process);

// True when the process has that device open.
int process_has_open(pid_t process, unsigned long device);
