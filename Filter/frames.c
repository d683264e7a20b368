#include "frames.h"

#include <stddef.h>
#include <string.h>

/// The rate counts in windows of this length.
#define MS_IN_TENTH 100

void stream_begin(struct stream *stream, const struct filter_make *make) {
  memset(stream, 0, sizeof *stream);
  memcpy(stream->axes, make->axes, sizeof stream->axes);
  stream->axes_present = make->axes_present | 1u << (ABS_MT_TOOL_TYPE - FILTER_FIRST_AXIS);
  struct filter_axis *tool = &stream->axes[ABS_MT_TOOL_TYPE - FILTER_FIRST_AXIS];
  tool->minimum = 0;
  if (tool->maximum < MT_TOOL_PALM) tool->maximum = MT_TOOL_PALM;
  stream->slots = make->slots;
  stream->most = (size_t)stream->slots * (size_t)(__builtin_popcount(stream->axes_present) + 2) + 3;
  stream->ending = make->ending;
  for (int slot = 0; slot < FILTER_SLOTS; slot++) stream->id[slot] = -1;
  stream->slot = -1;
  stream->unreported = -1;
}

/// An event's part of the device's. uinput ignores the time, which stays 0 in the output.
_Static_assert(sizeof(struct filter_event) == sizeof(struct input_event) - offsetof(struct input_event, type) &&
                 offsetof(struct filter_event, code) == offsetof(struct input_event, code) - offsetof(struct input_event, type) &&
                 offsetof(struct filter_event, value) == offsetof(struct input_event, value) - offsetof(struct input_event, type),
               "an event ends as one of a device");

static inline void add_event(struct output *output, const struct filter_event *event) {
  memcpy(&output->events[output->count++].type, event, sizeof *event);
}

static void add(struct output *output, uint16_t type, uint16_t code, int32_t value) {
  struct filter_event event = {.type = type, .code = code, .value = value};
  add_event(output, &event);
}

static void select_slot(int *selected, struct output *output, int slot) {
  if (*selected == slot) return;
  add(output, EV_ABS, ABS_MT_SLOT, slot);
  *selected = slot;
}

/// Adds an axis of a contact. Selects the contact's slot first, unless it is selected already.
static void add_for_slot(int *selected, struct output *output, int slot, uint16_t code, int32_t value) {
  select_slot(selected, output, slot);
  add(output, EV_ABS, code, value);
}

void stream_end_contacts(struct stream *stream, struct output *output) {
  stream->frame_count = 0;
  if (stream->down == 0) return;
  size_t before = output->count;
  if (stream->ending == FILTER_ENDS_BY_PALM) {
    bool has_changed = false;
    for (int slot = 0; slot < stream->slots; slot++) {
      if (stream->id[slot] < 0 || stream->is_palm[slot]) continue;
      add_for_slot(&stream->slot, output, slot, ABS_MT_TOOL_TYPE, MT_TOOL_PALM);
      stream->is_palm[slot] = has_changed = true;
    }
    if (has_changed) {
      add(output, EV_SYN, SYN_REPORT, 0);
      stream->counters.frames++;
    }
  }
  for (int slot = 0; slot < stream->slots; slot++) {
    if (stream->id[slot] < 0) continue;
    add_for_slot(&stream->slot, output, slot, ABS_MT_TRACKING_ID, -1);
    // Otherwise libinput would take the next contact in this slot for a palm too. FLT-48
    if (stream->is_palm[slot]) add_for_slot(&stream->slot, output, slot, ABS_MT_TOOL_TYPE, MT_TOOL_FINGER);
    stream->id[slot] = -1;
    stream->is_palm[slot] = false;
  }
  stream->down = 0;
  add(output, EV_KEY, BTN_TOUCH, 0);
  add(output, EV_SYN, SYN_REPORT, 0);
  stream->counters.frames++;
  stream->counters.events += output->count - before;
  // These events count too, so that a client cannot cause any number of ends.
  stream->events_in_tenth += output->count - before;
}

static bool is_in_range(const struct filter_axis *axis, int32_t value) {
  return axis->minimum <= value && value <= axis->maximum;
}

/// Whether an event's code is one of a contact's axes, which the device has.
static bool is_contact_axis(const struct stream *stream, uint16_t code) {
  int axis = code - FILTER_FIRST_AXIS;
  return axis >= 0 && axis < FILTER_AXES && (stream->axes_present >> axis & 1);
}

/// The axes whose events change more of a contact than a value.
#define CONTACT_AXES (1u << (ABS_MT_TRACKING_ID - FILTER_FIRST_AXIS) | 1u << (ABS_MT_TOOL_TYPE - FILTER_FIRST_AXIS))

