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

// Starts the program with its output in /dev/null, and waits until it rests, and it or its companion has the panel open.
struct start subject_start(char *const arguments[], enum service service);

// The same for a program that writes to the companion's standard input, which is started first.
struct start subject_start_pair(char *const arguments[], char *const companion[]);

// Starts a program that works for the next subject, and ends with it.
void subject_accompany(char *const arguments[]);

pid_t subject_process(void);

// The companion, 0 without one.
pid_t subject_companion(void);

// Kills the program without waiting for its end. Until `subject_bury`, no other function here may be called.
void subject_kill(void);

// Waits for the end of the killed program. Only its companion is left.
void subject_bury(void);

// Discards the program's messages to the service manager.
void subject_hear(void);

// Ends the program, and waits until it is gone.
void subject_end(void);
