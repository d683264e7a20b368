#ifndef GESTURED_FILTER_CLONE_H
#define GESTURED_FILTER_CLONE_H

#include "Protocol/filter-protocol.h"
#include "frames.h"
#include "kernel.h"

#include <stdbool.h>
#include <stdint.h>

/// A device made through uinput, and the pipe by which gestured writes to it.
///
/// ```
///   absent ──make──▶ claimed ◀──make── kept      kept: its gestured has gone; keep_until counts
///     ▲                 │ └─connection ends─▶│
///     │                 │ drop               │ keep_until
///     └──destroy_at── leaving ◀──────────────┘
/// ```
struct clone {
  bool exists;
  /// The present connection has asked for it.
  bool is_claimed;
  bool is_leaving;
  int64_t keep_until;
  int64_t destroy_at;
  /// 0 before the first write.
  int64_t last_write;
  /// When the log last named a dropped frame; 0 for never.
  int64_t last_line;

  int device;
  /// -1 where gestured has closed its end, or has gone.
  int pipe;
  /// The bytes of an event that is not complete yet.
  unsigned char carried[sizeof(struct filter_event)];
  size_t carried_count;

  struct filter_make make;
  char sysname[sizeof(((struct filter_made *)0)->sysname)];
  struct stream stream;
};

/// Why a clone could not be made.
struct refusal {
  int error;
  enum filter_step step;
  uint32_t detail;
};

/// Makes the device of a checked request. Returns whether it is there; fills in the refusal where it is not.
bool clone_make(struct clone *clone, const struct kernel *kernel, unsigned number, const struct filter_make *make,
                struct refusal *refusal);

/// Destroys the device and all that belongs to it.
void clone_destroy(struct clone *clone, const struct kernel *kernel, unsigned number);

/// Closes the pipe, where there is one.
void clone_close_pipe(struct clone *clone, const struct kernel *kernel);

#endif
