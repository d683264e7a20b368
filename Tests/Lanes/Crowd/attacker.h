// One user of attackers: as many connections as one user may have, which send the requests of a scene's plans.
#pragma once
#include <sys/types.h>

// Memory that the attackers of a user share with the process that starts them.
struct orders {
  // Set when the attack begins, and when it ends.
  volatile int begins, ends;
  // Requests done and refused, connections that the daemon ended, and all connections made.
  volatile long done, refused, ended, made;
};

// Becomes the user and attacks until the orders end the attack. Never returns.
__attribute__((noreturn)) void attack(const char *scene, int user, const char *path, struct orders *orders);
