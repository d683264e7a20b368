#include "fake-kernel.h"

#include "../../../Filter/connection.h"

#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define KEEPERS 64
/// The rounds in which the keeper empties everything.
#define ROUNDS 64
/// The panel of a gestured without a socket.
#define PANEL 1

static struct kept {
  struct keeper keeper;
  struct fake fake;
  struct sockaddr_un address;
  /// -1 without a socket.
  int listener;
  /// The next write of a gestured without a socket.
  struct filter_event *written;
  size_t written_count, written_room;
} *table[KEEPERS];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// The keeper writes no log here.
void report(const char *format, ...) { (void)format; }

// Calls of tests

static struct kept *enter(int number) {
  struct kept *kept = table[number];
  if (kept == NULL) abort();
  fake_enter(&kept->fake);
  return kept;
}

static int listen_at(struct sockaddr_un *address, int64_t key) {
  address->sun_family = AF_UNIX;
  snprintf(address->sun_path, sizeof address->sun_path, "/tmp/gestured-kept-%d-%lld.sock", getpid(), (long long)key);
  unlink(address->sun_path);
  int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener < 0) return -1;
  if (bind(listener, (struct sockaddr *)address, sizeof *address) == 0 && listen(listener, 8) == 0) return listener;
  close(listener);
  return -1;
}

int kept_begin(int64_t key, int first_device, int pipe_room) {
  struct kept *kept = calloc(1, sizeof *kept);
  if (kept == NULL) abort();
  kept->listener = key < 0 ? -1 : listen_at(&kept->address, key);
  fake_begin(&kept->fake, first_device);
  kept->fake.pipe_room = pipe_room;
  kept->fake.keeps_events = true;
  keeper_begin(&kept->keeper, &fake_kernel, false, 0, 0);
  int number = key >= 0 && kept->listener < 0 ? -1 : KEEPERS - 1;
  pthread_mutex_lock(&lock);
  while (number >= 0 && table[number] != NULL) number--;
  if (number >= 0) table[number] = kept;
  pthread_mutex_unlock(&lock);
  if (number < 0) free(kept);
  return number;
}

void kept_end(int number) {
  struct kept *kept = enter(number);
  fake_end();
  if (kept->listener >= 0) {
    close(kept->listener);
    unlink(kept->address.sun_path);
  }
  free(kept->written);
  free(kept);
  pthread_mutex_lock(&lock);
  table[number] = NULL;
  pthread_mutex_unlock(&lock);
}

static bool is_readable(int descriptor) {
  struct pollfd watched = {.fd = descriptor, .events = POLLIN};
  // A connection without a socket has no descriptor, and is never readable.
  return descriptor >= 0 && poll(&watched, 1, 0) > 0 && !(watched.revents & POLLNVAL);
}

static bool is_pipe_readable(const struct kept *kept, unsigned clone, uint32_t held_pipes) {
  return (held_pipes >> clone & 1) == 0 && kept->keeper.clones[clone].exists && is_readable(kept->keeper.clones[clone].pipe);
}

bool kept_is_due(int number, uint32_t held_pipes) {
  struct kept *kept = enter(number);
  if (is_readable(kept->keeper.connection) || is_readable(kept->listener)) return true;
  for (unsigned clone = 0; clone < FILTER_CLONES; clone++) {
    if (is_pipe_readable(kept, clone, held_pipes)) return true;
  }
  return false;
}

void kept_serve(int number, uint32_t held_pipes, int64_t now_ms) {
  struct kept *kept = enter(number);
  kept->fake.now_ms = now_ms;
  // The order of `main.c`.
  for (int round = 0; round < ROUNDS && kept_is_due(number, held_pipes); round++) {
    for (unsigned clone = 0; clone < FILTER_CLONES; clone++) {
      if (is_pipe_readable(kept, clone, held_pipes)) {
        keeper_read(&kept->keeper, clone, fake_kernel.has_writer(kept->keeper.clones[clone].pipe), now_ms);
      }
    }
    if (is_readable(kept->keeper.connection)) read_connection(&kept->keeper, now_ms);
    if (is_readable(kept->listener)) accept_connection(&kept->keeper, kept->listener, getuid());
    fake_take_connection(kept->keeper.connection);
  }
  keeper_act(&kept->keeper, now_ms);
}

int64_t kept_deadline(int number) { return keeper_deadline(&enter(number)->keeper); }

int kept_event_count(int number) { return (int)enter(number)->fake.kept_count; }

struct kept_event kept_event_at(int number, int at) {
  struct fake *fake = &table[number]->fake;
  if (at < 0 || (size_t)at >= fake->kept_count) abort();
  return fake->kept[at];
}

void kept_forget(int number) { enter(number)->fake.kept_count = 0; }

int kept_next_device(int number) { return enter(number)->fake.next_device; }

int kept_device_count(int number) { return enter(number)->fake.device_count; }

static int clone_of(const struct kept *kept, int device) {
  for (int clone = 0; clone < FILTER_CLONES; clone++) {
    if (kept->keeper.clones[clone].exists && kept->keeper.clones[clone].device == fake_descriptor(device)) return clone;
  }
  return -1;
}

bool kept_has_device(int number, int device) { return clone_of(enter(number), device) >= 0; }

uint64_t kept_panel(int number, int device) {
  struct kept *kept = enter(number);
  int clone = clone_of(kept, device);
  return clone < 0 ? 0 : kept->keeper.clones[clone].make.panel;
}

uint32_t kept_pipe(int number, int device) {
  int clone = clone_of(enter(number), device);
  return clone < 0 ? 0 : 1u << clone;
}

int kept_dropped(int number) {
  struct kept *kept = enter(number);
  uint64_t count = 0;
  for (int clone = 0; clone < FILTER_CLONES; clone++) {
    if (!kept->keeper.clones[clone].exists) continue;
    for (int fault = 0; fault < FILTER_FAULTS; fault++) count += kept->keeper.clones[clone].stream.counters.dropped[fault];
  }
  return (int)count;
}

bool kept_make(int number, int slots, bool ends_by_palm, bool has_all_axes, int64_t now_ms) {
  struct kept *kept = enter(number);
  kept->fake.now_ms = now_ms;
  struct filter_hello hello = {.header = {.kind = FILTER_HELLO}, .version = FILTER_VERSION};
  keeper_connect(&kept->keeper, fake_connection());
  keeper_take_packet(&kept->keeper, &hello, sizeof hello, now_ms);
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
  keeper_take_packet(&kept->keeper, &make, sizeof make, now_ms);
  return kept->fake.given_pipe >= 0;
}

void kept_put(int number, uint16_t type, uint16_t code, int32_t value) {
  struct kept *kept = table[number];
  if (kept->written_count == kept->written_room) {
    kept->written_room = kept->written_room == 0 ? 1024 : 2 * kept->written_room;
    kept->written = realloc(kept->written, kept->written_room * sizeof *kept->written);
    if (kept->written == NULL) abort();
  }
  kept->written[kept->written_count++] = (struct filter_event){type, code, value};
}

bool kept_write(int number) {
  struct kept *kept = enter(number);
  const char *bytes = (const char *)kept->written;
  size_t length = kept->written_count * sizeof *kept->written;
  kept->written_count = 0;
  while (length > 0) {
    size_t count = fake_fill_pipe(bytes, length < FILTER_WRITE_BYTES ? length : FILTER_WRITE_BYTES);
    if (count == 0) return false;
    bytes += count;
    length -= count;
  }
  return true;
}
