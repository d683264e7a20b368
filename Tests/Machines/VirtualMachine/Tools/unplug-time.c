// Measures the time from pulling the cable of a touched panel to the line about it at a subscriber.
//
//   unplug-time SOCKET DEVICE.prop PANEL TIMES
//
// Fingers pan on a device, made from the description through uinput or from the panel through uhid. The device
// disappears, and the pan's `cancelled` arrives. The program takes the time right before it asks the kernel to remove
// the device. It takes the time again when the kernel tells this program as a reader of the node, and when the line was
// read. It does this TIMES times with one, two, three and five fingers. Prints `MEANS COUNT`, then the least, median
// and most ms until the line, and the same until the kernel's notice.
#include <errno.h>
#include <evemu.h>
#include <fcntl.h>
#include <linux/input.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "panel.h"
#include "stop.h"
#include "subscriber.h"

enum {
  patience_ms = 20000,
  // The panels are 90 by 160 mm.
  panel_width_mm = 90,
  panel_height_mm = 160,
  spacing_mm = 14,
  // The fingers move 30 mm, by 1 mm a report, and rest.
  steps = 30,
  interval_ms = 8,
  most_fingers = 5,
  most_times = 64
};

static const int finger_counts[] = {1, 2, 3, 5};

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

// MARK: The hand, a process of its own

// The device: a HID panel, or a device of a description.
struct held {
  struct panel *panel;
  struct evemu_device *device;
  int node, width, height;
};

static void emit(const struct held *held, int type, int code, int value) {
  struct input_event event = {.type = (uint16_t)type, .code = (uint16_t)code, .value = value};
  if (evemu_play_one(held->node, &event) < 0) stop("an event is not taken");
}

// Puts the fingers that many steps down the panel.
static void touch(const struct held *held, int fingers, int step) {
  struct contact contacts[most_fingers];
  for (int i = 0; i < fingers; i++) {
    int x = held->width * (spacing_mm / 2 + i * spacing_mm) / panel_width_mm;
    int y = held->height * (60 + step) / panel_height_mm;
    contacts[i] = (struct contact){.id = i, .x = x, .y = y, .touches = true};
    if (held->panel != NULL) continue;
    emit(held, EV_ABS, ABS_MT_SLOT, i);
    emit(held, EV_ABS, ABS_MT_TRACKING_ID, i + 1);
    emit(held, EV_ABS, ABS_MT_POSITION_X, x);
    emit(held, EV_ABS, ABS_MT_POSITION_Y, y);
  }
  if (held->panel != NULL) {
    panel_touch(held->panel, contacts, fingers, (int64_t)(now_ms() * 1000));
  } else {
    emit(held, EV_SYN, SYN_REPORT, 0);
  }
}

static void rest(const struct held *held) {
  if (held->panel != NULL) {
    panel_wait(held->panel, interval_ms);
  } else {
    usleep(interval_ms * 1000);
  }
}

static bool is_ordered(int orders) {
  struct pollfd waiting = {.fd = orders, .events = POLLIN};
  char order;
  return poll(&waiting, 1, 0) > 0 && read(orders, &order, 1) == 1;
}

// Makes the device. The first order touches it; the second order removes it and prints the time.
static void be_hand(const char *description, const char *panel, int fingers, int orders, int answers) {
  struct held held = {.node = -1};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (panel != NULL) {
    held.panel = panel_create(panel);
    panel_extent(held.panel, &held.width, &held.height);
  } else {
    FILE *file = fopen(description, "r");
    held.device = evemu_new(NULL);
    if (file == NULL || evemu_read(held.device, file) < 0 || evemu_create_managed(held.device) < 0) {
      stop("%s: no device comes of it", description);
    }
    held.node = open(evemu_get_devnode(held.device), O_RDWR | O_CLOEXEC);
    held.width = evemu_get_abs_maximum(held.device, ABS_MT_POSITION_X) + 1;
    held.height = evemu_get_abs_maximum(held.device, ABS_MT_POSITION_Y) + 1;
  }
  while (!is_ordered(orders)) rest(&held);
  for (int step = 0; step < steps; step++, rest(&held)) touch(&held, fingers, step);
  for (; !is_ordered(orders); rest(&held)) touch(&held, fingers, steps);
  double start = now_ms();
  if (held.panel != NULL) {
    panel_unplug(held.panel);
  } else {
    evemu_destroy(held.device);
  }
  if (write(answers, &start, sizeof(start)) != sizeof(start)) stop("nobody listens");
  _exit(0);
}

// MARK: The subscriber

// The times at which both notices of the removal arrived; 0 for one that is missing.
struct heard {
  double by_line, by_kernel;
};

