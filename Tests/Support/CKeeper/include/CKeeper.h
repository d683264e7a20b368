#ifndef GESTURED_TEST_KEEPER_H
#define GESTURED_TEST_KEEPER_H

#include <stdbool.h>
#include <stdint.h>

/// The keeper gestured-filter with all its clones. Its pipes and its socket are the kernel's, and its devices are made up: they
/// judge and keep what the keeper writes. Nothing has a pointer, so that Swift calls it safely.
///
/// A keeper is used by one thread at a time. Times are milliseconds.

/// An event that readers of a device get.
struct kept_event {
  /// The number of the device, from the number that `kept_begin` was given on.
  int32_t device;
  uint16_t type;
  uint16_t code;
  int32_t value;
};

/// A keeper that has just started. Its socket is /tmp/gestured-kept-PID-KEY.sock; with a negative key it has none. Pipes have
/// `pipe_room` bytes, at least a page. Returns the keeper's number, or -1 where it could not be made.
int kept_begin(int64_t key, int first_device, int pipe_room);
/// The keeper is killed: its connection, its pipes and its devices go at once.
void kept_end(int number);

/// The keeper takes what waits for it: packets, connections and frames. It does what is due. Pipes in the mask are not read.
void kept_serve(int number, uint32_t held_pipes, int64_t now_ms);
/// Whether a packet, a connection, a frame or an end waits for the keeper, apart from frames in held pipes.
bool kept_is_due(int number, uint32_t held_pipes);
/// When something is due; -1 for never.
int64_t kept_deadline(int number);

/// The events that devices have said since the last `kept_forget`.
int kept_event_count(int number);
struct kept_event kept_event_at(int number, int at);
void kept_forget(int number);

/// The number of the next device, how many devices there are, and whether a device is one of them.
int kept_next_device(int number);
int kept_device_count(int number);
bool kept_has_device(int number, int device);
/// The identity of the panel that a present device is a clone of; its pipe's bit in masks.
uint64_t kept_panel(int number, int device);
uint32_t kept_pipe(int number, int device);
/// How many frames of the present clones the keeper has found wrong.
int kept_dropped(int number);

/// gestured without a socket asks for a clone of a panel of 10,240 by 6,400 units with that many slots; returns whether it gets
/// one. `has_all_axes` adds all other axes of contacts, with values from 0 to 255.
bool kept_make(int number, int slots, bool ends_by_palm, bool has_all_axes, int64_t now_ms);
/// The same gestured adds an event to its next write, and writes. Returns whether the pipe takes all.
void kept_put(int number, uint16_t type, uint16_t code, int32_t value);
bool kept_write(int number);

#endif
