// What the kernel says of a touchscreen, report by report: the third reader, by which the two that are compared are
// understood. It tells which slot a touch is in, and what happened to a slot that one of them may tell otherwise.
#pragma once
#include <stdbool.h>

enum { slot_room = 256 };

struct slot_view {
  // The slot as it is after the report.
  int id, x, y, tool;
  // What the report did to it.
  bool was_down;   // a contact was in it before
  bool has_landed; // one came into it
  bool has_lifted; // one left it
  bool is_taken;   // one took another's place, without a lift between
  bool is_placed;  // it was told where it is
  bool is_changed; // it was told something else: how large it is, what it is
  // Whether libinput takes what is in it for a palm, before and after. It looks at what the slot says when a contact comes,
  // which may be the word of the one before, and stays with it until the lift.
  bool was_mute, is_mute;
};

struct kernel_view {
  int node;
  bool is_multitouch;
  int current;
  // Whether the kernel cut the report in two, which it does with those that are too long; and whether its end is still to
  // come, which is with the next one where the cut falls on it.
  bool is_cut, is_open;
  // How many steps the axes have, and where they begin.
  double width, height;
  int left, top;
  struct slot_view slots[slot_room];
};

// Looks at an open node; what is down already is seen.
void kernel_view_open(struct kernel_view *view, int node);

// Reads the report that was just written. False where it told nothing, or not its end.
bool kernel_view_read(struct kernel_view *view);

// Whether a contact is in a slot.
bool is_down(const struct slot_view *slot);
