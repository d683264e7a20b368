#include "fake-kernel.h"

#include <errno.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DESCRIPTORS 64
#define PIPE_BYTES 65536

enum use { FREE, DEVICE, READING_END, WRITING_END, CONNECTION };

/// A descriptor, and what is behind it. An end that gestured has is not the keeper's.
static struct descriptor {
  enum use use;
  bool is_keepers;
  bool is_gestureds;
  int other_end;
  size_t filled;
  unsigned char bytes[PIPE_BYTES];

  bool is_created;
  bool has_type[EV_CNT];
  bool has_key[KEY_CNT];
  bool has_axis[ABS_CNT];
  bool has_property[INPUT_PROP_CNT];
  struct input_absinfo axes[ABS_CNT];
  /// The clone's number, and whether gestured has got it.
  unsigned number;
  bool is_given;
  /// The most events of a frame, without its end.
  size_t most;
  int32_t id[FILTER_SLOTS];
  bool is_palm[FILTER_SLOTS];
  int slot;
  int down;
  int button;
  /// When readers got the last frame; -1 before the first one.
  int64_t written_at;
  bool has_failed;
  int64_t tenth;
  uint64_t in_tenth;
} table[DESCRIPTORS];

static bool has_file[FILTER_CLONES];
static int64_t made_at[FILTER_MAKES_IN_A_SECOND];
/// The panel of each number. The higher `gone` is, the later the panel's last clone went.
static struct {
  bool is_known;
  uint64_t panel;
  uint64_t gone;
} numbers[FILTER_CLONES];
static uint64_t departures;

unsigned fake_failures;
int64_t fake_now_ms;
int given_pipe = -1;
unsigned given_number;
uint64_t fake_frames, fake_events, fake_made;

static uint64_t state;

void seed_random(uint64_t seed) { state = seed * 0x9e3779b97f4a7c15u + 1; }

uint32_t random_below(uint32_t limit) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)((state >> 32) * limit >> 32);
}

void insist(bool condition, const char *what) {
  if (condition) return;
  fprintf(stderr, "wrong: %s\n", what);
  abort();
}

/// Whether this call fails. Sets errno.
static bool fails(void) {
  static const int errors[] = {EINVAL, ENOMEM, ENODEV, EFAULT, EMFILE, ENOSPC, EINTR, EAGAIN};
  if (fake_failures == 0 || random_below(fake_failures) != 0) return false;
  errno = errors[random_below(sizeof errors / sizeof *errors)];
  return true;
}

static int allocate(enum use use) {
  for (int each = 0; each < DESCRIPTORS; each++) {
    if (table[each].use != FREE) continue;
    memset(&table[each], 0, offsetof(struct descriptor, bytes));
    memset(&table[each].is_created, 0, sizeof table[each] - offsetof(struct descriptor, is_created));
    table[each].use = use;
    table[each].is_keepers = true;
    table[each].written_at = -1;
    for (int slot = 0; slot < FILTER_SLOTS; slot++) table[each].id[slot] = -1;
    return each;
  }
  insist(false, "descriptors leak");
  return -1;
}

static struct descriptor *keepers(int descriptor, enum use use) {
  insist(descriptor >= 0 && descriptor < DESCRIPTORS && table[descriptor].use == use && table[descriptor].is_keepers,
         "a call names a descriptor that is not open");
  return &table[descriptor];
}

int fake_connection(void) { return allocate(CONNECTION); }

static int open_uinput(void) { return fails() ? -1 : allocate(DEVICE); }

static bool is_contact_axis(int axis) { return axis >= ABS_MT_TOUCH_MAJOR && axis <= ABS_MT_TOOL_Y; }

