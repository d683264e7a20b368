// A touchscreen of ten fingers that uinput makes, and the stroke that is drawn on it.
//
// It reports what a driver with slots reports: slot, tracking id and place of each finger, and the first finger's place on the
// axes of a single touch besides. All fingers move in each frame, side by side and slowly, to and fro: in steps of less than a
// millimetre, so that the pan of that number of fingers has something new to tell in each.
#pragma once

enum { PANEL_FINGERS = 10 };

// Makes the panel; its node is there, and udev has seen it, when this returns.
void panel_make(void);

// The path of its node, and its device number as the file system tells it.
const char *panel_node(void);
unsigned long panel_device(void);

// That many fingers land.
void panel_land(int fingers);

// All of them are at their next place, in steps of so many hundredths of a millimetre.
void panel_move(int fingers, int step);

// They lift.
void panel_lift(int fingers);
