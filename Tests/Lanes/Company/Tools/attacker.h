// One user of attackers: all connections that a user may have, which say what the plans of a scene say.
#pragma once
#include <sys/types.h>

// What a user's attackers and who starts them share.
struct orders {
  // The attack begins, and is over.
  volatile int begins, ends;
  // What came of it: requests that were done, and refused; connections that were ended by the daemon, and that were made in all.
  volatile long done, refused, ended, made;
};

// Becomes the user and attacks until the orders say that it is over. Returns in no case.
__attribute__((noreturn)) void attack(const char *scene, int user, const char *path, struct orders *orders);
