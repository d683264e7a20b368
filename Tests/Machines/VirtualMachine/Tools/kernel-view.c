#include "kernel-view.h"

#include <errno.h>
#include <libevdev/libevdev.h>
#include <linux/input.h>
#include <string.h>
#include <unistd.h>

#include "stop.h"

bool is_down(const struct slot_view *slot) { return slot->id >= 0; }

void kernel_view_open(struct kernel_view *view, int node) {
  memset(view, 0, sizeof(*view));
  view->node = node;
  struct libevdev *device;
  if (libevdev_new_from_fd(node, &device) < 0) stop("libevdev does not know the device");
  view->is_multitouch = libevdev_has_event_code(device, EV_ABS, ABS_MT_SLOT);
  int x = view->is_multitouch ? ABS_MT_POSITION_X : ABS_X;
  int y = view->is_multitouch ? ABS_MT_POSITION_Y : ABS_Y;
  view->left = libevdev_get_abs_minimum(device, x);
  view->top = libevdev_get_abs_minimum(device, y);
  view->width = (double)libevdev_get_abs_maximum(device, x) - view->left + 1;
  view->height = (double)libevdev_get_abs_maximum(device, y) - view->top + 1;
  int count = view->is_multitouch ? libevdev_get_num_slots(device) : 1;
  if (count > slot_room) stop("more slots than %d", slot_room);
  for (int i = 0; i < slot_room; i++) view->slots[i].id = -1;
  for (int i = 0; i < count && view->is_multitouch; i++) {
    view->slots[i].id = libevdev_get_slot_value(device, (unsigned)i, ABS_MT_TRACKING_ID);
    view->slots[i].x = libevdev_get_slot_value(device, (unsigned)i, x);
    view->slots[i].y = libevdev_get_slot_value(device, (unsigned)i, y);
    view->slots[i].tool = libevdev_get_slot_value(device, (unsigned)i, ABS_MT_TOOL_TYPE);
  }
  view->current = view->is_multitouch ? libevdev_get_current_slot(device) : 0;
  libevdev_free(device);
}

static void take_id(struct slot_view *slot, int id) {
  if (id < 0) {
    slot->has_lifted = true;
  } else {
    if (is_down(slot)) {
      slot->is_taken = true;
    } else {
      slot->is_mute = slot->tool == MT_TOOL_PALM;
    }
    slot->has_landed = true;
  }
  slot->id = id;
}

static void take(struct kernel_view *view, const struct input_event *event) {
  struct slot_view *slot = &view->slots[view->current];
  if (event->type == EV_KEY && event->code == BTN_TOUCH && !view->is_multitouch) {
    take_id(slot, event->value != 0 ? 0 : -1);
  }
  if (event->type == EV_SYN && event->code == SYN_DROPPED) stop("the kernel dropped events");
  if (event->type == EV_SYN && event->code == SYN_REPORT) {
    view->is_cut |= event->value == 1;
    view->is_open = event->value == 1;
  }
  if (event->type != EV_ABS) return;
  int code = event->code;
  if (view->is_multitouch && code == ABS_MT_SLOT) {
    view->current = event->value;
  } else if (view->is_multitouch && code == ABS_MT_TRACKING_ID) {
    take_id(slot, event->value);
  } else if (code == (view->is_multitouch ? ABS_MT_POSITION_X : ABS_X)) {
    slot->x = event->value;
    slot->is_placed = true;
  } else if (code == (view->is_multitouch ? ABS_MT_POSITION_Y : ABS_Y)) {
    slot->y = event->value;
    slot->is_placed = true;
  } else if (code == ABS_MT_TOOL_TYPE) {
    slot->tool = event->value;
    slot->is_mute |= event->value == MT_TOOL_PALM;
    slot->is_changed = true;
  } else if (code > ABS_MT_SLOT) {
    if (code == ABS_MT_PRESSURE) slot->is_weightless = event->value == 0;
    slot->is_changed = true;
  }
}

bool kernel_view_read(struct kernel_view *view) {
  if (!view->is_open) view->is_cut = false;
  for (int i = 0; i < slot_room && !view->is_open; i++) {
    struct slot_view *slot = &view->slots[i];
    *slot = (struct slot_view){
        .id = slot->id, .x = slot->x, .y = slot->y, .tool = slot->tool,
        .was_down = is_down(slot), .was_mute = slot->is_mute, .is_mute = slot->is_mute,
        .is_weightless = slot->is_weightless};
  }
  struct input_event events[256];
  bool has_told = false;
  for (;;) {
    ssize_t count = read(view->node, events, sizeof(events));
    if (count < 0 && errno == EAGAIN) return has_told && !view->is_open;
    if (count < 0) stop("read");
    for (size_t i = 0; i < (size_t)count / sizeof(events[0]); i++) take(view, &events[i]);
    has_told = true;
  }
}