/// The changes of contacts in a frame.
struct changes {
  /// The ids after the frame, of the slots that get one.
  int32_t id[FILTER_SLOTS];
  struct {
    bool has_id, is_touched, has_tool, is_palm;
  } slots[FILTER_SLOTS];
  /// The slots with more than values of a contact that is down, in the frame's order.
  uint8_t touched[FILTER_SLOTS];
  int touched_count;
  int down;
  int button;
  bool has_position;
  /// The slot that the frame has selected, and the slot that the device has selected; -1 for none.
  int slot, selected;
  /// The axes whose events change nothing but a value: none for a contact that is not down before the frame.
  uint32_t plain_axes;
};

/// The fault of an id in a slot; -1 for none.
static int judge_id(const struct stream *stream, struct changes *changes, int slot, int32_t id) {
  if (id < -1 || id > UINT16_MAX) return FILTER_FAULT_VALUE;
  if (changes->slots[slot].has_id || (id < 0) == (stream->id[slot] < 0)) return FILTER_FAULT_CONTACT;
  for (int other = 0; id >= 0 && other < stream->slots; other++) {
    if (stream->id[other] == id || (changes->slots[other].has_id && changes->id[other] == id)) return FILTER_FAULT_CONTACT;
  }
  changes->slots[slot].has_id = true;
  changes->id[slot] = id;
  changes->down += id < 0 ? -1 : 1;
  return -1;
}

/// Judges an axis or id of the frame's slot, and adds it. The fault; -1 for none.
static int judge_axis(const struct stream *stream, struct changes *changes, const struct filter_event *event, struct output *output) {
  bool is_id = event->code == ABS_MT_TRACKING_ID;
  if (!is_id && !is_contact_axis(stream, event->code)) return FILTER_FAULT_CODE;
  int slot = changes->slot;
  if (slot < 0) return FILTER_FAULT_CONTACT;
  if (!changes->slots[slot].is_touched) {
    changes->slots[slot].is_touched = true;
    changes->touched[changes->touched_count++] = (uint8_t)slot;
  }
  if (is_id) {
    int fault = judge_id(stream, changes, slot, event->value);
    if (fault >= 0) return fault;
  } else if (!is_in_range(&stream->axes[event->code - FILTER_FIRST_AXIS], event->value)) {
    return FILTER_FAULT_VALUE;
  } else if (event->code == ABS_MT_TOOL_TYPE) {
    changes->slots[slot].has_tool = true;
    changes->slots[slot].is_palm = event->value == MT_TOOL_PALM;
  }
  add_for_slot(&changes->selected, output, slot, event->code, event->value);
  return -1;
}

/// Judges one event of a frame, and adds it. Leaves out the selection of a slot that is selected already, and a BTN_TOUCH that
/// does not change. The fault; -1 for none.
static int judge_event(const struct stream *stream, struct changes *changes, const struct filter_event *event, struct output *output) {
  // Most events are values of contacts that are down, and change nothing else.
  unsigned axis = (unsigned)event->code - FILTER_FIRST_AXIS;
  if (event->type == EV_ABS && axis < FILTER_AXES && (changes->plain_axes >> axis & 1)) {
    if (!is_in_range(&stream->axes[axis], event->value)) return FILTER_FAULT_VALUE;
    select_slot(&changes->selected, output, changes->slot);
    add_event(output, event);
    return -1;
  }
  if (event->type == EV_KEY && event->code == BTN_TOUCH) {
    if (event->value != 0 && event->value != 1) return FILTER_FAULT_VALUE;
    if (changes->button >= 0) return FILTER_FAULT_BUTTON;
    changes->button = event->value;
    if (event->value != (stream->down > 0)) add(output, EV_KEY, BTN_TOUCH, event->value);
    return -1;
  }
  if (event->type != EV_ABS) return FILTER_FAULT_CODE;
  if (event->code == ABS_MT_SLOT) {
    if (event->value < 0 || event->value >= stream->slots) return FILTER_FAULT_VALUE;
    changes->slot = event->value;
    changes->plain_axes = stream->id[event->value] < 0 ? 0 : stream->axes_present & ~CONTACT_AXES;
    return -1;
  }
  if (event->code != ABS_X && event->code != ABS_Y) return judge_axis(stream, changes, event, output);
  int position = (event->code == ABS_X ? ABS_MT_POSITION_X : ABS_MT_POSITION_Y) - FILTER_FIRST_AXIS;
  changes->has_position = true;
  if (!is_in_range(&stream->axes[position], event->value)) return FILTER_FAULT_VALUE;
  add_event(output, event);
  return -1;
}