// Reads the next line of a type in a state; a line about pans must also have so many fingers. The caller releases it.
// Returns NULL when the device's end comes without that line.
static json_t *hear_until(struct subscriber *daemon, const char *type, const char *state, int fingers) {
  for (;;) {
    json_t *line = subscriber_hear(daemon, patience_ms);
    if (line == NULL) stop("no %s is %s", type, state);
    bool is_it = says(line, "type", type) && says(line, "state", state) &&
                 (fingers == 0 || (says(line, "kind", "pan") &&
                                   json_integer_value(json_object_get(line, "touch_count")) == fingers));
    if (is_it) return line;
    bool is_gone = says(line, "type", "device") && says(line, "state", "removed");
    json_decref(line);
    if (is_gone) return NULL;
  }
}

static void expect(struct subscriber *daemon, const char *type, const char *state, int fingers) {
  json_t *line = hear_until(daemon, type, state, fingers);
  if (line == NULL) stop("the device is gone and no %s is %s", type, state);
  json_decref(line);
}

// Opens the node of a device by its name.
static int open_node(const char *name) {
  for (int i = 0; i < 64; i++) {
    char path[32], found[256] = "";
    snprintf(path, sizeof(path), "/dev/input/event%d", i);
    int node = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (node >= 0 && ioctl(node, EVIOCGNAME(sizeof(found) - 1), found) >= 0 && strcmp(found, name) == 0) return node;
    if (node >= 0) close(node);
  }
  stop("no node is called %s", name);
}

// Waits for the line about the pan, and for the kernel's notice about the node.
static struct heard await_end(struct subscriber *daemon, int node, int fingers) {
  struct heard heard = {0};
  // The program waits only for the kernel's notice on the node, and does not read its events.
  struct pollfd waiting[2] = {{.fd = node}, {.fd = subscriber_fd(daemon), .events = POLLIN}};
  while (heard.by_line == 0 || heard.by_kernel == 0) {
    if (poll(waiting, 2, patience_ms) <= 0) stop("nobody says that the device is gone");
    if (waiting[0].revents != 0) {
      heard.by_kernel = now_ms();
      waiting[0].fd = -1;
    }
    if (waiting[1].revents != 0) {
      expect(daemon, "gesture", "cancelled", fingers);
      heard.by_line = now_ms();
      waiting[1].fd = -1;
    }
  }
  return heard;
}

// The times until both notices, in ms.
static struct heard unplug_once(struct subscriber *daemon, const char *description, const char *panel, int fingers) {
  int orders[2], answers[2];
  if (pipe(orders) < 0 || pipe(answers) < 0) stop("pipe");
  pid_t hand = fork();
  if (hand < 0) stop("fork");
  if (hand == 0) be_hand(description, panel, fingers, orders[0], answers[1]);

  json_t *added = hear_until(daemon, "device", "added", 0);
  if (added == NULL) stop("the device goes at once");
  int node = open_node(json_string_value(json_object_get(added, "name")));
  json_decref(added);
  if (write(orders[1], "t", 1) != 1) stop("the hand is gone");
  expect(daemon, "gesture", "began", fingers);
  // Lines about the fingers' last moves arrive first.
  while (true) {
    json_t *line = subscriber_hear(daemon, steps * interval_ms);
    if (line == NULL) break;
    json_decref(line);
  }
  if (write(orders[1], "p", 1) != 1) stop("the hand is gone");
  struct heard heard = await_end(daemon, node, fingers);
  double start;
  if (read(answers[0], &start, sizeof(start)) != sizeof(start)) stop("the hand does not say when");
  expect(daemon, "device", "removed", 0);
  waitpid(hand, NULL, 0);
  close(node);
  for (int i = 0; i < 2; i++) {
    close(orders[i]);
    close(answers[i]);
  }
  return (struct heard){heard.by_line - start, heard.by_kernel - start};
}

static int order(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print_sorted(double *times, int count) {
  qsort(times, (size_t)count, sizeof(times[0]), order);
  printf(" %.2f %.2f %.2f", times[0], times[count / 2], times[count - 1]);
}

static void measure(struct subscriber *daemon, const char *means, const char *description, const char *panel, int times) {
  double by_line[most_times * 4], by_kernel[most_times * 4];
  int count = 0;
  for (int i = 0; i < times * 4; i++) {
    struct heard heard = unplug_once(daemon, description, panel, finger_counts[i % 4]);
    by_line[count] = heard.by_line;
    by_kernel[count++] = heard.by_kernel;
  }
  printf("%s %d", means, count);
  print_sorted(by_line, count);
  print_sorted(by_kernel, count);
  printf("\n");
}

int main(int count, char **arguments) {
  int times = count == 5 ? atoi(arguments[4]) : 0;
  if (times < 1 || times > most_times) stop("unplug-time SOCKET DEVICE.prop PANEL TIMES");
  struct subscriber *daemon = subscriber_connect(arguments[1]);
  measure(daemon, "uinput", arguments[2], NULL, times);
  measure(daemon, "uhid", arguments[2], arguments[3], times);
  return 0;
}
