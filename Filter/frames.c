#include "frames.h"

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

static void add(struct output *output, uint16_t type, uint16_t code, int32_t value) {
  struct input_event *event = &output->events[output->count++];
  memset(event, 0, sizeof *event);
  event->type = type;
  event->code = code;
  event->value = value;
}

/// Adds an axis of a contact. Selects the contact's slot first, unless it is selected already.
static void add_for_slot(struct stream *stream, struct output *output, int slot, uint16_t code, int32_t value) {
  if (stream->slot != slot) {
    add(output, EV_ABS, ABS_MT_SLOT, slot);
    stream->slot = slot;
  }
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
      add_for_slot(stream, output, slot, ABS_MT_TOOL_TYPE, MT_TOOL_PALM);
      stream->is_palm[slot] = has_changed = true;
    }
    if (has_changed) {
      add(output, EV_SYN, SYN_REPORT, 0);
      stream->counters.frames++;
    }
  }
  for (int slot = 0; slot < stream->slots; slot++) {
    if (stream->id[slot] < 0) continue;
    add_for_slot(stream, output, slot, ABS_MT_TRACKING_ID, -1);
    // Otherwise libinput would take the next contact in this slot for a palm too. FLT-48
    if (stream->is_palm[slot]) add_for_slot(stream, output, slot, ABS_MT_TOOL_TYPE, MT_TOOL_FINGER);
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

/// The changes of contacts in a frame.
struct changes {
  /// The ids after the frame, of the slots that get one.
  int32_t id[FILTER_SLOTS];
  struct {
    bool has_id, is_touched;
  } slots[FILTER_SLOTS];
  /// The slots of the frame, in its order.
  uint8_t touched[FILTER_SLOTS];
  int touched_count;
  int down;
  int button;
  bool has_position;
};

/// The fault of an id in a slot; -1 for none.
static int take_id(const struct stream *stream, struct changes *changes, int slot, int32_t id) {
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

/// The fault of one event; -1 for none.
static int judge_event(const struct stream *stream, struct changes *changes, int *slot, const struct filter_event *event) {
  if (event->type == EV_KEY && event->code == BTN_TOUCH) {
    if (event->value != 0 && event->value != 1) return FILTER_FAULT_VALUE;
    if (changes->button >= 0) return FILTER_FAULT_BUTTON;
    changes->button = event->value;
    return -1;
  }
  if (event->type != EV_ABS) return FILTER_FAULT_CODE;
  if (event->code == ABS_X || event->code == ABS_Y) {
    int axis = (event->code == ABS_X ? ABS_MT_POSITION_X : ABS_MT_POSITION_Y) - FILTER_FIRST_AXIS;
    changes->has_position = true;
    return is_in_range(&stream->axes[axis], event->value) ? -1 : FILTER_FAULT_VALUE;
  }
  if (event->code == ABS_MT_SLOT) {
    if (event->value < 0 || event->value >= stream->slots) return FILTER_FAULT_VALUE;
    *slot = event->value;
    return -1;
  }
  bool is_id = event->code == ABS_MT_TRACKING_ID;
  if (!is_id && !is_contact_axis(stream, event->code)) return FILTER_FAULT_CODE;
  if (*slot < 0) return FILTER_FAULT_CONTACT;
  if (!changes->slots[*slot].is_touched) {
    changes->slots[*slot].is_touched = true;
    changes->touched[changes->touched_count++] = (uint8_t)*slot;
  }
  if (is_id) return take_id(stream, changes, *slot, event->value);
  return is_in_range(&stream->axes[event->code - FILTER_FIRST_AXIS], event->value) ? -1 : FILTER_FAULT_VALUE;
}

/// The fault of the complete frame; -1 for none. Fills in what the frame changes.
static int judge(const struct stream *stream, struct changes *changes) {
  memset(changes->slots, 0, (size_t)stream->slots * sizeof *changes->slots);
  changes->touched_count = 0;
  changes->has_position = false;
  changes->button = -1;
  changes->down = stream->down;
  int slot = -1;
  for (size_t at = 0; at < stream->frame_count; at++) {
    int fault = judge_event(stream, changes, &slot, &stream->frame[at]);
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

/// Adds the frame to the output, and remembers its contacts. Leaves out the selection of a slot that is selected already, and
/// a BTN_TOUCH that does not change.
static void pass(struct stream *stream, const struct changes *changes, struct output *output) {
  size_t before = output->count;
  int slot = -1;
  for (size_t at = 0; at < stream->frame_count; at++) {
    const struct filter_event *event = &stream->frame[at];
    if (event->type == EV_ABS && event->code == ABS_MT_SLOT) {
      slot = event->value;
    } else if (event->type == EV_ABS && event->code >= FILTER_FIRST_AXIS) {
      add_for_slot(stream, output, slot, event->code, event->value);
      if (event->code == ABS_MT_TOOL_TYPE) stream->is_palm[slot] = event->value == MT_TOOL_PALM;
    } else if (event->type == EV_ABS || (stream->down > 0) != (changes->down > 0)) {
      add(output, event->type, event->code, event->value);
    }
  }
  for (int at = 0; at < changes->touched_count; at++) {
    int touched = changes->touched[at];
    if (changes->slots[touched].has_id) stream->id[touched] = changes->id[touched];
  }
  stream->down = changes->down;
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

/// Judges the complete frame.
static void complete(struct stream *stream, int64_t now_ms, struct output *output) {
  if (now_ms / MS_IN_TENTH != stream->tenth) {
    stream->tenth = now_ms / MS_IN_TENTH;
    stream->events_in_tenth = 0;
  }
  stream->events_in_tenth += stream->frame_count + 1;
  struct changes changes;
  int fault;
  if (stream->events_in_tenth > FILTER_EVENTS_IN_A_TENTH) {
    fault = FILTER_FAULT_RATE;
  } else if (stream->frame_count > stream->most) {
    fault = FILTER_FAULT_LENGTH;
  } else {
    fault = judge(stream, &changes);
  }
  if (fault >= 0) {
    drop(stream, fault, output);
  } else {
    pass(stream, &changes, output);
  }
  stream->frame_count = 0;
}

size_t stream_take(struct stream *stream, const struct filter_event *events, size_t count, int64_t now_ms, struct output *output) {
  for (size_t at = 0; at < count; at++) {
    const struct filter_event *event = &events[at];
    if (event->type == EV_SYN && event->code == SYN_REPORT) {
      if (sizeof output->events / sizeof *output->events - output->count < FRAME_EVENTS + ENDING_EVENTS) return at;
      bool asks_to_end = stream->frame_count == 1 && stream->frame[0].type == EV_SYN && stream->frame[0].code == SYN_DROPPED;
      if (asks_to_end) {
        stream_end_contacts(stream, output);
      } else {
        complete(stream, now_ms, output);
      }
      continue;
    }
    if (stream->frame_count < FRAME_EVENTS) stream->frame[stream->frame_count] = *event;
    // The count of a frame without an end stops above every limit.
    if (stream->frame_count < FILTER_EVENTS_IN_A_TENTH) stream->frame_count++;
  }
  return count;
}