/// Whether the device is a clone, and nothing else. SEC-6
static void judge_device(const struct descriptor *device) {
  for (int type = 0; type < EV_CNT; type++) {
    insist(device->has_type[type] == (type == EV_KEY || type == EV_ABS), "a clone has keys and axes, and no other type");
  }
  for (int key = 0; key < KEY_CNT; key++) insist(device->has_key[key] == (key == BTN_TOUCH), "a clone has one key, BTN_TOUCH");
  for (int property = 0; property < INPUT_PROP_CNT; property++) {
    bool is_known = property == INPUT_PROP_DIRECT || property == INPUT_PROP_SEMI_MT;
    insist(is_known || !device->has_property[property], "a clone has no other property");
  }
  insist(device->has_property[INPUT_PROP_DIRECT], "a clone is direct");
  for (int axis = 0; axis < ABS_CNT; axis++) {
    bool is_required = axis == ABS_X || axis == ABS_Y || axis == ABS_MT_SLOT || axis == ABS_MT_POSITION_X || axis == ABS_MT_POSITION_Y ||
                       axis == ABS_MT_TRACKING_ID || axis == ABS_MT_TOOL_TYPE;
    insist(!is_required || device->has_axis[axis], "a clone has an axis too few");
    insist(is_required || !device->has_axis[axis] || is_contact_axis(axis), "a clone has an axis too many");
    if (!device->has_axis[axis]) continue;
    const struct input_absinfo *range = &device->axes[axis];
    insist(range->minimum <= range->maximum && range->fuzz == 0 && range->flat == 0 && range->resolution >= 0, "an axis is wrong");
  }
  insist(device->axes[ABS_MT_SLOT].minimum == 0 && device->axes[ABS_MT_SLOT].maximum < FILTER_SLOTS, "a clone has at most 100 slots");
}

/// The most events of a frame: a slot and all axes for each contact, then BTN_TOUCH, ABS_X and ABS_Y.
static size_t most_events(const struct descriptor *device) {
  size_t axes = 0;
  for (int axis = 0; axis < ABS_CNT; axis++) axes += is_contact_axis(axis) && device->has_axis[axis];
  return (size_t)(device->axes[ABS_MT_SLOT].maximum + 1) * (axes + 1) + 3;
}

static int control(int descriptor, unsigned long request, void *argument) {
  struct descriptor *device = keepers(descriptor, DEVICE);
  if (fails()) return -1;
  insist(!device->is_created || _IOC_NR(request) == _IOC_NR(UI_GET_SYSNAME(1)), "a device changes after it was made");
  long number = (long)argument;
  switch (request) {
  case UI_SET_EVBIT:
    insist(number >= 0 && number < EV_CNT, "a type is out of range");
    device->has_type[number] = true;
    return 0;
  case UI_SET_KEYBIT:
    insist(number >= 0 && number < KEY_CNT, "a key is out of range");
    device->has_key[number] = true;
    return 0;
  case UI_SET_PROPBIT:
    insist(number >= 0 && number < INPUT_PROP_CNT, "a property is out of range");
    device->has_property[number] = true;
    return 0;
  case UI_SET_PHYS: {
    const char *phys = argument;
    insist(strncmp(phys, "gestured/", 9) == 0 && phys[9] >= '0' && phys[9] < '0' + FILTER_CLONES && strcmp(phys + 10, "/touch") == 0,
           "phys is gestured/N/touch");
    device->number = (unsigned)(phys[9] - '0');
    return 0;
  }
  case UI_ABS_SETUP: {
    const struct uinput_abs_setup *setup = argument;
    insist(setup->code < ABS_CNT, "an axis is out of range");
    device->has_axis[setup->code] = true;
    device->axes[setup->code] = setup->absinfo;
    return 0;
  }
  case UI_DEV_SETUP: {
    const struct uinput_setup *setup = argument;
    insist(setup->name[0] != 0 && memchr(setup->name, 0, sizeof setup->name) != NULL, "a name is a text");
    for (const char *at = setup->name; *at != 0; at++) insist((unsigned char)*at >= ' ' && *at != 127, "a name has no control characters");
    insist(setup->ff_effects_max == 0, "a clone has no force feedback");
    return 0;
  }
  case UI_DEV_CREATE:
    judge_device(device);
    insist(fake_devices() < FILTER_CLONES, "SEC-7: there are at most eight devices");
    int64_t *oldest = &made_at[fake_made % FILTER_MAKES_IN_A_SECOND];
    insist(fake_made < FILTER_MAKES_IN_A_SECOND || fake_now_ms - *oldest >= 1000, "SEC-7: at most ten devices are made in a second");
    *oldest = fake_now_ms;
    fake_made++;
    device->is_created = true;
    device->most = most_events(device);
    return 0;
  default:
    insist(_IOC_TYPE(request) == 'U' && _IOC_NR(request) == _IOC_NR(UI_GET_SYSNAME(1)), "SEC-5: an ioctl is no part of a clone");
    snprintf(argument, _IOC_SIZE(request), "input%d", descriptor);
    return 0;
  }
}

