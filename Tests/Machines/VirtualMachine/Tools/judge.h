// Compares libinput's and gestured's events of one report, slot by slot. They agree, or differ in a named way whose
// cause is in the report. Any other difference is a failure of the run.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#include "kernel-view.h"

enum word { landed = 'b', moved = 'm', lifted = 'e', cancelled = 'c' };

// An event of the touch in a slot, and its place in mm. A lift of libinput has no place.
struct told {
  enum word word;
  int slot;
  double x, y;
  int64_t microseconds;
};

enum { told_room = 1024 };

// The events of one of the two for a report, in order.
struct telling {
  int count;
  struct told told[told_room];
};

// The allowed differences. Their names and reasons are in agreement-differences.txt.
enum difference {
  taken_slot,
  touch_within_report,
  touch_after_touch,
  finger_after_palm,
  out_of_range,
  size_alone,
  cut_report,
  lift_after_move,
  lift_before_id,
  order_within_report,
  difference_count
};

extern const char *const difference_names[difference_count];

struct judge {
  // The allowed distance of two places in mm, and the largest distance found between two places that had to be equal.
  double tolerance, farthest;
  // The panel, in mm.
  double width, height;
  // How often both agreed, by word.
  int alike[256];
  int differences[difference_count];
  // The last place of the touch in each slot according to gestured.
  struct {
    double x, y;
  } places[slot_room];
};

// Judges a report. Returns NULL for a correct report, else the mistake.
const char *judge_report(
    struct judge *judge, const struct kernel_view *view, const struct telling *libinput,
    const struct telling *gestured);

void tell(struct telling *telling, struct told told);
