// Plays recordings into the kernel and compares the touches of gestured with those of libinput, on one device at one time.
//
//   agreement SOCKET RECORDING…     the daemon's raw socket; recordings in evemu's format, with their device
//
// Each report waits for the results of libinput and gestured on the report before, so nothing overflows on a slow
// machine. libinput reads on request. gestured reads its devices before its clients, so it has read the report once two
// turns have answered pings.
//
// Prints lines `wrong: …`, and for each recording `ok NAME REPORTS` or `not-ok NAME REPORTS`. At the end come `total …`
// and `difference NAME COUNT` for each allowed difference.
#include <evemu.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "judge.h"
#include "kernel-view.h"
#include "libinput-context.h"
#include "stop.h"
#include "subscriber.h"

enum {
  // Places may differ by a hundredth of a mm.
  tolerance_um = 10,
  // The time that the daemon may take to find a device or to answer, on an emulated and busy machine.
  patience_ms = 20000,
  touch_room = 256,
  // The number of wrong reports after which a recording is abandoned.
  most_wrong = 3
};

// A touch of gestured, and the slot found for it.
struct known_touch {
  json_int_t id;
  int slot;
};

struct run {
  struct subscriber *daemon;
  struct libinput *context;
  struct libinput_device *their_device;
  // The daemon's number of the device.
  json_int_t our_device;
  struct kernel_view view;
  struct judge judge;
  struct telling theirs, ours;
  struct known_touch touches[touch_room];
  int touch_count;
  json_int_t pings;
};

// MARK: libinput

static void note_their_event(struct run *run, struct libinput_event *event) {
  enum word word;
  switch (libinput_event_get_type(event)) {
  case LIBINPUT_EVENT_TOUCH_DOWN: word = landed; break;
  case LIBINPUT_EVENT_TOUCH_MOTION: word = moved; break;
  case LIBINPUT_EVENT_TOUCH_UP: word = lifted; break;
  case LIBINPUT_EVENT_TOUCH_CANCEL: word = cancelled; break;
  default: return;
  }
  struct libinput_event_touch *touch = libinput_event_get_touch_event(event);
  int slot = libinput_event_touch_get_slot(touch);
  struct told told = {
      .word = word, .slot = slot < 0 ? 0 : slot,
      .microseconds = (int64_t)libinput_event_touch_get_time_usec(touch)};
  if (word == landed || word == moved) {
    double width, height;
    // A panel without a size has no mm. Then both must be equally far along its axes.
    if (libinput_device_get_size(run->their_device, &width, &height) == 0) {
      told.x = libinput_event_touch_get_x(touch);
      told.y = libinput_event_touch_get_y(touch);
    } else {
      told.x = libinput_event_touch_get_x_transformed(touch, 1000000) * run->judge.width / 1000000;
      told.y = libinput_event_touch_get_y_transformed(touch, 1000000) * run->judge.height / 1000000;
    }
  }
  tell(&run->theirs, told);
}

static void ask_libinput(struct run *run) {
  run->theirs.count = 0;
  if (libinput_dispatch(run->context) < 0) stop("libinput does not read the device");
  for (struct libinput_event *event; (event = libinput_get_event(run->context)) != NULL;) {
    note_their_event(run, event);
    libinput_event_destroy(event);
  }
}

// MARK: gestured

// The slot of a touch that lands: a slot in which a contact landed at that place, and that has no touch yet.
static int slot_of_landing(const struct run *run, double x, double y) {
  for (int i = 0; i < slot_room; i++) {
    const struct slot_view *slot = &run->view.slots[i];
    if (!slot->has_landed) continue;
    double step_x = run->judge.width / run->view.width, step_y = run->judge.height / run->view.height;
    double slot_x = fmin(fmax(slot->x - run->view.left, 0), run->view.width - 1) * step_x;
    double slot_y = fmin(fmax(slot->y - run->view.top, 0), run->view.height - 1) * step_y;
    bool is_known = false;
    for (int j = 0; j < run->touch_count; j++) is_known |= run->touches[j].slot == i;
    if (!is_known && hypot(slot_x - x, slot_y - y) < tolerance_um / 1000.0) return i;
  }
  return -1;
}

