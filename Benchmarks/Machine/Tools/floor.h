// What the two floors share: the least that a program has to do that tells other programs of touches.
//
// A socket of the Unix domain, readers that connect, a line of JSON for each frame to each of them. No gesture is recognized,
// nothing is checked, nobody who is slow is waited for.
#pragma once

#include <stddef.h>
#include <sys/time.h>

enum { FLOOR_SLOTS = 10, FLOOR_LINE_ROOM = 1024 };

// A finger; the units are the panel's.
struct floor_touch {
  int is_down;
  int id, x, y;
};

// Opens the node with stamps of CLOCK_MONOTONIC, and a socket. `read_frames` is called whenever there is something to read.
// Never returns.
void floor_serve(const char *node, const char *socket_path, void (*set_up)(int device), void (*read_frames)(int device));

// To all readers.
void floor_send(const char *line, size_t length);
