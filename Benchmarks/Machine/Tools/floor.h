// The shared part of the two floors: the least work of a program that reports touches to other programs.
//
// The floors serve a socket of the Unix domain and send each connected reader a line of JSON for each frame. They
// recognize no gesture, check nothing, and wait for no slow reader.
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

// Sends a line to all readers.
void floor_send(const char *line, size_t length);
