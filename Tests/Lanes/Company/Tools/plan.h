// What one user of attackers asks for in a scene: requests within all limits that cost the daemon much, and no right.
#pragma once
#include <stddef.h>

// As many as one user may have.
enum { CONNECTIONS = 64 };

struct text {
  char *bytes;
  size_t length, room;
};

// What one connection says.
struct plan {
  // Said first, each once; the rest begins when all are answered.
  struct text first[3];
  int firsts;
  // Said in turn, without end; none where the connection is silent then.
  struct text again[2];
  int agains;
  // How many requests it has unanswered at a time.
  int window;
  // How many bytes it says at a time; 0 for as many as the socket takes.
  size_t piece;
  // Whether it answers the questions that it is asked.
  int answers;
};

// Fills in the plans of all connections of one of the users, 0 or 1. 0 where there is no scene of that name.
int make_plans(const char *scene, int user, struct plan plans[CONNECTIONS]);
