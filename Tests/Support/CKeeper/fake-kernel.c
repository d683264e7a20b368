#include "fake-kernel.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// Numbers that no descriptor has: a connection without a socket, and the devices, which count from theirs.
#define CONNECTION 999999
#define FIRST_DEVICE 1000000

static _Thread_local struct fake *present;

void fake_begin(struct fake *fake, int first_device) {
  memset(fake, 0, sizeof *fake);
  fake->next_device = first_device;
  fake->connection = fake->given_pipe = -1;
  fake->watched_until = -1;
  present = fake;
}

void fake_enter(struct fake *fake) { present = fake; }

void fake_end(void) {
  for (int each = 0; each < present->end_count; each++) close(present->ends[each]);
  if (present->connection >= 0 && present->connection != CONNECTION) close(present->connection);
  if (present->given_pipe >= 0) close(present->given_pipe);
  free(present->kept);
}

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
  if (present->failures == 0 || random_below(present->failures) != 0) return false;
  errno = errors[random_below(sizeof errors / sizeof *errors)];
  return true;
}

/// The device of a descriptor.
static struct fake_device *device_at(int descriptor) {
  for (int each = 0; each < present->device_count; each++) {
    if (FIRST_DEVICE + present->devices[each].serial == descriptor) return &present->devices[each];
  }
  insist(false, "a call names a device that is not open");
  return NULL;
}

/// The place of an end of a pipe that the keeper has open.
static int place_of_end(int descriptor) {
  for (int each = 0; each < present->end_count; each++) {
    if (present->ends[each] == descriptor) return each;
  }
  insist(false, "a call names a descriptor that is not open");
  return -1;
}

int fake_descriptor(int device) { return FIRST_DEVICE + device; }

int fake_connection(void) {
  insist(present->connection < 0, "a connection is left");
  return present->connection = CONNECTION;
}

void fake_take_connection(int connection) { present->connection = connection; }

static int open_uinput(void) {
  if (fails()) return -1;
  insist(present->device_count < FAKE_DEVICES, "descriptors leak");
  struct fake_device *device = &present->devices[present->device_count++];
  memset(device, 0, sizeof *device);
  device->serial = present->next_device++;
  device->written_at = -1;
  for (int slot = 0; slot < FILTER_SLOTS; slot++) device->id[slot] = -1;
  return FIRST_DEVICE + device->serial;
}

static bool is_contact_axis(int axis) { return axis >= ABS_MT_TOUCH_MAJOR && axis <= ABS_MT_TOOL_Y; }

/// Whether the device is a clone, and nothing else. SEC-6
static void judge_device(const struct fake_device *device) {
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
static size_t most_events(const struct fake_device *device) {
  size_t axes = 0;
  for (int axis = 0; axis < ABS_CNT; axis++) axes += is_contact_axis(axis) && device->has_axis[axis];
  return (size_t)(device->axes[ABS_MT_SLOT].maximum + 1) * (axes + 1) + 3;
}

static int control(int descriptor, unsigned long request, void *argument) {
  struct fake_device *device = device_at(descriptor);
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
    int64_t *oldest = &present->made_at[present->made % FILTER_MAKES_IN_A_SECOND];
    insist(present->made < FILTER_MAKES_IN_A_SECOND || present->now_ms - *oldest >= 1000, "SEC-7: at most ten devices are made in a second");
    *oldest = present->now_ms;
    present->made++;
    device->is_created = true;
    device->most = most_events(device);
    return 0;
  default:
    insist(_IOC_TYPE(request) == 'U' && _IOC_NR(request) == _IOC_NR(UI_GET_SYSNAME(1)), "SEC-5: an ioctl is no part of a clone");
    snprintf(argument, _IOC_SIZE(request), "input%d", device->serial);
    return 0;
  }
}

static int watch_keeper(int64_t within_ms) {
  if (fails()) return -1;
  insist(within_ms == 0 || within_ms == FAKE_WATCH_MS, "FF-30: the manager waits for its own time, or not at all");
  present->watched_until = within_ms == 0 ? -1 : present->now_ms + within_ms;
  return 0;
}

void judge_watch(void) {
  if (present->watched_until < 0) {
    insist(fake_contacts() == 0 || present->failures > 0, "FF-30: a contact is down, and nobody watches the keeper");
    return;
  }
  insist(fake_contacts() > 0 || present->failures > 0, "FF-30: the manager waits for a sign although no contact is down");
  insist(present->watched_until - present->now_ms > FAKE_WATCH_MS / 2 || present->failures > 0, "FF-30: a keeper that is late once is ended");
}

