// A touchscreen of ten fingers, made by uinput, and the stroke on it.
//
// The panel reports like a driver with slots: slot, tracking id and position of each finger, and the first finger's
// position on the single-touch axes as well. All fingers move in each frame, side by side, slowly back and forth. Each
// step is less than a millimeter, so that the pan of that number of fingers has a change to report in each frame.
#pragma once

enum { PANEL_FINGERS = 10 };

// Makes the panel; when the function returns, the panel's node exists and udev has handled it.
void panel_make(void);

// The path of the panel's node, and its device number in the file system.
const char *panel_node(void);
unsigned long panel_device(void);

// When the panel's last report ended, just before the kernel stamped it. Processes that are forked after panel_make see it too.
long long panel_reported_at(void);

// Lands that many fingers.
void panel_land(int fingers);

// Moves all fingers to their next position, in steps of that many hundredths of a millimeter.
void panel_move(int fingers, int step);

// Lifts the fingers.
void panel_lift(int fingers);
