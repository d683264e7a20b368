#ifndef GESTURED_TEST_SERVED_KEEPER_H
#define GESTURED_TEST_SERVED_KEEPER_H

#include <stdbool.h>
#include <stdint.h>

/// The keeper gestured-filter on a socket of its own, with all its clones. Sockets and pipes are the kernel's, and devices
/// are made up: they keep what the keeper writes. Nothing has a pointer, so that Swift calls it safely.
///
/// A keeper is used by one thread at a time. Times are milliseconds.

/// An event that readers of a device get.
struct served_event {
  /// The number of the device, from the number that `served_begin` was given on.
  int32_t device;
  uint16_t type;
  uint16_t code;
  int32_t value;
};

/// A keeper that has just started. Its socket is /tmp/gestured-kept-PID-KEY.sock. Returns the keeper's number, or -1 where
/// it could not be made.
int served_begin(int64_t key, int first_device);
/// The keeper is killed: its connection, its pipes and its devices go at once.
void served_end(int number);

/// The keeper takes what waits for it: packets, connections and frames. It does what is due. Pipes in the mask are not read.
void served_serve(int number, uint32_t held_pipes, int64_t now_ms);
/// Whether a packet, a connection, a frame or an end waits for the keeper, apart from frames in held pipes.
bool served_is_due(int number, uint32_t held_pipes);
/// When something is due; -1 for never.
int64_t served_deadline(int number);

/// The events that devices have said since the last `served_forget`.
int served_event_count(int number);
struct served_event served_event_at(int number, int at);
void served_forget(int number);

/// The number of the next device, how many devices there are, and whether a device is one of them.
int served_next_device(int number);
int served_device_count(int number);
bool served_has_device(int number, int device);
/// The identity of the panel that a present device is a clone of; its pipe's bit in masks.
uint64_t served_panel(int number, int device);
uint32_t served_pipe(int number, int device);
/// How many frames of the present clones the keeper has found wrong.
int served_dropped(int number);

#endif
