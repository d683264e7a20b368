// Moves fingers on a filtered panel while its filter is switched, or while the kernel inhibits the panel, as a suspend does. Counts which
// contact each reader received: readers of panel and clone, once as the kernel tells them and once through libinput.
//
//   switching pause SOCKET PANEL CLONE TIMES FINGERS     pauses and resumes the filter until its state has changed that often
//   switching inhibit FILE PANEL CLONE TIMES FINGERS     writes 1 and 0 to the panel's file `inhibited` that often, fingers down
//
// Nothing waits for a time: the next fingers land once the readers have the ends of the last ones, and gestured has answered.
//
// Prints one line for each count:
//
//   changes        the changes of the filter's state, or the cycles
//   contacts       the contacts of the panel
//   panel, clone   the contacts that landed for readers of each
//   lost, twice    contacts that landed for none of the two, or more than once
//   merged         contacts that the kernel told in a slot where the reader still had one. The kernel names a slot only when it changes,
//                  also while another reader has the panel for itself, so a reader may be at an older slot.
//   libinput-panel, libinput-clone, libinput-lost, libinput-twice    the same through libinput
//   libinput-ends  the touches of libinput that ended
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <math.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libinput-context.h"
#include "stop.h"
#include "subscriber.h"

enum {
  slot_room = 16,
  // A contact's number is its place on the X axis, which starts at `left`.
  number_room = 1000,
  left = 40,
  // The time after which a contact that no reader has is lost, on an emulated and busy machine.
  patience_ms = 3000
};

// The number of events of a contact that the readers have received.
struct contact {
  int landings, ends, libinput_landings;
  bool is_merged;
};

// A reader of a node.
struct reader {
  int node, slot;
  // The contacts in its slots by their numbers; -1 in an empty slot, -2 where its place has not been told.
  int numbers[slot_room];
  struct libinput *context;
  int landings, libinput_landings, libinput_ends;
};

static struct contact contacts[number_room];
static struct reader readers[2];
// The connection to gestured; NULL where nothing is switched.
static struct subscriber *gestured;
static int panel, next_number, first_number, next_id, changes, wanted_changes;
static json_int_t pings, pongs;
static bool is_paused;
static int total, lost, twice, merged, libinput_lost, libinput_twice;

static unsigned random_below(unsigned limit) {
  static unsigned state = 2463534242;
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state % limit;
}

// MARK: Readers

static void begin(struct reader *reader, const char *path) {
  struct input_absinfo slot = {0};
  reader->node = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (reader->node < 0 || ioctl(reader->node, EVIOCGABS(ABS_MT_SLOT), &slot) < 0) stop("%s", path);
  reader->slot = slot.value;
  for (int i = 0; i < slot_room; i++) reader->numbers[i] = -1;
  reader->context = libinput_begin();
  if (libinput_path_add_device(reader->context, path) == NULL) stop("libinput does not read %s", path);
}

static void end_contact(int number) {
  if (number >= 0) contacts[number].ends++;
}

static void take(struct reader *reader, const struct input_event *event) {
  if (event->type == EV_SYN && event->code == SYN_DROPPED) stop("a reader was too slow");
  if (event->type != EV_ABS || reader->slot >= slot_room) return;
  int *number = &reader->numbers[reader->slot];
  switch (event->code) {
  case ABS_MT_SLOT: reader->slot = event->value; break;
  case ABS_MT_TRACKING_ID:
    if (event->value >= 0 && *number >= 0) contacts[*number].is_merged = true;
    end_contact(*number);
    *number = event->value < 0 ? -1 : -2;
    break;
  case ABS_MT_POSITION_X:
    if (*number != -2) break;
    *number = event->value - left;
    if (*number < 0 || *number >= number_room) stop("a contact at %d", event->value);
    contacts[*number].landings++;
    reader->landings++;
    break;
  }
}