/// Until when the manager waits for a sign; -1 while it waits for none.
static int64_t watched_until = -1;

static int watch_keeper(int64_t within_ms) {
  if (fails()) return -1;
  insist(within_ms == 0 || within_ms == FAKE_WATCH_MS, "FF-30: the manager waits for its own time, or not at all");
  watched_until = within_ms == 0 ? -1 : fake_now_ms + within_ms;
  return 0;
}

void judge_watch(void) {
  if (watched_until < 0) {
    insist(fake_contacts() == 0 || fake_failures > 0, "FF-30: a contact is down, and nobody watches the keeper");
    return;
  }
  insist(fake_contacts() > 0 || fake_failures > 0, "FF-30: the manager waits for a sign although no contact is down");
  insist(watched_until - fake_now_ms > FAKE_WATCH_MS / 2 || fake_failures > 0, "FF-30: a keeper that is late once is ended");
}

/// Whether an event is one of a clone's, as the device then is. SEC-10
static void judge_event(struct descriptor *device, const struct input_event *event) {
  if (event->type == EV_KEY) {
    insist(event->code == BTN_TOUCH && event->value == !device->button, "BTN_TOUCH changes");
    device->button = event->value;
    return;
  }
  insist(event->type == EV_ABS && event->code < ABS_CNT && device->has_axis[event->code], "an event is of a type and code of the device");
  const struct input_absinfo *range = &device->axes[event->code];
  bool is_lift = event->code == ABS_MT_TRACKING_ID && event->value == -1;
  insist(is_lift || (event->value >= range->minimum && event->value <= range->maximum), "a value is out of its axis");
  if (event->code == ABS_MT_SLOT) {
    device->slot = event->value;
  } else if (event->code == ABS_MT_TRACKING_ID) {
    insist((device->id[device->slot] < 0) != is_lift, "LIM-11: an id changes in place, or a lift has no landing");
    for (int slot = 0; !is_lift && slot < FILTER_SLOTS; slot++) insist(device->id[slot] != event->value, "two contacts have one id");
    device->id[device->slot] = event->value;
    device->down += is_lift ? -1 : 1;
  } else if (event->code == ABS_MT_TOOL_TYPE) {
    device->is_palm[device->slot] = event->value == MT_TOOL_PALM;
  }
}

static ssize_t write_events(int descriptor, const void *bytes, size_t length) {
  struct descriptor *device = keepers(descriptor, DEVICE);
  insist(device->is_created, "events go to a device that is made");
  if (fails()) {
    device->has_failed = errno != EINTR;
    return -1;
  }
  insist(length > 0 && length % sizeof(struct input_event) == 0, "a write has whole events");
  size_t count = length / sizeof(struct input_event);
  // A frame must not change the id of a slot twice, and a contact with values is down before the frame or after it.
  bool has_id[FILTER_SLOTS] = {false}, has_values[FILTER_SLOTS] = {false};
  size_t in_frame = 0;
  for (size_t at = 0; at < count; at++) {
    struct input_event event;
    memcpy(&event, (const char *)bytes + at * sizeof event, sizeof event);
    fake_events++;
    device->in_tenth++;
    if (event.type == EV_SYN) {
      insist(event.code == SYN_REPORT && event.value == 0, "a frame ends in SYN_REPORT");
      insist(in_frame > 0, "FLT-52: a frame is empty");
      insist(device->button == (device->down > 0), "FLT-51: BTN_TOUCH agrees with the contacts");
      insist(in_frame <= device->most, "SEC-10: a frame is longer than all slots and axes");
      for (int slot = 0; slot < FILTER_SLOTS; slot++) {
        insist(!has_values[slot] || has_id[slot] || device->id[slot] >= 0, "SEC-10: a slot without a contact gets values");
      }
      memset(has_id, 0, sizeof has_id);
      memset(has_values, 0, sizeof has_values);
      in_frame = 0;
      fake_frames++;
      continue;
    }
    in_frame++;
    judge_event(device, &event);
    if (event.type != EV_ABS || !is_contact_axis(event.code)) continue;
    if (event.code != ABS_MT_TRACKING_ID) {
      has_values[device->slot] = true;
      continue;
    }
    insist(!has_id[device->slot], "a frame changes an id twice");
    has_id[device->slot] = true;
  }
  insist(in_frame == 0, "a write ends with a frame");
  insist(device->down == 0 || watched_until >= 0 || fake_failures > 0, "FF-30: a contact lands before the manager watches");
  device->written_at = fake_now_ms;
  if (device->tenth != fake_now_ms / 100) {
    device->tenth = fake_now_ms / 100;
    device->in_tenth = count;
  }
  insist(device->in_tenth <= FILTER_EVENTS_IN_A_TENTH + ENDING_EVENTS, "SEC-11: a device gets at most 10,000 events in a tenth");
  return (ssize_t)length;
}

