#include "plan.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stop.h"

enum {
  // Limits of docs/protocol.md: filters of a subscription, names in a list, and regions and recognizers of a connection.
  FILTERS = 32,
  NAMES = 250,
  REGIONS = 250,
  RECOGNIZERS = 51, // each for five numbers of fingers
  OWNERS = 4,       // with these the user reaches its limit
  MOVES = 1700,     // as many as fit in one request
  UNKNOWN_KEYS = 6000,
  RELATED = 60,
  DEPTH = 60,
  FLOOD = 60000,
  AS_MANY_AS_FIT = 1 << 30
};

static void add(struct text *text, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  if (text->room < text->length + 4096) {
    text->room = 2 * text->room + 8192;
    text->bytes = realloc(text->bytes, text->room);
    if (text->bytes == NULL) stop("no room for a request");
  }
  text->length += (size_t)vsnprintf(text->bytes + text->length, text->room - text->length, format, arguments);
  va_end(arguments);
}

static const char *comma(int number) { return number == 0 ? "" : ","; }

// Regions that cover the place of the finger, in chains of a given depth. Each name contains the user and the connection.
static struct text regions(int user, int connection, int depth, const char *more) {
  struct text text = {0};
  add(&text, "{\"command\":\"regions\",\"edits\":[");
  for (int i = 0; i < REGIONS; i++) {
    add(&text, "%s{\"add\":{\"name\":\"g%d_%d_%d\",\"frame\":[0,0,100,100]%s", comma(i), user, connection, i, more);
    if (i % depth != 0) add(&text, ",\"parent\":\"g%d_%d_%d\"", user, connection, i - 1);
    add(&text, "}}");
  }
  add(&text, "]}\n");
  return text;
}

static struct text recognizers(const char *more) {
  struct text text = {0};
  add(&text, "{\"command\":\"recognizers\",\"edits\":[");
  for (int i = 0; i < RECOGNIZERS; i++) {
    add(&text, "%s{\"add\":{\"name\":\"z%d\",\"kind\":\"tap\",\"touches\":[1,2,3,4,5],\"public\":true%s}}", comma(i), i, more);
  }
  add(&text, "]}\n");
  return text;
}

// A subscription with the most filters, each with the most names.
static struct text subscription(int user, int has_region) {
  struct text text = {0};
  add(&text, "{\"command\":\"subscribe\",\"filter\":[");
  for (int i = 0; i < FILTERS; i++) {
    add(&text, "%s{", comma(i));
    if (has_region) add(&text, "\"region\":[\"root\",\"g%d_0_0\"],", user);
    add(&text, "\"recognizer\":[");
    for (int j = 0; j < NAMES; j++) add(&text, "%s\"n%d\"", comma(j), j);
    add(&text, "]}");
  }
  add(&text, "]}\n");
  return text;
}

static struct text request(const char *line) {
  struct text text = {0};
  add(&text, "%s\n", line);
  return text;
}

static void say_first(struct plan *plan, struct text text) { plan->first[plan->firsts++] = text; }

static void say_again(struct plan *plan, struct text text) { plan->again[plan->agains++] = text; }

// The first connections own as many regions and recognizers as a user may.
static void own_much(int user, struct plan plans[], int depth) {
  for (int i = 0; i < OWNERS; i++) {
    say_first(&plans[i], regions(user, i, depth, ""));
    say_first(&plans[i], recognizers(""));
  }
}

// Many filters and own regions; then regions that come and go.
static void filters(int user, struct plan plans[]) {
  own_much(user, plans, DEPTH);
  struct text subscribe = subscription(user, 1);
  for (int i = 1; i < CONNECTIONS; i++) say_first(&plans[i], subscribe);
  struct text text = {0};
  add(&text, "{\"command\":\"regions\",\"edits\":[{\"add\":{\"name\":\"h%d\",\"frame\":[0,0,9,9]}}]}\n", user);
  say_again(&plans[0], text);
  text = (struct text){0};
  add(&text, "{\"command\":\"regions\",\"edits\":[{\"remove\":\"h%d\"}]}\n", user);
  say_again(&plans[0], text);
  plans[0].window = 2;
}

// Filters and regions as in `filters`, with subscriptions without end.
static void resubscribe(int user, struct plan plans[]) {
  own_much(user, plans, DEPTH);
  struct text subscribe = subscription(user, 1);
  for (int i = 0; i < CONNECTIONS; i++) say_again(&plans[i], subscribe);
}

