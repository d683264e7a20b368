// The requests of one user of attackers in a scene. They are within all limits, need no right, and cost the daemon much.
#pragma once
#include <stddef.h>

// As many as one user may have.
enum { CONNECTIONS = 64 };

struct text {
  char *bytes;
  size_t length, room;
};

// Requests of one connection.
struct plan {
  // Sent first, once each. The rest begins when all of them are answered.
  struct text first[3];
  int firsts;
  // Sent in turn, without end. A connection without any stays silent after the first requests.
  struct text again[2];
  int agains;
  // The number of requests without an answer at a time.
  int window;
  // The bytes sent at a time; 0 for as many as the socket takes.
  size_t piece;
  // Whether the connection answers the daemon's questions.
  int answers;
};

// Fills in the plans of all connections of user 0 or 1. Returns 0 for an unknown scene.
int make_plans(const char *scene, int user, struct plan plans[CONNECTIONS]);
