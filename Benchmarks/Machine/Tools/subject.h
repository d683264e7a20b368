// The measured program.
#pragma once

#include <sys/types.h>

// The instructions of the program's start, from the fork on.
struct start {
  // Until the program sent READY=1 to the service manager; 0 for a program that sends nothing.
  long long ready;
  // Until the program had the panel open and rested.
  long long settled;
};

// How the program is started: as a service, which gestured can be and others cannot, or not.
enum service { NOT_A_SERVICE, SERVICE, SERVICE_WITH_WATCHDOG };

// Starts the program with its output in /dev/null, and waits until it rests with the panel open.
struct start subject_start(char *const arguments[], enum service service);

pid_t subject_process(void);

// Discards the program's messages to the service manager.
void subject_hear(void);

// Ends the program, and waits until it is gone.
void subject_end(void);