static void note_our_touch(struct run *run, const json_t *line, const json_t *touch, enum word word) {
  json_int_t id = json_integer_value(json_object_get(touch, "id"));
  const json_t *place = json_object_get(touch, "location");
  double x = json_number_value(json_array_get(place, 0)), y = json_number_value(json_array_get(place, 1));
  const json_t *time = json_object_get(touch, "time");
  if (time == NULL) time = json_object_get(line, "time");

  int index = 0;
  while (index < run->touch_count && run->touches[index].id != id) index++;
  if (word == landed) {
    if (index < run->touch_count || run->touch_count == touch_room) stop("a touch lands twice");
    int slot = slot_of_landing(run, x, y);
    run->touches[run->touch_count++] = (struct known_touch){id, slot};
  }
  if (index >= run->touch_count || run->touches[index].slot < 0) {
    // No contact landed there. The touch goes to a slot without a report of the kernel, which no rule excuses.
    tell(&run->ours, (struct told){word, slot_room - 1, x, y, 0});
    return;
  }
  tell(&run->ours, (struct told){word, run->touches[index].slot, x, y, llround(json_number_value(time) * 1e6)});
  if (word == lifted || word == cancelled) run->touches[index] = run->touches[--run->touch_count];
}

static void note_our_line(struct run *run, const json_t *line) {
  if (!says(line, "type", "touches") ||
      json_integer_value(json_object_get(line, "device")) != run->our_device) {
    if (says(line, "type", "dropped")) stop("the daemon dropped lines");
    return;
  }
  enum word word = says(line, "phase", "began") ? landed
                   : says(line, "phase", "moved") ? moved
                   : says(line, "phase", "ended") ? lifted : cancelled;
  size_t index;
  json_t *touch;
  json_array_foreach(json_object_get(line, "touches"), index, touch) note_our_touch(run, line, touch, word);
}

// Reads lines up to the awaited one, and notes the touches of those before it. The caller releases the line.
static json_t *hear_until(struct run *run, bool (*is_it)(const struct run *, const json_t *)) {
  for (;;) {
    json_t *line = subscriber_hear(run->daemon, patience_ms);
    if (line == NULL) stop("the daemon says nothing");
    if (is_it(run, line)) return line;
    note_our_line(run, line);
    json_decref(line);
  }
}

static bool is_pong(const struct run *run, const json_t *line) {
  return says(line, "type", "reply") && json_integer_value(json_object_get(line, "id")) == run->pings;
}

static bool is_our_device(const struct run *run, const json_t *line, const char *state) {
  return says(line, "type", "device") && says(line, "state", state) &&
         json_integer_value(json_object_get(line, "device")) == run->our_device;
}

static bool is_addition(const struct run *run, const json_t *line) {
  (void)run;
  return says(line, "type", "device") && says(line, "state", "added");
}

static bool is_removal(const struct run *run, const json_t *line) { return is_our_device(run, line, "removed"); }

// Sends a ping to gestured. Returns the time of the turn that answered it.
static double ping(struct run *run) {
  char request[64];
  snprintf(request, sizeof(request), "{\"id\":%lld,\"command\":\"ping\"}", (long long)++run->pings);
  subscriber_say(run->daemon, request);
  json_t *pong = hear_until(run, is_pong);
  double time = json_number_value(json_object_get(pong, "time"));
  json_decref(pong);
  return time;
}

// gestured sends all lines about a report in one turn. Without any line, the ping may have arrived in a turn that had
// read its devices before the report. The next turn has certainly read them since.
static void ask_gestured(struct run *run) {
  run->ours.count = 0;
  double turn = ping(run);
  while (run->ours.count == 0 && ping(run) == turn) {}
}

// MARK: A device

static void plug(struct run *run, struct evemu_device *device) {
  if (evemu_create_managed(device) < 0) stop("uinput does not make the device");
  json_t *added = hear_until(run, is_addition);
  const json_t *size = json_object_get(added, "size");
  run->our_device = json_integer_value(json_object_get(added, "device"));
  run->judge.width = json_number_value(json_array_get(size, 0));
  run->judge.height = json_number_value(json_array_get(size, 1));
  json_decref(added);

  const char *path = evemu_get_devnode(device);
  int node = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
  if (node < 0) stop("%s", path);
  kernel_view_open(&run->view, node);
  run->their_device = libinput_path_add_device(run->context, path);
  if (run->their_device == NULL) stop("libinput does not take the device");
  ask_libinput(run);
  run->touch_count = 0;
  memset(run->judge.places, 0, sizeof(run->judge.places));
}

// Removes the device. Both must cancel the touches that are down, at whatever time.
static const char *unplug(struct run *run, struct evemu_device *device) {
  evemu_destroy(device);
  evemu_delete(device);
  run->theirs.count = run->ours.count = 0;
  libinput_path_remove_device(run->their_device);
  ask_libinput(run);
  json_decref(hear_until(run, is_removal));
  for (int i = 0; i < run->theirs.count; i++) run->theirs.told[i].microseconds = -1;
  for (int i = 0; i < slot_room; i++) {
    struct slot_view *slot = &run->view.slots[i];
    *slot = (struct slot_view){.id = -1, .was_down = is_down(slot), .was_mute = slot->is_mute};
  }
  close(run->view.node);
  return judge_report(&run->judge, &run->view, &run->theirs, &run->ours);
}

