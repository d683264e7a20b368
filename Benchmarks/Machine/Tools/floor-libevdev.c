// The upper floor, the common way: libevdev delivers event after event, and `snprintf` makes the line.
//
//   floor-libevdev NODE SOCKET
#include <libevdev/libevdev.h>
#include <stdio.h>

#include "floor.h"
#include "stop.h"

static struct libevdev *panel;

static void set_up(int device) {
  if (libevdev_new_from_fd(device, &panel) < 0) stop("libevdev_new_from_fd");
}

static void tell(const struct input_event *report) {
  char line[FLOOR_LINE_ROOM];
  int length = snprintf(
      line, sizeof line, "{\"type\":\"touches\",\"time\":%ld.%06ld,\"touches\":[", (long)report->input_event_sec,
      (long)report->input_event_usec);
  const char *comma = "";
  for (unsigned slot = 0; slot < FLOOR_SLOTS; slot++) {
    int id = libevdev_get_slot_value(panel, slot, ABS_MT_TRACKING_ID);
    if (id < 0) continue;
    length += snprintf(
        line + length, sizeof line - (size_t)length, "%s{\"id\":%d,\"x\":%d,\"y\":%d}", comma, id,
        libevdev_get_slot_value(panel, slot, ABS_MT_POSITION_X), libevdev_get_slot_value(panel, slot, ABS_MT_POSITION_Y));
    comma = ",";
  }
  length += snprintf(line + length, sizeof line - (size_t)length, "]}\n");
  floor_send(line, (size_t)length);
}

static void read_frames(int device) {
  (void)device;
  struct input_event event;
  while (libevdev_next_event(panel, LIBEVDEV_READ_FLAG_NORMAL, &event) == LIBEVDEV_READ_STATUS_SUCCESS) {
    if (event.type == EV_SYN && event.code == SYN_REPORT) tell(&event);
  }
}

int main(int count, char **arguments) {
  if (count != 3) stop("usage: floor-libevdev NODE SOCKET");
  floor_serve(arguments[1], arguments[2], set_up, read_frames);
}