static void read_node(struct reader *reader) {
  struct input_event events[64];
  for (ssize_t size; (size = read(reader->node, events, sizeof events)) > 0;) {
    for (size_t i = 0; i < (size_t)size / sizeof *events; i++) take(reader, &events[i]);
  }
  // While another reader has the node for itself, there is nothing to read.
  if (errno != EAGAIN) stop("a node cannot be read");
}

static void read_libinput(struct reader *reader) {
  libinput_dispatch(reader->context);
  for (struct libinput_event *event; (event = libinput_get_event(reader->context)) != NULL; libinput_event_destroy(event)) {
    switch (libinput_event_get_type(event)) {
    case LIBINPUT_EVENT_TOUCH_DOWN: {
      struct libinput_event_touch *touch = libinput_event_get_touch_event(event);
      long number = lround(libinput_event_touch_get_x_transformed(touch, 1080)) - left;
      if (number < 0 || number >= number_room) stop("libinput has a touch at %ld", number);
      contacts[number].libinput_landings++;
      reader->libinput_landings++;
      break;
    }
    case LIBINPUT_EVENT_TOUCH_UP:
    case LIBINPUT_EVENT_TOUCH_CANCEL: reader->libinput_ends++; break;
    default: break;
    }
  }
}

static void hear_gestured(int milliseconds) {
  for (json_t *line; gestured != NULL && (line = subscriber_hear(gestured, milliseconds)) != NULL; milliseconds = 0) {
    if (says(line, "type", "filtering")) changes++;
    json_int_t id = json_integer_value(json_object_get(line, "id"));
    if (says(line, "type", "reply") && id > pongs) pongs = id;
    json_decref(line);
  }
}

// Reads what there is, after waiting for it.
static bool read_all(void) {
  struct pollfd waiting[3] = {{readers[0].node, POLLIN, 0}, {readers[1].node, POLLIN, 0}, {-1, POLLIN, 0}};
  if (gestured != NULL) waiting[2].fd = subscriber_fd(gestured);
  if (poll(waiting, 3, patience_ms) <= 0) return false;
  for (int i = 0; i < 2; i++) read_node(&readers[i]);
  hear_gestured(0);
  return true;
}

// MARK: Fingers

static struct input_event report[64];
static int report_length;

static void add(int type, int code, int value) {
  report[report_length++] = (struct input_event){.type = (__u16)type, .code = (__u16)code, .value = value};
}

static void end_report(void) {
  add(EV_SYN, SYN_REPORT, 0);
  size_t size = (size_t)report_length * sizeof *report;
  if (write(panel, report, size) != (ssize_t)size) stop("the panel does not take a report");
  report_length = 0;
}

static void land(int slot, bool is_first) {
  contacts[next_number] = (struct contact){0};
  add(EV_ABS, ABS_MT_SLOT, slot);
  add(EV_ABS, ABS_MT_TRACKING_ID, next_id = (next_id + 1) % 65536);
  add(EV_ABS, ABS_MT_POSITION_X, left + next_number);
  add(EV_ABS, ABS_MT_POSITION_Y, 200 + 100 * slot + (next_id & 1));
  if (is_first) add(EV_KEY, BTN_TOUCH, 1);
  next_number = (next_number + 1) % number_room;
}

static void lift(int slot, bool is_last) {
  add(EV_ABS, ABS_MT_SLOT, slot);
  add(EV_ABS, ABS_MT_TRACKING_ID, -1);
  if (is_last) add(EV_KEY, BTN_TOUCH, 0);
}

// Switches now and then, without waiting for it.
static void perhaps_switch(void) {
  if (gestured == NULL || random_below(4) > 0) return;
  is_paused = !is_paused;
  subscriber_say(gestured, is_paused ? "{\"command\":\"filtering\",\"state\":\"pause\"}" : "{\"command\":\"filtering\",\"state\":\"resume\"}");
}

static void press(int fingers) {
  first_number = next_number;
  bool together = random_below(2) > 0;
  for (int i = 0; i < fingers; i++) {
    land(i, i == 0);
    if (together && i + 1 < fingers) continue;
    end_report();
    perhaps_switch();
  }
  for (unsigned moves = random_below(3); moves > 0; moves--) {
    add(EV_ABS, ABS_MT_SLOT, (int)random_below((unsigned)fingers));
    add(EV_ABS, ABS_MT_POSITION_Y, 1000 + (int)random_below(500));
    end_report();
    perhaps_switch();
  }
}