static bool has_writer(int descriptor) { return keepers(descriptor, READING_END)->other_end >= 0; }

static int make_pipe(int ends[2]) {
  if (fails()) return -1;
  ends[0] = allocate(READING_END);
  ends[1] = allocate(WRITING_END);
  table[ends[0]].other_end = ends[1];
  table[ends[1]].other_end = ends[0];
  return 0;
}

static ssize_t read_pipe(int descriptor, void *bytes, size_t length) {
  struct descriptor *end = keepers(descriptor, READING_END);
  if (fails()) return -1;
  if (end->filled == 0) {
    if (end->other_end < 0) return 0;
    errno = EAGAIN;
    return -1;
  }
  size_t taken = end->filled < length ? end->filled : length;
  memcpy(bytes, end->bytes, taken);
  end->filled -= taken;
  memmove(end->bytes, end->bytes + taken, end->filled);
  return (ssize_t)taken;
}

/// Frees an end where neither side has it.
static void release(int descriptor) {
  struct descriptor *end = &table[descriptor];
  if (end->is_keepers || end->is_gestureds) return;
  if (end->other_end >= 0) table[end->other_end].other_end = -1;
  end->use = FREE;
}

static int close_descriptor(int descriptor) {
  insist(descriptor >= 0 && descriptor < DESCRIPTORS && table[descriptor].use != FREE && table[descriptor].is_keepers,
         "a descriptor is closed twice");
  struct descriptor *closed = &table[descriptor];
  closed->is_keepers = false;
  if (closed->use == READING_END || closed->use == WRITING_END) {
    release(descriptor);
    return 0;
  }
  insist(closed->use != DEVICE || closed->down == 0 || closed->has_failed, "SEC-12: a device goes with a contact down");
  insist(closed->use != DEVICE || closed->written_at < 0 || closed->has_failed || fake_now_ms - closed->written_at >= FILTER_FAREWELL_MS,
         "FF-11: readers have no time to see the contacts' ends");
  if (closed->use == DEVICE && closed->is_given) numbers[closed->number].gone = ++departures;
  closed->use = FREE;
  return 0;
}

/// The device of a number; NULL without one.
static struct descriptor *device_of(unsigned number) {
  for (int each = 0; each < DESCRIPTORS; each++) {
    if (table[each].use == DEVICE && table[each].is_created && table[each].number == number) return &table[each];
  }
  return NULL;
}

/// Whether a panel gets the number that it had, else one that no panel had, else that of the panel which is away longest. FLT-80
static void judge_number(unsigned number, uint64_t panel) {
  bool is_new = !numbers[number].is_known || numbers[number].panel != panel;
  for (unsigned other = 0; is_new && other < FILTER_CLONES; other++) {
    insist(!numbers[other].is_known || numbers[other].panel != panel, "FLT-80: a panel keeps its number");
    if (!numbers[number].is_known) continue;
    insist(numbers[other].is_known, "FLT-80: a number that no panel had comes first");
    insist(device_of(other) != NULL || numbers[number].gone <= numbers[other].gone, "FLT-80: the panel that is away longest loses its number");
  }
  numbers[number].is_known = true;
  numbers[number].panel = panel;
  device_of(number)->is_given = true;
}

