// The kernel's view of a touchscreen, report by report. It is the third reader and explains differences between the two
// that are compared. It shows which slot a touch is in, and the changes of a slot that the two may report differently.
#pragma once
#include <stdbool.h>

enum { slot_room = 256 };

struct slot_view {
  // The slot after the report.
  int id, x, y, tool;
  // The changes of the report.
  bool was_down;   // a contact was in it before
  bool has_landed; // a contact entered it
  bool has_lifted; // a contact left it
  bool is_taken;   // a contact replaced another, without a lift between
  bool is_placed;  // its place was reported
  bool is_changed; // something else was reported, such as its size or its tool
  // Whether libinput takes the contact for a palm, before and after. libinput decides when a contact lands, and keeps
  // the decision until the lift. It uses the slot's present values, which may be those of the contact before.
  bool was_mute, is_mute;
  // Whether the slot's last pressure was 0.
  bool is_weightless;
};

struct kernel_view {
  int node;
  bool is_multitouch;
  int current;
  // Whether the kernel cut the report in two, as it does with long reports. And whether the report's end is still to
  // come, because the cut falls on it; then the end comes with the next report.
  bool is_cut, is_open;
  // The number of steps of the axes, and their minimums.
  double width, height;
  int left, top;
  struct slot_view slots[slot_room];
};

// Reads the state of an open node, with the contacts that are down already.
void kernel_view_open(struct kernel_view *view, int node);

// Reads the report that was just written. Returns false when the report is empty, or its end is missing.
bool kernel_view_read(struct kernel_view *view);

// Whether a contact is in a slot.
bool is_down(const struct slot_view *slot);
