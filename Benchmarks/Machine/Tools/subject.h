// The program that is measured.
#pragma once

#include <sys/types.h>

// What its start took, in instructions, from the fork on.
struct start {
  // Until it said READY=1 to the service manager; 0 for one that says nothing.
  long long ready;
  // Until it had the panel open and rested.
  long long settled;
};

// How it is told that it is a service, which gestured can be and others cannot.
enum service { NOT_A_SERVICE, SERVICE, SERVICE_WITH_WATCHDOG };

// Starts it, with what it prints to /dev/null, and waits until it rests with the panel open.
struct start subject_start(char *const arguments[], enum service service);

pid_t subject_process(void);

// Takes in what it told the service manager, which is kept for nobody.
void subject_hear(void);

// Ends it, and waits until it is gone.
void subject_end(void);