static void names(int user, struct plan plans[]) {
  for (int i = 0; i < OWNERS; i++) say_first(&plans[i], recognizers(""));
  struct text subscribe = subscription(user, 0);
  for (int i = 0; i < CONNECTIONS; i++) say_again(&plans[i], subscribe);
}

// One request moves a region 1,700 times, and another reorders regions as often.
static void moves(int user, struct plan plans[]) {
  for (int i = 0; i < OWNERS; i++) {
    say_first(&plans[i], regions(user, i, DEPTH, ""));
    struct text move = {0}, order = {0};
    add(&move, "{\"command\":\"regions\",\"edits\":[");
    add(&order, "{\"command\":\"regions\",\"edits\":[");
    for (int j = 0; j < MOVES; j++) add(&move, "%s{\"move\":\"g%d_%d_0\",\"to\":\"root\"}", comma(j), user, i);
    for (int j = 0; j < MOVES * 2 / 3; j++) {
      add(&order, "%s{\"reorder\":\"g%d_%d_0\",\"in_front_of\":null}", comma(j), user, i);
    }
    add(&move, "]}\n");
    add(&order, "]}\n");
    say_again(&plans[i], move);
    say_again(&plans[i], order);
  }
}

// Unknown names, for which the daemon searches the nearest known name, and unknown keys.
static void unknown(int user, struct plan plans[]) {
  for (int i = 0; i < OWNERS; i++) say_first(&plans[i], regions(user, i, 1, ""));
  char name[65] = {0};
  memset(name, 'q', sizeof name - 1);
  struct text region = {0}, keys = {0};
  add(&region, "{\"command\":\"regions\",\"edits\":[{\"remove\":\"%s\"}]}\n", name);
  add(&keys, "{\"command\":\"ping\"");
  for (int i = 0; i < UNKNOWN_KEYS; i++) add(&keys, ",\"k%d\":1", i);
  add(&keys, "}\n");
  for (int i = 0; i < CONNECTIONS; i++) say_again(&plans[i], i % 2 == 0 ? region : keys);
}

// Answers without a question, and states of recognizers that do not exist.
static void wrong_answers(int user, struct plan plans[]) {
  (void)user;
  struct text answers = {0}, states = {0};
  while (answers.length < FLOOD) add(&answers, "{\"command\":\"answer\",\"question\":1,\"value\":true}\n");
  while (states.length < FLOOD) add(&states, "{\"command\":\"state\",\"event\":1,\"state\":\"ended\"}\n");
  for (int i = 0; i < CONNECTIONS; i++) {
    say_again(&plans[i], i % 2 == 0 ? answers : states);
    plans[i].window = AS_MANY_AS_FIT;
  }
}

static void empty_lines(int user, struct plan plans[]) {
  (void)user;
  struct text text = {0};
  while (text.length < FLOOD) add(&text, "\n\n\n\n\n\n\n\n");
  for (int i = 0; i < CONNECTIONS; i++) {
    say_again(&plans[i], text);
    plans[i].window = AS_MANY_AS_FIT;
  }
}

// A request of 60,000 bytes, sent byte by byte.
static void bytes(int user, struct plan plans[]) {
  (void)user;
  struct text text = {0};
  add(&text, "{\"command\":\"ping\"");
  while (text.length < FLOOD) add(&text, "        ");
  add(&text, "}\n");
  for (int i = 0; i < CONNECTIONS; i++) {
    say_again(&plans[i], text);
    plans[i].piece = 1;
  }
}

// Lists and snapshots of everything, without end.
static void listing(int user, struct plan plans[]) {
  own_much(user, plans, 1);
  struct text regions = request("{\"command\":\"regions\"}");
  struct text snapshot = request("{\"command\":\"subscribe\",\"snapshot\":true}");
  struct text recognizers = request("{\"command\":\"recognizers\"}");
  for (int i = 0; i < CONNECTIONS; i++) {
    say_again(&plans[i], i % 2 == 0 ? regions : recognizers);
    say_again(&plans[i], snapshot);
  }
}