static int send_packet(int connection, const void *packet, size_t length, int descriptor) {
  keepers(connection, CONNECTION);
  struct filter_header header;
  insist(length >= sizeof header && length <= FILTER_MESSAGE_BYTES, "an answer has a header");
  memcpy(&header, packet, sizeof header);
  static const size_t sizes[] = {
    [FILTER_WELCOME] = sizeof(struct filter_welcome), [FILTER_MADE] = sizeof(struct filter_made),
    [FILTER_REFUSED] = sizeof(struct filter_refused), [FILTER_GONE] = sizeof(struct filter_gone),
    [FILTER_COUNTED] = sizeof(struct filter_counted), [FILTER_DROPPED] = sizeof(struct filter_dropped),
  };
  insist(header.kind < sizeof sizes / sizeof *sizes && sizes[header.kind] == length, "an answer has the size of its kind");
  insist((descriptor >= 0) == (header.kind == FILTER_MADE), "the answer with a device has a pipe");
  if (header.kind == FILTER_MADE) {
    struct filter_made made;
    memcpy(&made, packet, sizeof made);
    judge_number(header.device, made.panel);
  }
  if (fails()) return -1;
  if (descriptor >= 0) {
    keepers(descriptor, WRITING_END)->is_gestureds = true;
    if (given_pipe >= 0) fake_close_given_pipe(given_pipe);
    given_pipe = descriptor;
    given_number = header.device;
  }
  return 0;
}

/// Whether a text has only lines `NAME=value` of printable characters. SEC-9
static int write_properties(unsigned number, const char *text, size_t length) {
  insist(number < FILTER_CLONES, "a file has the name of a number");
  if (fails()) return -1;
  has_file[number] = true;
  insist(length == 0 || text[length - 1] == '\n', "a file of properties ends in a line");
  bool has_sign = false;
  for (size_t at = 0; at < length; at++) {
    char each = text[at];
    if (each == '\n') {
      insist(has_sign, "a line of properties has a name");
      has_sign = false;
      continue;
    }
    insist(each >= ' ' && each <= '~' && strchr("\"'\\$%`", each) == NULL, "a property is printable");
    if (each == '=') has_sign = true;
    if (!has_sign) insist((each >= 'A' && each <= 'Z') || each == '_' || (each >= '0' && each <= '9'), "a property has a known name");
  }
  return 0;
}

static void remove_properties(unsigned number) {
  insist(number < FILTER_CLONES, "a file has the name of a number");
  has_file[number] = false;
}

size_t fake_fill_pipe(int pipe, const void *bytes, size_t length) {
  int reading = table[pipe].other_end;
  if (reading < 0) return 0;
  struct descriptor *end = &table[reading];
  if (PIPE_BYTES - end->filled < length) length = PIPE_BYTES - end->filled;
  memcpy(end->bytes + end->filled, bytes, length);
  end->filled += length;
  return length;
}

void fake_close_given_pipe(int pipe) {
  table[pipe].is_gestureds = false;
  release(pipe);
  if (pipe == given_pipe) given_pipe = -1;
}

unsigned fake_devices(void) {
  unsigned count = 0;
  for (int each = 0; each < DESCRIPTORS; each++) count += table[each].use == DEVICE && table[each].is_created;
  return count;
}

unsigned fake_descriptors(void) {
  unsigned count = 0;
  for (int each = 0; each < DESCRIPTORS; each++) count += table[each].use != FREE && table[each].is_keepers;
  return count;
}

unsigned fake_files(void) {
  unsigned count = 0;
  for (unsigned number = 0; number < FILTER_CLONES; number++) count += has_file[number];
  return count;
}

unsigned fake_contacts(void) {
  unsigned count = 0;
  for (int each = 0; each < DESCRIPTORS; each++) {
    if (table[each].use == DEVICE) count += (unsigned)table[each].down;
  }
  return count;
}

unsigned fake_free_palms(void) {
  unsigned count = 0;
  for (int each = 0; each < DESCRIPTORS; each++) {
    if (table[each].use != DEVICE) continue;
    for (int slot = 0; slot < FILTER_SLOTS; slot++) count += table[each].id[slot] < 0 && table[each].is_palm[slot];
  }
  return count;
}

const struct kernel fake_kernel = {
  .open_uinput = open_uinput,
  .ioctl = control,
  .write = write_events,
  .make_pipe = make_pipe,
  .read = read_pipe,
  .close = close_descriptor,
  .has_writer = has_writer,
  .send = send_packet,
  .write_properties = write_properties,
  .remove_properties = remove_properties,
  .watch = watch_keeper,
};