/// Judges the complete frame, and adds its events. The fault; -1 for none. Fills in what the frame changes.
static int judge(const struct stream *stream, struct changes *changes, const struct filter_event *frame, size_t count,
                 struct output *output) {
  memset(changes->slots, 0, (size_t)stream->slots * sizeof *changes->slots);
  changes->touched_count = 0;
  changes->has_position = false;
  changes->button = -1;
  changes->down = stream->down;
  changes->slot = -1;
  changes->plain_axes = 0;
  changes->selected = stream->slot;
  for (size_t at = 0; at < count; at++) {
    int fault = judge_event(stream, changes, &frame[at], output);
    if (fault >= 0) return fault;
  }
  for (int at = 0; at < changes->touched_count; at++) {
    int touched = changes->touched[at];
    // A contact is down before the frame, or after it.
    if (stream->id[touched] < 0 && !changes->slots[touched].has_id) return FILTER_FAULT_CONTACT;
  }
  if (changes->has_position && stream->down == 0 && changes->down == 0) return FILTER_FAULT_CONTACT;
  bool is_down = changes->down > 0;
  if (changes->button >= 0 && changes->button != is_down) return FILTER_FAULT_BUTTON;
  if (changes->button < 0 && is_down != (stream->down > 0)) return FILTER_FAULT_BUTTON;
  return -1;
}

/// Ends a frame whose events were added from a place on, and remembers its contacts.
static void pass(struct stream *stream, const struct changes *changes, struct output *output, size_t before) {
  for (int at = 0; at < changes->touched_count; at++) {
    int touched = changes->touched[at];
    if (changes->slots[touched].has_id) stream->id[touched] = changes->id[touched];
    if (changes->slots[touched].has_tool) stream->is_palm[touched] = changes->slots[touched].is_palm;
  }
  stream->down = changes->down;
  stream->slot = changes->selected;
  if (output->count == before) {
    stream->counters.empty++;
    return;
  }
  add(output, EV_SYN, SYN_REPORT, 0);
  stream->counters.frames++;
  stream->counters.events += output->count - before;
  stream->has_reported = false;
}

static void drop(struct stream *stream, enum filter_fault fault, struct output *output) {
  stream->counters.dropped[fault]++;
  stream_end_contacts(stream, output);
  if (stream->has_reported) return;
  stream->has_reported = true;
  stream->unreported = fault;
}

/// Judges a complete frame, without its end: passes it on, or drops it.
static void complete(struct stream *stream, const struct filter_event *frame, size_t count, int64_t now_ms, struct output *output) {
  if (count == 1 && frame->type == EV_SYN && frame->code == SYN_DROPPED) {
    stream_end_contacts(stream, output);
    // gestured sends this when it gives the panel back. The next grab gets a report of its own.
    stream->has_reported = false;
    return;
  }
  if (now_ms / MS_IN_TENTH != stream->tenth) {
    stream->tenth = now_ms / MS_IN_TENTH;
    stream->events_in_tenth = 0;
  }
  stream->events_in_tenth += count + 1;
  size_t before = output->count;
  struct changes changes;
  int fault;
  if (stream->events_in_tenth > FILTER_EVENTS_IN_A_TENTH) {
    fault = FILTER_FAULT_RATE;
  } else if (count > stream->most) {
    fault = FILTER_FAULT_LENGTH;
  } else {
    fault = judge(stream, &changes, frame, count, output);
  }
  if (fault >= 0) {
    // Nothing of a wrong frame leaves.
    output->count = before;
    drop(stream, fault, output);
  } else {
    pass(stream, &changes, output, before);
  }
}

/// Keeps events of a frame that is not complete yet.
static void carry(struct stream *stream, const struct filter_event *events, size_t count) {
  for (size_t at = 0; at < count; at++) {
    if (stream->frame_count < FRAME_EVENTS) stream->frame[stream->frame_count] = events[at];
    // The count of a frame without an end stops above every limit.
    if (stream->frame_count < FILTER_EVENTS_IN_A_TENTH) stream->frame_count++;
  }
}

size_t stream_feed(struct stream *stream, const struct filter_event *events, size_t count, int64_t now_ms, struct output *output) {
  size_t first = 0;
  for (size_t at = 0; at < count; at++) {
    if (events[at].type != EV_SYN || events[at].code != SYN_REPORT) continue;
    if (sizeof output->events / sizeof *output->events - output->count < FRAME_EVENTS + ENDING_EVENTS) return first;
    if (stream->frame_count == 0) {
      complete(stream, events + first, at - first, now_ms, output);
    } else {
      carry(stream, events + first, at - first);
      complete(stream, stream->frame, stream->frame_count, now_ms, output);
      stream->frame_count = 0;
    }
    first = at + 1;
  }
  carry(stream, events + first, count - first);
  return count;
}