// Recognizers come and go; each has relations to all recognizers before it.
static void relations(int user, struct plan plans[]) {
  (void)user;
  struct text come = {0}, go = {0};
  add(&come, "{\"command\":\"recognizers\",\"edits\":[");
  add(&go, "{\"command\":\"recognizers\",\"edits\":[");
  for (int i = 0; i < RELATED; i++) {
    add(&come, "%s{\"add\":{\"name\":\"t%d\",\"kind\":\"tap\",\"public\":true,\"simultaneous_with\":\"*\",\"can_prevent\":\"*\"",
        comma(i), i);
    add(&come, ",\"require_to_fail\":[");
    for (int j = 0; j < i; j++) add(&come, "%s\"t%d\"", comma(j), j);
    add(&come, "]}}");
    add(&go, "%s{\"remove\":\"t%d\"}", comma(i), i);
  }
  add(&come, "]}\n");
  add(&go, "]}\n");
  for (int i = 0; i < 16; i++) {
    say_again(&plans[i], come);
    say_again(&plans[i], go);
    plans[i].window = 1;
  }
}

// Recognizers that ask about one another while fingers move, in regions that cover the screen.
static void asking(int user, struct plan plans[]) {
  static const char *const kinds[] = {"tap", "pan", "long_press", "swipe"};
  for (int i = 0; i < OWNERS; i++) {
    struct text region = {0}, text = {0};
    add(&region, "{\"command\":\"regions\",\"edits\":[{\"add\":{\"name\":\"a%d_%d\",\"frame\":[0,0,\"100%%\",\"100%%\"]}}]}\n", user, i);
    add(&text, "{\"command\":\"recognizers\",\"edits\":[");
    for (int j = 0; j < RECOGNIZERS; j++) {
      add(&text, "%s{\"add\":{\"name\":\"k%d\",\"kind\":\"%s\",\"touches\":[1,2,3,4,5],\"region\":\"a%d_%d\"", comma(j), j,
          kinds[j % 4], user, i);
      add(&text, ",\"ask\":[\"should_begin\",\"should_receive\",\"should_receive_event\",\"simultaneous\",");
      add(&text, "\"require_failure\",\"be_required_to_fail\"]}}");
    }
    add(&text, "]}\n");
    say_first(&plans[i], region);
    say_first(&plans[i], text);
    plans[i].answers = 1;
  }
}

// Filters that name the root, and so each region.
static void sets(int user, struct plan plans[]) {
  for (int i = 0; i < OWNERS; i++) say_first(&plans[i], regions(user, i, DEPTH, ""));
  struct text text = {0};
  add(&text, "{\"command\":\"subscribe\",\"filter\":[");
  for (int i = 0; i < FILTERS; i++) add(&text, "%s{\"region\":\"root\"}", comma(i));
  add(&text, "]}\n");
  for (int i = 0; i < CONNECTIONS; i++) say_first(&plans[i], text);
}

// Nested regions, all of which the daemon searches for each touch, and clients that receive everything.
static void deep(int user, struct plan plans[]) {
  static const char more[] = ",\"hit_policy\":\"pass_through\",\"hit_outset\":1000,\"rotation_degrees\":1,\"scale\":1.01";
  for (int i = 0; i < OWNERS; i++) {
    say_first(&plans[i], regions(user, i, DEPTH, more));
    say_first(&plans[i], recognizers(""));
  }
  struct text subscribe =
      request("{\"command\":\"subscribe\",\"filter\":[{\"type\":[\"gesture\",\"transition\",\"region\",\"recognizer\"]}]}");
  for (int i = 0; i < CONNECTIONS; i++) say_first(&plans[i], subscribe);
}

static const struct {
  const char *name;
  void (*make)(int user, struct plan plans[]);
} scenes[] = {
    {"filters", filters}, {"resubscribe", resubscribe},     {"names", names},             {"moves", moves},
    {"unknown", unknown}, {"wrong-answers", wrong_answers}, {"empty-lines", empty_lines}, {"listing", listing},
    {"asking", asking},   {"relations", relations},         {"sets", sets},               {"deep", deep},
    {"bytes", bytes},
};

int make_plans(const char *scene, int user, struct plan plans[CONNECTIONS]) {
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) {
    if (strcmp(scenes[i].name, scene) != 0) continue;
    memset(plans, 0, CONNECTIONS * sizeof *plans);
    for (int j = 0; j < CONNECTIONS; j++) plans[j].window = 4;
    scenes[i].make(user, plans);
    return 1;
  }
  return 0;
}
