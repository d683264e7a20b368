// A touch panel that speaks HID, made through uhid. A file (Panels) has its report descriptor and the layout of its
// reports. The panel answers a driver's requests.
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { contact_room = 32 };

// The state of a finger or a pen at one moment; its place is in the panel's own units.
struct contact {
  int id, x, y;
  bool is_near; // a pen only
  bool touches;
  bool is_palm;
  // A pen only: its eraser instead of its tip, its two buttons and its tilts in degrees.
  bool is_eraser, barrel, second;
  int tilt_x, tilt_y;
};

struct panel;

// Makes the panel that a file describes. The kernel finds the panel while `panel_wait` runs.
struct panel *panel_create(const char *path);

// The number of the panel's units across and down.
void panel_extent(const struct panel *panel, int *width, int *height);

// Answers the driver's requests for that long.
void panel_wait(struct panel *panel, int milliseconds);

// Reports all contacts, and once more those that have lifted, in as many reports as the panel needs.
void panel_touch(struct panel *panel, const struct contact *contacts, int count, int64_t microseconds);

// Reports the state of the pen.
void panel_pen(struct panel *panel, const struct contact *pen, int64_t microseconds);

// Removes the panel, as if its cable were pulled.
void panel_unplug(struct panel *panel);
