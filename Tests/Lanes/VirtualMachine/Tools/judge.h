// Compares what libinput and gestured told of one report, slot by slot. They agree, or differ in a way that has a name
// and whose cause is in the report, or the run has failed.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "kernel-view.h"

enum word { landed = 'b', moved = 'm', lifted = 'e', cancelled = 'c' };

// That something happened to the touch in a slot, and where, in mm. A lift of libinput has no place.
struct told {
  enum word word;
  int slot;
  double x, y;
  int64_t microseconds;
};

enum { told_room = 1024 };

// What one of the two told of a report, in its order.
struct telling {
  int count;
  struct told told[told_room];
};

// The ways in which they may differ; the names and reasons are in agreement-differences.txt.
enum difference {
  taken_slot,
  touch_within_report,
  touch_after_touch,
  finger_after_palm,
  out_of_range,
  size_alone,
  cut_report,
  lift_after_move,
  order_within_report,
  difference_count
};

extern const char *const difference_names[difference_count];

struct judge {
  // How far apart two places may be, in mm, and how far apart those were that had to be one.
  double tolerance, farthest;
  // The panel, in mm.
  double width, height;
  // How many words both told alike.
  int alike[256];
  int differences[difference_count];
  // Where gestured last told the touch of each slot to be.
  struct {
    double x, y;
  } places[slot_room];
};

// Judges a report. None where all is well, else what is wrong with it.
const char *judge_report(
    struct judge *judge, const struct kernel_view *view, const struct telling *libinput,
    const struct telling *gestured);

void tell(struct telling *telling, struct told told);
