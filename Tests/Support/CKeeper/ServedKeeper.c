#include "ServedKeeper.h"

#include "../../../Filter/connection.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/uinput.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define KEEPERS 64
/// A number that no descriptor has. Devices count from it.
#define FIRST_DEVICE 1000000
/// The rounds in which the keeper empties everything.
#define ROUNDS 64

static struct served {
  struct keeper keeper;
  struct sockaddr_un address;
  int listener;
  int next_device;
  /// The numbers of the present devices, and of the one that is being made.
  int devices[FILTER_CLONES + 1];
  int device_count;
  struct served_event *events;
  size_t event_count, event_room;
} *table[KEEPERS];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/// The keeper whose calls are under way.
static _Thread_local struct served *present;

// The keeper's calls

static int place_of(const struct served *served, int device) {
  for (int place = 0; place < served->device_count; place++) {
    if (served->devices[place] == device) return place;
  }
  return -1;
}

static int open_uinput(void) {
  if (present->device_count == FILTER_CLONES + 1) abort();
  present->devices[present->device_count++] = present->next_device;
  return FIRST_DEVICE + present->next_device++;
}

static int control(int device, unsigned long request, void *argument) {
  if (place_of(present, device - FIRST_DEVICE) < 0) abort();
  if (_IOC_NR(request) == _IOC_NR(UI_GET_SYSNAME(1)) && _IOC_DIR(request) == _IOC_READ) {
    snprintf(argument, _IOC_SIZE(request), "input%d", device - FIRST_DEVICE);
  }
  return 0;
}

static ssize_t write_events(int device, const void *bytes, size_t length) {
  if (place_of(present, device - FIRST_DEVICE) < 0 || length % sizeof(struct input_event) != 0) abort();
  for (size_t at = 0; at < length; at += sizeof(struct input_event)) {
    struct input_event event;
    memcpy(&event, (const char *)bytes + at, sizeof event);
    if (present->event_count == present->event_room) {
      present->event_room = present->event_room == 0 ? 1024 : 2 * present->event_room;
      present->events = realloc(present->events, present->event_room * sizeof *present->events);
      if (present->events == NULL) abort();
    }
    present->events[present->event_count++] =
      (struct served_event){device - FIRST_DEVICE, event.type, event.code, event.value};
  }
  return (ssize_t)length;
}

static int make_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC | O_NONBLOCK); }

static int close_descriptor(int descriptor) {
  if (descriptor < FIRST_DEVICE) return close(descriptor);
  int place = place_of(present, descriptor - FIRST_DEVICE);
  if (place < 0) abort();
  present->devices[place] = present->devices[--present->device_count];
  return 0;
}

static bool has_writer(int pipe) { return real_kernel.has_writer(pipe); }

static int send_packet(int connection, const void *packet, size_t length, int descriptor) {
  return real_kernel.send(connection, packet, length, descriptor);
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

// Calls of tests

static struct served *enter(int number) {
  present = table[number];
  if (present == NULL) abort();
  return present;
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

int served_begin(int64_t key, int first_device) {
  struct served *served = calloc(1, sizeof *served);
  if (served == NULL) abort();
  served->next_device = first_device;
  served->listener = listen_at(&served->address, key);
  keeper_begin(&served->keeper, &kernel, false, 0, 0);
  int number = served->listener < 0 ? -1 : KEEPERS - 1;
  pthread_mutex_lock(&lock);
  while (number >= 0 && table[number] != NULL) number--;
  if (number >= 0) table[number] = served;
  pthread_mutex_unlock(&lock);
  if (number < 0) free(served);
  return number;
}

void served_end(int number) {
  struct served *served = enter(number);
  for (int each = 0; each < FILTER_CLONES; each++) {
    if (served->keeper.clones[each].exists && served->keeper.clones[each].pipe >= 0) close(served->keeper.clones[each].pipe);
  }
  if (served->keeper.connection >= 0) close(served->keeper.connection);
  close(served->listener);
  unlink(served->address.sun_path);
  free(served->events);
  free(served);
  pthread_mutex_lock(&lock);
  table[number] = NULL;
  pthread_mutex_unlock(&lock);
}

static bool is_readable(int descriptor) {
  struct pollfd watched = {.fd = descriptor, .events = POLLIN};
  return descriptor >= 0 && poll(&watched, 1, 0) > 0;
}

static bool is_pipe_readable(const struct served *served, unsigned clone, uint32_t held_pipes) {
  return (held_pipes >> clone & 1) == 0 && served->keeper.clones[clone].exists && is_readable(served->keeper.clones[clone].pipe);
}

bool served_is_due(int number, uint32_t held_pipes) {
  struct served *served = enter(number);
  if (is_readable(served->keeper.connection) || is_readable(served->listener)) return true;
  for (unsigned clone = 0; clone < FILTER_CLONES; clone++) {
    if (is_pipe_readable(served, clone, held_pipes)) return true;
  }
  return false;
}

void served_serve(int number, uint32_t held_pipes, int64_t now_ms) {
  struct served *served = enter(number);
  // The order of `main.c`.
  for (int round = 0; round < ROUNDS && served_is_due(number, held_pipes); round++) {
    for (unsigned clone = 0; clone < FILTER_CLONES; clone++) {
      if (is_pipe_readable(served, clone, held_pipes)) {
        keeper_read(&served->keeper, clone, has_writer(served->keeper.clones[clone].pipe), now_ms);
      }
    }
    if (is_readable(served->keeper.connection)) read_connection(&served->keeper, now_ms);
    if (is_readable(served->listener)) accept_connection(&served->keeper, served->listener, getuid());
  }
  keeper_act(&served->keeper, now_ms);
}

int64_t served_deadline(int number) { return keeper_deadline(&enter(number)->keeper); }

int served_event_count(int number) { return (int)enter(number)->event_count; }

struct served_event served_event_at(int number, int at) {
  struct served *served = table[number];
  if (at < 0 || (size_t)at >= served->event_count) abort();
  return served->events[at];
}

void served_forget(int number) { enter(number)->event_count = 0; }

int served_next_device(int number) { return enter(number)->next_device; }

int served_device_count(int number) { return enter(number)->device_count; }

bool served_has_device(int number, int device) { return place_of(enter(number), device) >= 0; }

static int clone_of(const struct served *served, int device) {
  for (int clone = 0; clone < FILTER_CLONES; clone++) {
    if (served->keeper.clones[clone].exists && served->keeper.clones[clone].device == FIRST_DEVICE + device) return clone;
  }
  return -1;
}

uint64_t served_panel(int number, int device) {
  struct served *served = enter(number);
  int clone = clone_of(served, device);
  return clone < 0 ? 0 : served->keeper.clones[clone].make.panel;
}

uint32_t served_pipe(int number, int device) {
  int clone = clone_of(enter(number), device);
  return clone < 0 ? 0 : 1u << clone;
}

int served_dropped(int number) {
  struct served *served = enter(number);
  uint64_t count = 0;
  for (int clone = 0; clone < FILTER_CLONES; clone++) {
    if (!served->keeper.clones[clone].exists) continue;
    for (int fault = 0; fault < FILTER_FAULTS; fault++) count += served->keeper.clones[clone].stream.counters.dropped[fault];
  }
  return (int)count;
}
