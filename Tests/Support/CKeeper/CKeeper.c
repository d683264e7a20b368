#include "CKeeper.h"

#include "../../../Filter/keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define KEEPERS 64
/// Numbers that are no descriptors.
#define CONNECTION 1000000
#define DEVICE 1000001
#define PANEL 1

static struct kept {
  struct keeper keeper;
  /// gestured's end of the pipe; -1 without one.
  int pipe;
  unsigned clone;
  int room;
  int made;
  bool has_clone;
  struct filter_event *written;
  size_t written_count, written_room;
  struct kept_event *events;
  size_t event_count, event_room;
} *table[KEEPERS];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// The keeper whose calls are under way.
static _Thread_local struct kept *present;

static void *grow(void *storage, size_t count, size_t *room, size_t size) {
  if (count < *room) return storage;
  *room = *room == 0 ? 1024 : 2 * *room;
  storage = realloc(storage, *room * size);
  if (storage == NULL) abort();
  return storage;
}

// The keeper's calls

static int open_uinput(void) { return DEVICE; }

static int control(int device, unsigned long request, void *argument) {
  if (device != DEVICE) abort();
  if (request == UI_DEV_CREATE) {
    present->made++;
    present->has_clone = true;
  } else if (_IOC_NR(request) == _IOC_NR(UI_GET_SYSNAME(1)) && _IOC_DIR(request) == _IOC_READ) {
    snprintf(argument, _IOC_SIZE(request), "input%d", present->made);
  }
  return 0;
}

static ssize_t write_events(int device, const void *bytes, size_t length) {
  if (device != DEVICE || !present->has_clone || length % sizeof(struct input_event) != 0) abort();
  for (size_t at = 0; at < length; at += sizeof(struct input_event)) {
    struct input_event event;
    memcpy(&event, (const char *)bytes + at, sizeof event);
    present->events = grow(present->events, present->event_count, &present->event_room, sizeof *present->events);
    present->events[present->event_count++] = (struct kept_event){event.type, event.code, event.value};
  }
  return (ssize_t)length;
}

static int make_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0) return -1;
  if (fcntl(ends[1], F_SETPIPE_SZ, present->room) < 0) abort();
  return 0;
}

static int close_descriptor(int descriptor) {
  if (descriptor == CONNECTION) return 0;
  if (descriptor != DEVICE) return close(descriptor);
  present->has_clone = false;
  return 0;
}

static bool has_writer(int pipe) { return real_kernel.has_writer(pipe); }

static int send_packet(int connection, const void *packet, size_t length, int descriptor) {
  if (connection != CONNECTION || length < sizeof(struct filter_header)) abort();
  if (descriptor < 0) return 0;
  int old = present->pipe;
  present->pipe = dup(descriptor);
  if (old >= 0) close(old);
  present->clone = ((const struct filter_header *)packet)->device;
  return 0;
}

static int write_properties(unsigned number, const char *text, size_t length) {
  (void)number, (void)text, (void)length;
  return 0;
}

static void remove_properties(unsigned number) { (void)number; }

static const struct kernel kernel = {
  .open_uinput = open_uinput,
  .ioctl = control,
  .write = write_events,
  .make_pipe = make_pipe,
  .read = read,
  .close = close_descriptor,
  .has_writer = has_writer,
  .send = send_packet,
  .write_properties = write_properties,
  .remove_properties = remove_properties,
};

/// The keeper writes no log here.
void report(const char *format, ...) { (void)format; }

// Calls of tests

static struct kept *enter(int number) {
  present = table[number];
  if (present == NULL) abort();
  return present;
}

int kept_begin(void) {
  struct kept *kept = calloc(1, sizeof *kept);
  if (kept == NULL) abort();
  kept->pipe = -1;
  kept->room = 65536;
  keeper_begin(&kept->keeper, &kernel, false, 0, 0);
  int number = KEEPERS - 1;
  pthread_mutex_lock(&lock);
  while (number >= 0 && table[number] != NULL) number--;
  if (number >= 0) table[number] = kept;
  pthread_mutex_unlock(&lock);
  if (number < 0) free(kept);
  return number;
}

void kept_end(int number) {
  struct kept *kept = enter(number);
  for (int each = 0; each < FILTER_CLONES; each++) {
    if (kept->keeper.clones[each].exists && kept->keeper.clones[each].pipe >= 0) close(kept->keeper.clones[each].pipe);
  }
  if (kept->pipe >= 0) close(kept->pipe);
  free(kept->written);
  free(kept->events);
  free(kept);
  pthread_mutex_lock(&lock);
  table[number] = NULL;
  pthread_mutex_unlock(&lock);
}

