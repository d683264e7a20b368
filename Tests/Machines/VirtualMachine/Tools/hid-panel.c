// Plays recordings on a panel that speaks HID.
//
//   hid-panel PANEL <ORDERS     makes the panel of that file; each line of ORDERS is a recording in evemu's format, made
//                               on any device; says `played` when it is over. At the end of ORDERS the panel goes.
//
// The slots of a recording become the panel's reports, in its own units and at its own rate. The panel reports all
// contacts repeatedly while any is down. Recordings of pens become reports of its pen: with both ends, two buttons, and tilts in
// degrees.
#include <evemu.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "panel.h"
#include "stop.h"

// Panels report about a hundred times a second. Drivers lift fingers that have no report for 100 ms.
enum { interval_us = 10000 };

// The present state of the recording.
struct story {
  struct evemu_device *device;
  int width, height, left, top;
  bool is_pen, has_slots;
  int current;
  struct contact contacts[contact_room];
  // The contacts that are reported: those that are down, and those that just lifted.
  bool is_told[contact_room];
};

static int64_t now_us(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000LL + time.tv_nsec / 1000;
}

static void take(struct story *story, const struct input_event *event) {
  struct contact *contact = &story->contacts[story->current];
  if (event->type == EV_KEY && event->code == BTN_TOUCH && !story->has_slots) {
    contact->touches = event->value != 0;
    story->is_told[0] = true;
  } else if (event->type == EV_KEY && (event->code == BTN_TOOL_PEN || event->code == BTN_TOOL_RUBBER)) {
    contact->is_near = event->value != 0;
    if (contact->is_near) contact->is_eraser = event->code == BTN_TOOL_RUBBER;
  } else if (event->type == EV_KEY && event->code == BTN_STYLUS) {
    contact->barrel = event->value != 0;
  } else if (event->type == EV_KEY && event->code == BTN_STYLUS2) {
    contact->second = event->value != 0;
  }
  if (event->type != EV_ABS) return;
  if (event->code == ABS_MT_SLOT) {
    story->current = event->value;
  } else if (event->code == ABS_MT_TRACKING_ID) {
    contact->touches = event->value >= 0;
    contact->id = story->current;
    story->is_told[story->current] = true;
  } else if (event->code == (story->has_slots ? ABS_MT_POSITION_X : ABS_X)) {
    contact->x = event->value;
  } else if (event->code == (story->has_slots ? ABS_MT_POSITION_Y : ABS_Y)) {
    contact->y = event->value;
  } else if (event->code == ABS_MT_TOOL_TYPE) {
    contact->is_palm = event->value == MT_TOOL_PALM;
  } else if (event->code == ABS_TILT_X) {
    contact->tilt_x = event->value;
  } else if (event->code == ABS_TILT_Y) {
    contact->tilt_y = event->value;
  }
}

// A contact, in the units of the panel.
static struct contact on_panel(const struct story *story, const struct panel *panel, const struct contact *contact) {
  struct contact scaled = *contact;
  int width, height;
  panel_extent(panel, &width, &height);
  scaled.x = (int)((int64_t)(contact->x - story->left) * width / story->width);
  scaled.y = (int)((int64_t)(contact->y - story->top) * height / story->height);
  return scaled;
}

static bool report(struct story *story, struct panel *panel) {
  if (story->is_pen) {
    struct contact pen = on_panel(story, panel, &story->contacts[0]);
    panel_pen(panel, &pen, now_us());
    return pen.is_near || pen.touches;
  }
  struct contact contacts[contact_room];
  int count = 0;
  bool is_touched = false;
  for (int i = 0; i < contact_room; i++) {
    if (!story->is_told[i]) continue;
    contacts[count++] = on_panel(story, panel, &story->contacts[i]);
    story->is_told[i] = story->contacts[i].touches;
    is_touched |= story->contacts[i].touches;
  }
  panel_touch(panel, contacts, count, now_us());
  return is_touched;
}

static struct story read_story(const char *path) {
  FILE *file = fopen(path, "r");
  struct story story = {.device = evemu_new(NULL)};
  if (file == NULL || evemu_read(story.device, file) < 0) stop("%s is not read", path);
  fclose(file);
  story.has_slots = evemu_has_event(story.device, EV_ABS, ABS_MT_SLOT);
  story.is_pen = evemu_has_event(story.device, EV_KEY, BTN_TOOL_PEN);
  if (story.has_slots && evemu_get_abs_maximum(story.device, ABS_MT_SLOT) >= contact_room) stop("too many slots");
  int x = story.has_slots ? ABS_MT_POSITION_X : ABS_X, y = story.has_slots ? ABS_MT_POSITION_Y : ABS_Y;
  story.left = evemu_get_abs_minimum(story.device, x);
  story.top = evemu_get_abs_minimum(story.device, y);
  story.width = evemu_get_abs_maximum(story.device, x) - story.left + 1;
  story.height = evemu_get_abs_maximum(story.device, y) - story.top + 1;
  return story;
}

static void play(struct panel *panel, const char *path) {
  struct story story = read_story(path);
  FILE *file = fopen(path, "r");
  struct input_event event;
  int64_t start = now_us();
  bool is_touched = false;
  while (evemu_read_event(file, &event) > 0) {
    int64_t due = start + event.time.tv_sec * 1000000LL + event.time.tv_usec;
    for (int64_t left; (left = due - now_us()) > 0;) {
      bool is_early = left > interval_us;
      panel_wait(panel, (int)((is_early ? interval_us : left) / 1000));
      if (is_early && is_touched) report(&story, panel);
    }
    take(&story, &event);
    if (event.type == EV_SYN && event.code == SYN_REPORT) is_touched = report(&story, panel);
  }
  fclose(file);
  evemu_delete(story.device);
}

int main(int count, char **arguments) {
  if (count != 2) stop("hid-panel PANEL <ORDERS");
  struct panel *panel = panel_create(arguments[1]);
  char path[256];
  // Without a buffer, poll(2) sees all input that is left.
  setvbuf(stdin, NULL, _IONBF, 0);
  for (;;) {
    // The driver's requests are answered while no order waits.
    struct pollfd orders = {.fd = STDIN_FILENO, .events = POLLIN};
    while (poll(&orders, 1, 0) == 0) panel_wait(panel, interval_us / 1000);
    if (fgets(path, sizeof(path), stdin) == NULL) break;
    path[strcspn(path, "\n")] = '\0';
    play(panel, path);
    printf("played %s\n", path);
    fflush(stdout);
  }
  panel_unplug(panel);
  return 0;
}
