// A touch panel that speaks HID, made through uhid: its report descriptor and how its reports are laid out come from a
// file (Panels), and it answers what a driver asks of it.
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { contact_room = 32 };

// What a finger, or a pen, does at one moment; its place in the panel's own units.
struct contact {
  int id, x, y;
  bool is_near; // a pen only
  bool touches;
  bool is_palm;
};

struct panel;

// Makes the panel that a file describes. The kernel finds it while `panel_wait` is called.
struct panel *panel_create(const char *path);

// How many units it has across and down.
void panel_extent(const struct panel *panel, int *width, int *height);

// Answers what the driver asks for that long.
void panel_wait(struct panel *panel, int milliseconds);

// Reports all that touches, and once more what has lifted, in as many reports as the panel needs.
void panel_touch(struct panel *panel, const struct contact *contacts, int count, int64_t microseconds);

// Reports what the pen does.
void panel_pen(struct panel *panel, const struct contact *pen, int64_t microseconds);

// The cable is pulled.
void panel_unplug(struct panel *panel);
