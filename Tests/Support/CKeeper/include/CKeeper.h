#ifndef GESTURED_TEST_KEEPER_H
#define GESTURED_TEST_KEEPER_H

#include <stdbool.h>
#include <stdint.h>

#include "ServedKeeper.h"

/// The keeper gestured-filter with one clone. Its pipes are the kernel's, and its devices are made up: they keep what the
/// keeper writes. Nothing has a pointer, so that Swift calls it safely.
///
/// A keeper is used by one thread at a time. Times are milliseconds.

/// An event that the clone's readers get.
struct kept_event {
  uint16_t type;
  uint16_t code;
  int32_t value;
};

/// The outcome of a write to the pipe.
enum kept_outcome {
  KEPT_WRITTEN,
  /// The pipe took a part at most.
  KEPT_FULL,
  /// No reader has the other end.
  KEPT_CLOSED,
};

/// A keeper that has just started, and its end, as by SIGKILL. Returns its number, or -1 where too many are there.
int kept_begin(void);
void kept_end(int number);

/// gestured connects and greets. It asks for a clone of a panel of 10,240 by 6,400 units with that many slots; returns
/// whether it gets one. `room` is the size of the pipe in bytes, at least a page. `has_all_axes` adds all other axes of
/// contacts, with values from 0 to 255.
bool kept_connect(int number, int64_t now_ms);
bool kept_make(int number, int slots, bool ends_by_palm, bool has_all_axes, int room, int64_t now_ms);
/// gestured asks for the end of the clone.
void kept_drop(int number, int64_t now_ms);

/// gestured adds an event to its next write, writes, and closes its end of the pipe.
void kept_put(int number, uint16_t type, uint16_t code, int32_t value);
enum kept_outcome kept_write(int number);
void kept_close_pipe(int number);

/// The keeper sees the connection's end, reads the pipe once, and does what is due.
void kept_disconnect(int number, int64_t now_ms);
void kept_read(int number, int64_t now_ms);
void kept_act(int number, int64_t now_ms);
/// When something is due; -1 for never.
int64_t kept_deadline(int number);

/// The events that the clone has said since the last `kept_forget`.
int kept_event_count(int number);
struct kept_event kept_event_at(int number, int at);
void kept_forget(int number);

/// Whether the clone is there, how many were made, and how many frames the keeper has found wrong.
bool kept_has_clone(int number);
int kept_made(int number);
int kept_dropped(int number);

#endif
