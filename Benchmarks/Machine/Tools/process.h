// What /proc tells of a process.
#pragma once

#include <sys/types.h>

// What a process has used so far.
struct usage {
  // Nanoseconds on the processor, kernel included: instructions.
  long long instructions;
  // How often it has waited for something, and was woken.
  long long wake_ups;
};

// All threads together.
struct usage process_usage(pid_t process);

// What it holds in memory, in KiB.
struct memory {
  // All that is mapped in, files included.
  long resident;
  // What is in no file: nobody else has it, and it cannot be dropped.
  long anonymous;
  // Resident, with each page of a file counted to its share among those that map it.
  long proportional;
};

struct memory process_memory(pid_t process);

// True when it has that device open.
int process_has_open(pid_t process, unsigned long device);