/// Whether an event is one of a clone's, as the device then is. SEC-10
static void judge_event(struct fake_device *device, const struct input_event *event) {
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

/// Keeps an event for the readers of a device.
static void keep(const struct fake_device *device, const struct input_event *event) {
  if (present->kept_count == present->kept_room) {
    present->kept_room = present->kept_room == 0 ? 1024 : 2 * present->kept_room;
    present->kept = realloc(present->kept, present->kept_room * sizeof *present->kept);
    insist(present->kept != NULL, "there is memory");
  }
  present->kept[present->kept_count++] = (struct kept_event){device->serial, event->type, event->code, event->value};
}

static ssize_t write_events(int descriptor, const void *bytes, size_t length) {
  struct fake_device *device = device_at(descriptor);
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
    present->events++;
    device->in_tenth++;
    if (present->keeps_events) keep(device, &event);
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
      present->frames++;
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
  insist(device->down == 0 || !present->is_watched || present->watched_until >= 0 || present->failures > 0, "FF-30: a contact lands before the manager watches");
  device->written_at = present->now_ms;
  if (device->tenth != present->now_ms / 100) {
    device->tenth = present->now_ms / 100;
    device->in_tenth = count;
  }
  insist(device->in_tenth <= FILTER_EVENTS_IN_A_TENTH + ENDING_EVENTS, "SEC-11: a device gets at most 10,000 events in a tenth");
  return (ssize_t)length;
}

static bool has_writer(int descriptor) {
  place_of_end(descriptor);
  return real_kernel.has_writer(descriptor);
}

static int make_pipe(int ends[2]) {
  if (fails()) return -1;
  insist(present->end_count + 2 <= FAKE_ENDS, "descriptors leak");
  if (real_kernel.make_pipe(ends) < 0) return -1;
  if (present->pipe_room > 0) insist(fcntl(ends[1], F_SETPIPE_SZ, present->pipe_room) > 0, "a pipe has a size");
  present->ends[present->end_count++] = ends[0];
  present->ends[present->end_count++] = ends[1];
  return 0;
}

static ssize_t read_pipe(int descriptor, void *bytes, size_t length) {
  place_of_end(descriptor);
  return fails() ? -1 : read(descriptor, bytes, length);
}

static void close_device(struct fake_device *device) {
  insist(device->down == 0 || device->has_failed, "SEC-12: a device goes with a contact down");
  insist(device->written_at < 0 || device->has_failed || present->now_ms - device->written_at >= FILTER_FAREWELL_MS,
         "FF-11: readers have no time to see the contacts' ends");
  if (device->is_given) present->numbers[device->number].gone = ++present->departures;
  *device = present->devices[--present->device_count];
}

static int close_descriptor(int descriptor) {
  if (descriptor >= FIRST_DEVICE) {
    close_device(device_at(descriptor));
    return 0;
  }
  if (descriptor == present->connection) {
    present->connection = -1;
    return descriptor == CONNECTION ? 0 : close(descriptor);
  }
  int place = place_of_end(descriptor);
  present->ends[place] = present->ends[--present->end_count];
  return close(descriptor);
}

/// The device of a number; NULL without one.
static struct fake_device *device_of(unsigned number) {
  for (int each = 0; each < present->device_count; each++) {
    if (present->devices[each].is_created && present->devices[each].number == number) return &present->devices[each];
  }
  return NULL;
}

/// Whether a panel gets the number that it had, else one that no panel had, else that of the panel which is away longest. FLT-80
static void judge_number(unsigned number, uint64_t panel) {
  bool is_new = !present->numbers[number].is_known || present->numbers[number].panel != panel;
  for (unsigned other = 0; is_new && other < FILTER_CLONES; other++) {
    insist(!present->numbers[other].is_known || present->numbers[other].panel != panel, "FLT-80: a panel keeps its number");
    if (!present->numbers[number].is_known) continue;
    insist(present->numbers[other].is_known, "FLT-80: a number that no panel had comes first");
    insist(device_of(other) != NULL || present->numbers[number].gone <= present->numbers[other].gone, "FLT-80: the panel that is away longest loses its number");
  }
  present->numbers[number].is_known = true;
  present->numbers[number].panel = panel;
  device_of(number)->is_given = true;
}

static int send_packet(int connection, const void *packet, size_t length, int descriptor) {
  insist(connection == present->connection, "a packet goes to a connection that is not open");
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
  if (descriptor >= 0) place_of_end(descriptor);
  if (fails()) return -1;
  if (connection != CONNECTION) return real_kernel.send(connection, packet, length, descriptor);
  if (descriptor < 0) return 0;
  // A request for the same clone comes while gestured has the old pipe open, so that the keeper reads what lies in it. FF-31
  int old = present->given_pipe;
  present->given_pipe = dup(descriptor);
  present->given_number = header.device;
  if (old >= 0) close(old);
  return 0;
}

/// Whether a text has only lines `NAME=value` of printable characters. SEC-9
static int write_properties(unsigned number, const char *text, size_t length) {
  insist(number < FILTER_CLONES, "a file has the name of a number");
  if (fails()) return -1;
  present->has_file[number] = true;
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
  present->has_file[number] = false;
}

size_t fake_fill_pipe(const void *bytes, size_t length) {
  ssize_t count = write(present->given_pipe, bytes, length);
  return count < 0 ? 0 : (size_t)count;
}

void fake_close_given_pipe(void) {
  if (present->given_pipe >= 0) close(present->given_pipe);
  present->given_pipe = -1;
}

unsigned fake_devices(void) {
  unsigned count = 0;
  for (int each = 0; each < present->device_count; each++) count += present->devices[each].is_created;
  return count;
}

unsigned fake_descriptors(void) { return (unsigned)(present->device_count + present->end_count) + (present->connection >= 0); }

unsigned fake_files(void) {
  unsigned count = 0;
  for (unsigned number = 0; number < FILTER_CLONES; number++) count += present->has_file[number];
  return count;
}

unsigned fake_contacts(void) {
  unsigned count = 0;
  for (int each = 0; each < present->device_count; each++) count += (unsigned)present->devices[each].down;
  return count;
}

unsigned fake_free_palms(void) {
  unsigned count = 0;
  for (int each = 0; each < present->device_count; each++) {
    const struct fake_device *device = &present->devices[each];
    for (int slot = 0; slot < FILTER_SLOTS; slot++) count += device->id[slot] < 0 && device->is_palm[slot];
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
