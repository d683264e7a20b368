#include "judge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "stop.h"

const char *const difference_names[difference_count] = {
    [taken_slot] = "taken-slot",
    [touch_within_report] = "touch-within-report",
    [touch_after_touch] = "touch-after-touch",
    [finger_after_palm] = "finger-after-palm",
    [out_of_range] = "out-of-range",
    [size_alone] = "size-alone",
    [cut_report] = "cut-report",
    [lift_after_move] = "lift-after-move",
    [lift_before_id] = "lift-before-id",
    [order_within_report] = "order-within-report",
};

enum { words_room = 64 };

// The words about one slot: as a text, to compare, and each with its place.
struct story {
  char words[words_room];
  const struct told *told[words_room];
  int count;
};

void tell(struct telling *telling, struct told told) {
  if (telling->count == told_room) stop("too much was told of one report");
  telling->told[telling->count++] = told;
}

static struct story story_of(const struct telling *telling, int slot) {
  struct story story = {.count = 0};
  for (int i = 0; i < telling->count; i++) {
    if (telling->told[i].slot != slot) continue;
    if (story.count == words_room - 1) stop("too much was told of one touch");
    story.told[story.count] = &telling->told[i];
    story.words[story.count++] = (char)telling->told[i].word;
  }
  return story;
}

// Removes contacts from gestured's story that libinput takes for palms. Returns whether there was any.
static bool leave_out_palms(struct story *ours, const struct slot_view *seen) {
  int first = 0, end = ours->count;
  if (seen->was_down && seen->was_mute) {
    first = (int)strcspn(ours->words, "ec");
    if (first < end) first++;
  }
  if (is_down(seen) && seen->is_mute && seen->has_landed) {
    const char *last = strrchr(ours->words + first, 'b');
    if (last != NULL) end = (int)(last - ours->words);
  }
  struct story rest = {.count = end - first};
  memcpy(rest.words, ours->words + first, (size_t)rest.count);
  memcpy(rest.told, ours->told + first, (size_t)rest.count * sizeof(rest.told[0]));
  bool is_any = rest.count < ours->count;
  *ours = rest;
  return is_any;
}

static double clamp(double value, double limit, double step) {
  return value < 0 ? 0 : value > limit - step ? limit - step : value;
}

// The distance between a place of libinput and a place, after clamping the former to the panel.
static double distance_on_panel(
    const struct judge *judge, const struct kernel_view *view, const struct told *told, double x, double y) {
  double dx = clamp(told->x, judge->width, judge->width / view->width) - x;
  double dy = clamp(told->y, judge->height, judge->height / view->height) - y;
  return hypot(dx, dy);
}

static void note(struct judge *judge, enum difference difference, bool *is_noted) {
  judge->differences[difference]++;
  *is_noted = true;
}

// The words about a slot are equal. Checks that their times and places are equal too.
static const char *judge_places(
    struct judge *judge, const struct kernel_view *view, const struct story *libinput,
    const struct story *gestured, bool *is_noted) {
  for (int i = 0; i < libinput->count; i++) {
    const struct told *theirs = libinput->told[i], *ours = gestured->told[i];
    if (theirs->microseconds >= 0 && theirs->microseconds != ours->microseconds) {
      if (!view->is_cut) return "another time";
      note(judge, cut_report, is_noted);
    }
    judge->alike[theirs->word]++;
    if (theirs->word == lifted || theirs->word == cancelled) continue;
    double distance = hypot(theirs->x - ours->x, theirs->y - ours->y);
    if (distance > judge->tolerance) {
      distance = distance_on_panel(judge, view, theirs, ours->x, ours->y);
      if (distance > judge->tolerance) return "another place";
      note(judge, out_of_range, is_noted);
    }
    judge->farthest = fmax(judge->farthest, distance);
  }
  return NULL;
}