// MARK: A recording

static void write_event(struct run *run, struct input_event event) {
  if (evemu_play_one(run->view.node, &event) < 0) stop("an event is not taken");
}

// Judges the last report and prints what is wrong with it. Returns true when nothing is wrong.
static bool judge(struct run *run, const char *name, int number) {
  ask_libinput(run);
  ask_gestured(run);
  const char *wrong = judge_report(&run->judge, &run->view, &run->theirs, &run->ours);
  if (wrong != NULL) printf("wrong: %s: report %d: %s\n", name, number, wrong);
  return wrong == NULL;
}

// Lifts the contacts that a recording left down, so that another recording can use its device.
static bool lift_all(struct run *run, const char *name) {
  for (int i = 0; i < slot_room && run->view.is_multitouch; i++) {
    if (!is_down(&run->view.slots[i])) continue;
    write_event(run, (struct input_event){.type = EV_ABS, .code = ABS_MT_SLOT, .value = i});
    write_event(run, (struct input_event){.type = EV_ABS, .code = ABS_MT_TRACKING_ID, .value = -1});
  }
  write_event(run, (struct input_event){.type = EV_KEY, .code = BTN_TOUCH, .value = 0});
  write_event(run, (struct input_event){.type = EV_SYN, .code = SYN_REPORT});
  return !kernel_view_read(&run->view) || judge(run, name, 0);
}

static void play(struct run *run, const char *path, bool is_last_on_device, struct evemu_device *device) {
  const char *name = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;
  FILE *events = fopen(path, "r");
  if (events == NULL) stop("%s", path);
  struct input_event event;
  int reports = 0, wrong = 0;
  while (wrong < most_wrong && evemu_read_event(events, &event) > 0) {
    write_event(run, event);
    if (event.type != EV_SYN || event.code != SYN_REPORT || !kernel_view_read(&run->view)) continue;
    wrong += !judge(run, name, ++reports);
  }
  fclose(events);
  if (is_last_on_device) {
    const char *what = unplug(run, device);
    if (what != NULL) printf("wrong: %s: when the device goes: %s\n", name, what);
    wrong += what != NULL;
  } else {
    wrong += !lift_all(run, name);
  }
  printf("%s %s %d\n", wrong == 0 ? "ok" : "not-ok", name, reports);
  fflush(stdout);
}

// The device description in a recording: all lines before its first event but comments. The caller frees it.
static char *description_of(const char *path) {
  FILE *file = fopen(path, "r");
  if (file == NULL) stop("%s", path);
  char *text = NULL, line[512];
  size_t length = 0;
  FILE *description = open_memstream(&text, &length);
  while (fgets(line, sizeof(line), file) != NULL && strncmp(line, "E:", 2) != 0) {
    if (line[0] != '#') fputs(line, description);
  }
  fclose(description);
  fclose(file);
  return text;
}

// Plays recordings one after another, on one device while their descriptions are equal.
static void play_all(struct run *run, char **paths, int count) {
  struct evemu_device *device = NULL;
  char *description = description_of(paths[0]);
  for (int i = 0; i < count; i++) {
    char *next = i + 1 < count ? description_of(paths[i + 1]) : NULL;
    bool is_last_on_device = next == NULL || strcmp(next, description) != 0;
    if (device == NULL) {
      FILE *file = fopen(paths[i], "r");
      device = evemu_new(NULL);
      if (file == NULL || evemu_read(device, file) < 0) stop("%s is not read", paths[i]);
      fclose(file);
      plug(run, device);
    }
    play(run, paths[i], is_last_on_device, device);
    if (is_last_on_device) device = NULL;
    free(description);
    description = next;
  }
}

int main(int count, char **arguments) {
  if (count < 3) stop("agreement SOCKET RECORDING…");
  static struct run run;
  run.judge.tolerance = tolerance_um / 1000.0;
  run.daemon = subscriber_connect(arguments[1]);
  subscriber_say(
      run.daemon, "{\"command\":\"subscribe\",\"touches\":\"phases\",\"filter\":[{\"type\":[\"touches\",\"device\"]}]}");
  run.context = libinput_begin();
  play_all(&run, arguments + 2, count - 2);

  const int *alike = run.judge.alike;
  printf("total %d down, %d motion, %d up, %d cancel, at most %.4f mm apart\n", alike[landed], alike[moved],
         alike[lifted], alike[cancelled], run.judge.farthest);
  for (int i = 0; i < difference_count; i++) printf("difference %s %d\n", difference_names[i], run.judge.differences[i]);
  libinput_unref(run.context);
  return 0;
}