static void release(int fingers) {
  bool together = random_below(2) > 0;
  bool is_rising = random_below(2) > 0;
  for (int i = 0; i < fingers; i++) {
    lift(is_rising ? i : fingers - 1 - i, i == fingers - 1);
    if (together && i < fingers - 1) continue;
    end_report();
    perhaps_switch();
  }
}

static bool all_have(bool (*condition)(const struct contact *)) {
  for (int number = first_number; number != next_number; number = (number + 1) % number_room) {
    if (!condition(&contacts[number])) return false;
  }
  return true;
}

static bool has_landed(const struct contact *contact) { return contact->landings > 0; }
static bool has_ended(const struct contact *contact) { return contact->ends > 0; }

static void wait_for(bool (*condition)(const struct contact *)) {
  while (!all_have(condition) && read_all()) {}
}

// Waits until gestured has read what there is: it reads panels before requests.
static void wait_for_gestured(void) {
  if (gestured == NULL) return;
  char request[64];
  snprintf(request, sizeof request, "{\"id\":%lld,\"command\":\"ping\"}", (long long)++pings);
  subscriber_say(gestured, request);
  while (pongs < pings) {
    if (!read_all()) stop("gestured does not answer");
  }
}

// Counts the fingers of one time.
static void count(void) {
  for (int i = 0; i < 2; i++) read_libinput(&readers[i]);
  for (int number = first_number; number != next_number; number = (number + 1) % number_room) {
    const struct contact *contact = &contacts[number];
    total++;
    lost += contact->landings == 0;
    twice += contact->landings > 1;
    merged += contact->is_merged;
    libinput_lost += contact->libinput_landings == 0;
    libinput_twice += contact->libinput_landings > 1;
  }
}

int main(int argument_count, char **arguments) {
  if (argument_count != 7) stop("switching pause|inhibit SOCKET|FILE PANEL CLONE TIMES FINGERS");
  bool inhibits = strcmp(arguments[1], "inhibit") == 0;
  int inhibited = -1;
  int fingers = atoi(arguments[6]);
  wanted_changes = atoi(arguments[5]);
  begin(&readers[0], arguments[3]);
  begin(&readers[1], arguments[4]);
  for (int i = 0; i < 2; i++) read_libinput(&readers[i]);
  panel = open(arguments[3], O_WRONLY | O_CLOEXEC);
  if (panel < 0) stop("%s", arguments[3]);
  if (inhibits) {
    inhibited = open(arguments[2], O_WRONLY | O_CLOEXEC);
    if (inhibited < 0) stop("%s", arguments[2]);
  } else {
    gestured = subscriber_connect(arguments[2]);
    subscriber_say(gestured, "{\"command\":\"subscribe\",\"filter\":[{\"type\":\"filtering\"}]}");
  }
  while (changes < wanted_changes) {
    int touching = 1 + (int)random_below((unsigned)fingers);
    press(touching);
    if (inhibits) {
      wait_for(has_landed);
      if (pwrite(inhibited, "1", 1, 0) != 1 || pwrite(inhibited, "0", 1, 0) != 1) stop("it is not inhibited");
      changes++;
    }
    release(touching);
    wait_for(has_ended);
    wait_for_gestured();
    count();
  }
  printf("changes %d\ncontacts %d\npanel %d\nclone %d\n", changes, total, readers[0].landings, readers[1].landings);
  printf("lost %d\ntwice %d\nmerged %d\n", lost, twice, merged);
  printf("libinput-panel %d\nlibinput-clone %d\n", readers[0].libinput_landings, readers[1].libinput_landings);
  printf("libinput-lost %d\nlibinput-twice %d\n", libinput_lost, libinput_twice);
  printf("libinput-ends %d\n", readers[0].libinput_ends + readers[1].libinput_ends);
}
