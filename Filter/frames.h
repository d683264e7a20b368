#ifndef GESTURED_FILTER_FRAMES_H
#define GESTURED_FILTER_FRAMES_H

#include "Protocol/filter-protocol.h"

#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>

/// The most events of a frame: a slot, an id and all axes for each contact, then BTN_TOUCH, ABS_X, ABS_Y and the end.
#define FRAME_EVENTS (FILTER_SLOTS * (FILTER_AXES + 1) + 4)
/// The most events that end all contacts: two frames of a palm and a lift.
#define ENDING_EVENTS (FILTER_SLOTS * 5 + 3)

/// Events for uinput, in the order in which they are written.
struct output {
  struct input_event events[2 * (FRAME_EVENTS + ENDING_EVENTS)];
  size_t count;
};

/// The stream of one clone: the events that it may write, and the state after those that it has written.
///
/// Only whole frames leave. Each landing that has left gets exactly one end, whatever comes in.
struct stream {
  struct filter_axis axes[FILTER_AXES];
  uint32_t axes_present;
  int slots;
  /// The most events of a frame, without its end.
  size_t most;
  enum filter_ending ending;

  /// The contacts that readers of the clone see: the id of each slot, −1 for a free one.
  int32_t id[FILTER_SLOTS];
  bool is_palm[FILTER_SLOTS];
  int down;
  /// The slot that the last ABS_MT_SLOT selected; -1 before the first one.
  int slot;

  /// The frame that is not complete yet. With more than FRAME_EVENTS, its events are only counted.
  struct filter_event frame[FRAME_EVENTS];
  size_t frame_count;

  int64_t tenth;
  size_t events_in_tenth;

  struct filter_counted counters;
  /// The fault to report, -1 for none.
  int unreported;
  bool has_reported;
};

/// A stream without contacts, for a device of that request.
void stream_begin(struct stream *stream, const struct filter_make *make);

/// Feeds events of the pipe, and adds what leaves for uinput to an output. Returns the number of events that were read: fewer
/// than `count` where the output had too little room. The caller then writes the output, and calls again.
size_t stream_feed(struct stream *stream, const struct filter_event *events, size_t count, int64_t now_ms, struct output *output);

/// Ends all contacts, and forgets the incomplete frame. The output must have room for ENDING_EVENTS.
void stream_end_contacts(struct stream *stream, struct output *output);

#endif