bool kept_connect(int number, int64_t now_ms) {
  struct kept *kept = enter(number);
  if (kept->keeper.connection >= 0) return false;
  struct filter_hello hello = {.header = {.kind = FILTER_HELLO}, .version = FILTER_VERSION};
  keeper_connect(&kept->keeper, CONNECTION);
  keeper_take_packet(&kept->keeper, &hello, sizeof hello, now_ms);
  return kept->keeper.has_greeted;
}

bool kept_make(int number, int slots, bool ends_by_palm, bool has_all_axes, int room, int64_t now_ms) {
  struct kept *kept = enter(number);
  struct filter_make make = {.header = {.kind = FILTER_MAKE}, .panel = PANEL, .bus = BUS_USB, .slots = (uint16_t)slots, .name = "T1"};
  make.ending = ends_by_palm ? FILTER_ENDS_BY_PALM : FILTER_ENDS_BY_LIFT;
  make.keep_ms = FILTER_KEEP_MS;
  const struct filter_axis ranges[] = {{0, 10239, 64}, {0, 6399, 64}};
  for (int axis = 0; axis < 2; axis++) {
    int place = (axis == 0 ? ABS_MT_POSITION_X : ABS_MT_POSITION_Y) - FILTER_FIRST_AXIS;
    make.axes_present |= 1u << place;
    make.axes[place] = ranges[axis];
  }
  for (int place = 0; has_all_axes && place < FILTER_AXES; place++) {
    int code = FILTER_FIRST_AXIS + place;
    if (code == ABS_MT_TRACKING_ID || (make.axes_present >> place & 1) != 0) continue;
    make.axes_present |= 1u << place;
    make.axes[place] = (struct filter_axis){0, code == ABS_MT_TOOL_TYPE ? MT_TOOL_PALM : 255, 0};
  }
  kept->room = room;
  // As gestured does: the old pipe is open until the answer, so that the keeper reads what lies in it. FF-31
  int old = kept->pipe;
  keeper_take_packet(&kept->keeper, &make, sizeof make, now_ms);
  if (kept->pipe == old) kept_close_pipe(number);
  return kept->pipe >= 0;
}

void kept_drop(int number, int64_t now_ms) {
  struct kept *kept = enter(number);
  struct filter_drop drop = {.header = {FILTER_DROP, kept->clone}};
  keeper_take_packet(&kept->keeper, &drop, sizeof drop, now_ms);
}

void kept_put(int number, uint16_t type, uint16_t code, int32_t value) {
  struct kept *kept = table[number];
  kept->written = grow(kept->written, kept->written_count, &kept->written_room, sizeof *kept->written);
  kept->written[kept->written_count++] = (struct filter_event){type, code, value};
}

enum kept_outcome kept_write(int number) {
  struct kept *kept = enter(number);
  const char *bytes = (const char *)kept->written;
  size_t length = kept->written_count * sizeof *kept->written;
  kept->written_count = 0;
  // A write without a reader would end the program.
  if (kept->pipe < 0 || kept->keeper.clones[kept->clone].pipe < 0) return KEPT_CLOSED;
  while (length > 0) {
    ssize_t count = write(kept->pipe, bytes, length < FILTER_WRITE_BYTES ? length : FILTER_WRITE_BYTES);
    if (count < 0) return errno == EAGAIN ? KEPT_FULL : KEPT_CLOSED;
    bytes += count;
    length -= (size_t)count;
  }
  return KEPT_WRITTEN;
}

void kept_close_pipe(int number) {
  struct kept *kept = enter(number);
  if (kept->pipe >= 0) close(kept->pipe);
  kept->pipe = -1;
}

void kept_disconnect(int number, int64_t now_ms) { keeper_disconnect(&enter(number)->keeper, now_ms); }

void kept_read(int number, int64_t now_ms) {
  struct kept *kept = enter(number);
  const struct clone *clone = &kept->keeper.clones[kept->clone];
  if (clone->exists) keeper_read(&kept->keeper, kept->clone, clone->pipe < 0 || has_writer(clone->pipe), now_ms);
}

void kept_act(int number, int64_t now_ms) { keeper_act(&enter(number)->keeper, now_ms); }

int64_t kept_deadline(int number) { return keeper_deadline(&enter(number)->keeper); }

int kept_event_count(int number) { return (int)enter(number)->event_count; }

struct kept_event kept_event_at(int number, int at) {
  struct kept *kept = table[number];
  if (at < 0 || (size_t)at >= kept->event_count) abort();
  return kept->events[at];
}

void kept_forget(int number) { enter(number)->event_count = 0; }

bool kept_has_clone(int number) { return enter(number)->has_clone; }

int kept_made(int number) { return enter(number)->made; }

int kept_dropped(int number) {
  struct kept *kept = enter(number);
  uint64_t count = 0;
  for (int fault = 0; fault < FILTER_FAULTS; fault++) count += kept->keeper.clones[kept->clone].stream.counters.dropped[fault];
  return (int)count;
}
