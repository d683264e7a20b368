#ifndef GESTURED_FILTER_MANAGER_H
#define GESTURED_FILTER_MANAGER_H

#include <stdint.h>

/// The service manager, by the protocol of sd_notify(3). systemd ends a keeper that hangs while a contact is down. FF-30

/// Reads the environment. Returns the time in ms within which the manager wants a sign; 0 where no manager watches this process.
int64_t manager_begin(void);

/// Gives the manager a sign, and asks it to end the keeper where none follows within that time; 0 asks for no watch. Does not wait.
/// Returns 0, or -1 where the manager does not get it.
int manager_watch(int64_t within_ms);

#endif