// The words about a slot differ. Each difference needs its cause in the report.
static const char *judge_words(
    struct judge *judge, const struct kernel_view *view, int slot, const struct story *libinput,
    const struct story *gestured, bool *is_noted) {
  const struct slot_view *seen = &view->slots[slot];
  const char *theirs = libinput->words, *ours = gestured->words;
  const struct told *first = libinput->count > 0 ? libinput->told[0] : NULL;
  const struct told *last = libinput->count > 0 ? libinput->told[libinput->count - 1] : NULL;

  // libinput may have reported moves between the parts of a cut report.
  bool has_only_moves = strspn(theirs, "m") == strlen(theirs);
  if (seen->is_taken && ((strcmp(ours, "cb") == 0 && has_only_moves) ||
                         (strcmp(ours, "cbe") == 0 && strcmp(theirs, "e") == 0))) {
    note(judge, taken_slot, is_noted);
    return NULL;
  }
  if (seen->has_landed && seen->has_lifted && is_down(seen) && strcmp(ours, "eb") == 0 &&
      (theirs[0] == '\0' || (view->is_cut && has_only_moves))) {
    note(judge, touch_after_touch, is_noted);
    return NULL;
  }
  if (seen->has_landed && !is_down(seen)) {
    if ((strcmp(ours, "be") == 0 && theirs[0] == '\0') || (strcmp(ours, "ebe") == 0 && strcmp(theirs, "e") == 0)) {
      note(judge, touch_within_report, is_noted);
      return NULL;
    }
  }
  if (strcmp(ours, "m") == 0 && theirs[0] == '\0' && !seen->is_placed && seen->is_changed) {
    note(judge, size_alone, is_noted);
    return NULL;
  }
  if (strcmp(theirs, "m") == 0 && ours[0] == '\0' &&
      distance_on_panel(judge, view, first, judge->places[slot].x, judge->places[slot].y) <= judge->tolerance) {
    note(judge, out_of_range, is_noted);
    return NULL;
  }
  if (view->is_cut && gestured->count == 1 && libinput->count > 1) {
    // Both agree on the events, and on the final place.
    bool is_over = ours[0] == lifted || ours[0] == cancelled;
    size_t moves = strspn(theirs + !is_over, "m");
    bool is_same = is_over ? theirs[moves] == ours[0] && theirs[moves + 1] == '\0'
                           : theirs[0] == ours[0] && theirs[moves + 1] == '\0';
    const struct told *end = gestured->told[0];
    if (is_same && (is_over || distance_on_panel(judge, view, last, end->x, end->y) <= judge->tolerance)) {
      note(judge, cut_report, is_noted);
      return NULL;
    }
  }
  if (!view->is_multitouch && strcmp(theirs, "me") == 0 && strcmp(ours, "e") == 0 &&
      hypot(gestured->told[0]->x - judge->places[slot].x, gestured->told[0]->y - judge->places[slot].y) <=
          judge->tolerance) {
    note(judge, lift_after_move, is_noted);
    return NULL;
  }
  if (seen->is_weightless && ((is_down(seen) && strcmp(ours, "e") == 0 && has_only_moves) ||
                              (seen->has_lifted && ours[0] == '\0' && strcmp(theirs, "e") == 0))) {
    note(judge, lift_before_id, is_noted);
    return NULL;
  }
  return "other words";
}

static const char *judge_slot(
    struct judge *judge, const struct kernel_view *view, int slot, const struct telling *libinput,
    const struct telling *gestured, bool *is_noted) {
  static char wrong[512];
  const struct slot_view *seen = &view->slots[slot];
  struct story theirs = story_of(libinput, slot), ours = story_of(gestured, slot);
  struct story told_by_us = ours;
  if (leave_out_palms(&ours, seen)) note(judge, finger_after_palm, is_noted);
  const char *what = strcmp(theirs.words, ours.words) == 0
                         ? judge_places(judge, view, &theirs, &ours, is_noted)
                         : judge_words(judge, view, slot, &theirs, &ours, is_noted);
  if (what != NULL) {
    int length = snprintf(
        wrong, sizeof(wrong), "%s in slot %d: libinput %s, gestured %s;", what, slot, theirs.words, ours.words);
    for (int i = 0; i < theirs.count + ours.count && length < 400; i++) {
      const struct told *told = i < theirs.count ? theirs.told[i] : ours.told[i - theirs.count];
      length += snprintf(
          wrong + length, sizeof(wrong) - (size_t)length, " %.4f,%.4f@%lld", told->x, told->y,
          (long long)told->microseconds);
    }
  }
  if (told_by_us.count > 0) {
    judge->places[slot].x = told_by_us.told[told_by_us.count - 1]->x;
    judge->places[slot].y = told_by_us.told[told_by_us.count - 1]->y;
  }
  return what == NULL ? NULL : wrong;
}

const char *judge_report(
    struct judge *judge, const struct kernel_view *view, const struct telling *libinput,
    const struct telling *gestured) {
  bool is_told[slot_room] = {false}, is_noted = false;
  for (int i = 0; i < libinput->count; i++) is_told[libinput->told[i].slot] = true;
  for (int i = 0; i < gestured->count; i++) is_told[gestured->told[i].slot] = true;
  for (int slot = 0; slot < slot_room; slot++) {
    if (!is_told[slot]) continue;
    const char *wrong = judge_slot(judge, view, slot, libinput, gestured, &is_noted);
    if (wrong != NULL) return wrong;
  }
  // The words are equal. Checks that their order is equal too.
  if (is_noted) return NULL;
  for (int i = 0; i < libinput->count && i < gestured->count; i++) {
    if (libinput->told[i].slot == gestured->told[i].slot) continue;
    judge->differences[order_within_report]++;
    break;
  }
  return NULL;
}
