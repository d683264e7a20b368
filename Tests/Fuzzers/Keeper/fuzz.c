/// Fuzzes the keeper gestured-filter against a kernel that judges all its calls.
///
///     fuzz messages COUNT [SEED]     requests, most of them a little wrong; calls fail
///     fuzz frames COUNT [SEED]       frames through a pipe, most of them right, others wrong in any way
///     fuzz right COUNT [SEED]        frames that are right: each must arrive
///
/// It ends with 0 where nothing was wrong, and prints figures.

#include "../../../Filter/keeper.h"
#include "../../Support/CKeeper/fake-kernel.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct keeper keeper;
static struct fake fake;

/// The keeper's lines are formatted, and go nowhere.
void report(const char *format, ...) {
  char line[512];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  insist(length > 0 && (size_t)length < sizeof line, "a line of the log is short");
}

static bool once_in(uint32_t count) { return random_below(count) == 0; }

/// A request for a panel with some axes.
static struct filter_make right_request(void) {
  struct filter_make make = {.header = {.kind = FILTER_MAKE}};
  make.panel = random_below(12);
  make.bus = 3;
  make.vendor = 0x1209;
  make.product = (uint16_t)make.panel;
  make.slots = (uint16_t)(once_in(8) ? FILTER_SLOTS : 1 + random_below(10));
  make.semi_mt = once_in(8);
  make.ending = (uint8_t)random_below(2);
  make.keep_ms = once_in(3) ? 0 : random_below(FILTER_KEEP_MS + 1);
  strcpy(make.name, "Machine \"panel\" \xc3\xa9 %n");
  make.axes_present = 1u << (ABS_MT_POSITION_X - FILTER_FIRST_AXIS) | 1u << (ABS_MT_POSITION_Y - FILTER_FIRST_AXIS) |
                      1u << (ABS_MT_PRESSURE - FILTER_FIRST_AXIS);
  make.axes[ABS_MT_POSITION_X - FILTER_FIRST_AXIS] = (struct filter_axis){-100, 1079, 12};
  make.axes[ABS_MT_POSITION_Y - FILTER_FIRST_AXIS] = (struct filter_axis){0, 1919, 12};
  make.axes[ABS_MT_PRESSURE - FILTER_FIRST_AXIS] = (struct filter_axis){0, 255, 0};
  strcpy(make.properties[FILTER_CALIBRATION_MATRIX], "0 -1 1 1 0 0.25");
  strcpy(make.properties[FILTER_SEAT], "seat-kitchen");
  strcpy(make.properties[FILTER_DEVICE_GROUP], "3/1209/1:usb-0000:00:14.0-1");
  strcpy(make.properties[FILTER_FUZZ_MT_X], "8");
  return make;
}

/// A packet, and its length. Returns the packet's bytes.
static size_t random_packet(unsigned char packet[FILTER_MESSAGE_BYTES + 1]) {
  struct filter_make make = right_request();
  struct filter_hello hello = {.header = {.kind = FILTER_HELLO}, .version = once_in(20) ? random_below(3) : FILTER_VERSION};
  struct filter_keep keep = {.header = {FILTER_KEEP, random_below(9)}, .keep_ms = random_below(FILTER_KEEP_MS + 1), .ending = random_below(2)};
  struct filter_header about = {once_in(2) ? FILTER_DROP : FILTER_COUNT, random_below(9)};
  const void *bytes = &make;
  size_t length = sizeof make;
  uint32_t kind = random_below(8);
  if (!keeper.has_greeted && !once_in(20)) {
    bytes = &hello;
    length = sizeof hello;
  } else if (kind == 0) {
    bytes = &keep;
    length = sizeof keep;
  } else if (kind <= 2) {
    bytes = &about;
    length = sizeof about;
  }
  memset(packet, 0, FILTER_MESSAGE_BYTES + 1);
  memcpy(packet, bytes, length);
  if (once_in(3)) {
    // Fields of the request, with values at their borders.
    static const unsigned char borders[] = {0, 1, 2, 0x0a, 0x1b, 0x20, 0x22, 0x2e, 0x2f, 0x30, 0x65, 0x7f, 0x80, 0xc2, 0xff};
    for (uint32_t changes = 1 + random_below(4); changes > 0; changes--) {
      size_t at = once_in(2) ? random_below((uint32_t)length) : random_below(64) % length;
      packet[at] = once_in(2) ? borders[random_below(sizeof borders)] : (unsigned char)random_below(256);
    }
  }
  if (once_in(50)) length = random_below(FILTER_MESSAGE_BYTES + 2);
  return length;
}

/// The fingers that gestured has on a device.
static struct {
  int32_t id[FILTER_SLOTS];
  bool is_palm[FILTER_SLOTS];
  int down;
  int32_t next_id;
} fingers;

static void lift_all(void) {
  for (int slot = 0; slot < FILTER_SLOTS; slot++) {
    fingers.id[slot] = -1;
    fingers.is_palm[slot] = false;
  }
  fingers.down = 0;
}

static struct filter_event *put(struct filter_event *at, uint16_t type, uint16_t code, int32_t value) {
  *at = (struct filter_event){type, code, value};
  return at + 1;
}

/// A right frame of the fingers. Returns its events.
static size_t right_frame(struct filter_event *events, const struct filter_make *make) {
  struct filter_event *at = events;
  int before = fingers.down;
  for (int changes = 1 + (int)random_below(3), slot = (int)random_below(make->slots); changes > 0 && slot < make->slots; changes--, slot++) {
    at = put(at, EV_ABS, ABS_MT_SLOT, slot);
    bool lands = fingers.id[slot] < 0;
    if (!lands && once_in(3)) {
      at = put(at, EV_ABS, ABS_MT_TRACKING_ID, -1);
      if (fingers.is_palm[slot]) at = put(at, EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_FINGER);
      fingers.is_palm[slot] = false;
      fingers.id[slot] = -1;
      fingers.down--;
      continue;
    }
    if (lands) {
      at = put(at, EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_FINGER);
      fingers.id[slot] = fingers.next_id++ & UINT16_MAX;
      at = put(at, EV_ABS, ABS_MT_TRACKING_ID, fingers.id[slot]);
      fingers.down++;
    } else if (once_in(10)) {
      at = put(at, EV_ABS, ABS_MT_TOOL_TYPE, MT_TOOL_PALM);
      fingers.is_palm[slot] = true;
    }
    at = put(at, EV_ABS, ABS_MT_POSITION_X, (int32_t)random_below(1180) - 100);
    at = put(at, EV_ABS, ABS_MT_POSITION_Y, (int32_t)random_below(1920));
  }
  if ((before > 0) != (fingers.down > 0)) at = put(at, EV_KEY, BTN_TOUCH, fingers.down > 0);
  if (fingers.down > 0) at = put(at, EV_ABS, ABS_X, (int32_t)random_below(1080));
  at = put(at, EV_SYN, SYN_REPORT, 0);
  return (size_t)(at - events);
}

/// A frame that is too long, and right but for that: one finger moves on and on. Returns its events; 0 where no finger is down.
static size_t long_frame(struct filter_event *events, size_t room, const struct filter_make *make) {
  int slot = 0;
  while (slot < make->slots && fingers.id[slot] < 0) slot++;
  if (slot == make->slots) return 0;
  // The device has the tool's axis too.
  size_t most = make->slots * (size_t)(__builtin_popcount(make->axes_present) + 3) + 3;
  struct filter_event *end = events + most + 2 + random_below((uint32_t)(room - most - 1));
  struct filter_event *at = put(events, EV_ABS, ABS_MT_SLOT, slot);
  while (at < end - 1) at = put(at, EV_ABS, ABS_MT_PRESSURE, (int32_t)random_below(256));
  put(at, EV_SYN, SYN_REPORT, 0);
  return (size_t)(end - events);
}

/// Makes a frame wrong. Returns its events.
static size_t spoil(struct filter_event *events, size_t count) {
  static const uint16_t types[] = {EV_SYN, EV_KEY, EV_REL, EV_ABS, EV_MSC, EV_SW, EV_LED, EV_FF};
  static const uint16_t codes[] = {SYN_DROPPED, KEY_A, BTN_TOUCH, BTN_LEFT, ABS_X, ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_MT_PRESSURE, ABS_MT_TOOL_TYPE, ABS_MT_TOOL_Y, 0xffff};
  static const int32_t values[] = {INT32_MIN, -1, 0, 1, 2, 3, 99, 100, 65535, 65536, INT32_MAX};
  struct filter_event *event = &events[random_below((uint32_t)count)];
  switch (random_below(6)) {
  case 0: event->type = types[random_below(sizeof types / sizeof *types)]; break;
  case 1: event->code = codes[random_below(sizeof codes / sizeof *codes)]; break;
  case 2: event->value = values[random_below(sizeof values / sizeof *values)]; break;
  case 3: memmove(event, event + 1, (size_t)(events + count - event - 1) * sizeof *event); return count - 1;
  case 4: *event = events[random_below((uint32_t)count)]; break;
  default: *event = (struct filter_event){(uint16_t)random_below(65536), (uint16_t)random_below(65536), (int32_t)random_below(UINT32_MAX)};
  }
  return count;
}

/// The keeper acts whenever something is due.
static void pass_time(int64_t ms) {
  int64_t until = fake.now_ms + ms;
  do {
    int64_t deadline = keeper_deadline(&keeper);
    bool is_due = deadline > fake.now_ms && deadline < until;
    fake.now_ms = is_due ? deadline : until;
    keeper_act(&keeper, fake.now_ms);
    judge_watch();
    deadline = keeper_deadline(&keeper);
    insist(deadline < 0 || deadline > fake.now_ms || keeper_is_over(&keeper, fake.now_ms), "what is due is done");
  } while (fake.now_ms < until);
}

/// The keeper reads the pipe of a clone once.
static void read_pipe(unsigned number) {
  int pipe = keeper.clones[number].pipe;
  if (pipe >= 0) keeper_read(&keeper, number, fake_kernel.has_writer(pipe), fake.now_ms);
}

static void disconnect(void) {
  keeper_disconnect(&keeper, fake.now_ms);
  insist(fake_contacts() == 0, "SEC-12: the connection's end ends all contacts");
}

/// The keeper is told to end.
static void stop(void) {
  int64_t until = keeper_stop(&keeper, fake.now_ms);
  insist(fake_contacts() == 0, "FF-11: contacts end before the clones go");
  insist(keeper.connection < 0, "FF-3: gestured hears at once that the keeper ends");
  for (unsigned number = 0; number < FILTER_CLONES; number++) {
    insist(!keeper.clones[number].exists || keeper.clones[number].pipe < 0, "FF-3: no pipe is open once the keeper ends");
  }
  insist(until <= fake.now_ms + FILTER_FAREWELL_MS, "readers get no more than their time");
}

/// Ends every touch, and checks that none is left.
static void finish(void) {
  fake.failures = 0;
  stop();
  pass_time(FILTER_KEEP_MS);
  pass_time(FILTER_FAREWELL_MS);
  insist(keeper_is_over(&keeper, fake.now_ms), "FF-24: the keeper ends");
  if (fake.given_pipe >= 0) fake_close_given_pipe();
  insist(fake_devices() == 0, "devices are left");
  insist(fake_descriptors() == 0, "SEC-5: descriptors are left");
  insist(fake_files() == 0, "files are left");
}

/// Names that lead to another line, turn the writing direction, or are not UTF-8.
static const char *const odd_names[] = {
  "new\nline", "escape\x1b[2J", "delete\x7f", "C1 \xc2\x85", "line \xe2\x80\xa8", "paragraph \xe2\x80\xa9", "override \xe2\x80\xae",
  "isolate \xe2\x81\xa7", "no UTF-8 \xff", "too long \xc0\x8a", "surrogate \xed\xa0\x80", "too high \xf4\x90\x80\x80", "half \xe2\x80",
};

/// Asks for a clone with an odd name. The keeper refuses it. SEC-9
static void ask_for_odd_name(void) {
  struct filter_make make = right_request();
  memset(make.name, 0, sizeof make.name);
  strcpy(make.name, odd_names[random_below(sizeof odd_names / sizeof *odd_names)]);
  uint64_t made = fake.made;
  keeper_take_packet(&keeper, &make, sizeof make, fake.now_ms);
  insist(fake.made == made, "SEC-9: an odd name becomes one of a device");
}

/// A gestured of another version connects. The keeper ends, so that systemd starts the installed one. FF-5
static void greet_with_another_version(void) {
  struct filter_hello hello = {.header = {.kind = FILTER_HELLO}, .version = FILTER_VERSION + 1};
  fake.failures = 0;
  disconnect();
  keeper_connect(&keeper, fake_connection());
  keeper_take_packet(&keeper, &hello, sizeof hello, fake.now_ms);
  insist(keeper.connection < 0, "FF-5: another version is not served");
  pass_time(FILTER_FAREWELL_MS);
  insist(keeper_is_over(&keeper, fake.now_ms), "FF-5: the keeper of another version ends");
}

static void fuzz_messages(uint64_t count) {
  unsigned char packet[FILTER_MESSAGE_BYTES + 1];
  fake.failures = 40;
  for (uint64_t step = 0; step < count; step++) {
    if (keeper.connection < 0) keeper_connect(&keeper, fake_connection());
    keeper_take_packet(&keeper, packet, random_packet(packet), fake.now_ms);
    if (keeper.has_greeted && keeper.connection >= 0 && once_in(50)) ask_for_odd_name();
    if (fake.given_pipe >= 0 && once_in(3)) {
      struct filter_event frame[64];
      lift_all();
      struct filter_make make = right_request();
      fake_fill_pipe(frame, right_frame(frame, &make) * sizeof *frame);
    }
    if (once_in(4)) {
      unsigned number = random_below(FILTER_CLONES);
      read_pipe(number);
    }
    if (once_in(4)) pass_time(random_below(500));
    if (once_in(1000)) pass_time(FILTER_KEEP_MS);
    if (once_in(1000)) greet_with_another_version();
    if (once_in(200)) {
      fake.failures = 0;
      disconnect();
      fake.failures = once_in(2) ? 0 : 40;
    }
  }
}

/// A connection with one device. Sets its request.
static void begin_frames(struct filter_make *make) {
  struct filter_hello hello = {.header = {.kind = FILTER_HELLO}, .version = FILTER_VERSION};
  if (keeper.connection < 0) keeper_connect(&keeper, fake_connection());
  if (!keeper.has_greeted) keeper_take_packet(&keeper, &hello, sizeof hello, fake.now_ms);
  *make = right_request();
  pass_time(1000);
  keeper_take_packet(&keeper, make, sizeof *make, fake.now_ms);
  lift_all();
}

static void fuzz_frames(uint64_t count, bool are_right) {
  struct filter_make make = {0};
  struct filter_event frame[3000];
  // The clock stands while it is above 0, so that frames exceed the rate.
  int standing = 0;
  for (uint64_t step = 0; step < count; step++) {
    standing = standing > 0 ? standing - 1 : !are_right && once_in(30000) ? 3000 : 0;
    if (fake.given_pipe < 0 || (standing == 0 && once_in(1000))) {
      disconnect();
      insist(!are_right || fake_free_palms() == 0, "FLT-48: a contact that the keeper ends leaves a palm");
      if (fake.given_pipe >= 0) fake_close_given_pipe();
      begin_frames(&make);
      if (fake.given_pipe < 0) {
        // Clones of other panels are kept.
        pass_time(FILTER_KEEP_MS);
        begin_frames(&make);
      }
      insist(fake.given_pipe >= 0, "a right request gets a device");
    }
    unsigned number = fake.given_number;
    uint64_t passed = fake.frames;
    size_t events = right_frame(frame, &make);
    if (!are_right && once_in(12)) events = spoil(frame, events);
    size_t many = !are_right && once_in(500) ? long_frame(frame, sizeof frame / sizeof *frame, &make) : 0;
    if (many > 0) events = many;
    if (!are_right && many == 0 && once_in(8)) {
      // gestured begins again.
      lift_all();
      frame[0] = (struct filter_event){EV_SYN, SYN_DROPPED, 0};
      frame[1] = (struct filter_event){EV_SYN, SYN_REPORT, 0};
      events = 2;
    }
    size_t bytes = events * sizeof *frame;
    if (!are_right && once_in(300)) bytes -= random_below(8);
    // In pieces of any size, as a pipe gives them.
    for (size_t at = 0; at < bytes;) {
      size_t piece = once_in(4) ? 1 + random_below((uint32_t)(bytes - at)) : bytes - at;
      insist(fake_fill_pipe((char *)frame + at, piece) == piece, "the pipe has room");
      at += piece;
      read_pipe(number);
      if (bytes > 4096) read_pipe(number);
    }
    for (int reads = 0; reads < 9; reads++) {
      read_pipe(number);
    }
    if (are_right) insist(fake.frames == passed + 1, "a right frame arrives");
    if (standing == 0 && once_in(are_right ? 1 : 200)) pass_time(random_below(100));
    if (once_in(3000)) {
      // The keeper has read nothing for a while, and gestured has given up. FF-31
      int down = keeper.clones[number].stream.down;
      for (int frames = (int)random_below(20); frames > 0; frames--) {
        fake_fill_pipe(frame, right_frame(frame, &make) * sizeof *frame);
      }
      if (once_in(2)) {
        fake_close_given_pipe();
        passed = fake.frames;
        read_pipe(number);
        insist(fake.frames - passed <= (down == 0 ? 0 : 2), "FF-31: what lies in a pipe that gestured has closed reaches the clone");
      } else {
        // The same clone again, before the old pipe ends: what lies in it arrives.
        passed = fake.frames;
        keeper_take_packet(&keeper, &make, sizeof make, fake.now_ms);
        insist(!are_right || fake.frames >= passed, "the frames arrive");
        lift_all();
      }
      insist(fake_contacts() == 0, "SEC-12: the pipe's end ends all contacts");
    }
  }
}

int main(int count, char **arguments) {
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (count < 3) {
    fprintf(stderr, "usage: fuzz messages|frames|right COUNT [SEED]\n");
    return 64;
  }
  uint64_t steps = strtoull(arguments[2], NULL, 10);
  seed_random(count > 3 ? strtoull(arguments[3], NULL, 10) : 1);
  // A pipe without a reader is an error of the write alone.
  signal(SIGPIPE, SIG_IGN);
  fake_begin(&fake, 0);
  fake.is_watched = true;
  keeper_begin(&keeper, &fake_kernel, true, FAKE_WATCH_MS, fake.now_ms);
  bool is_messages = strcmp(arguments[1], "messages") == 0;
  if (is_messages) {
    fuzz_messages(steps);
  } else {
    fuzz_frames(steps, strcmp(arguments[1], "right") == 0);
  }
  finish();
  printf("%s: %llu steps, %llu devices, %llu frames, %llu events\n", arguments[1], (unsigned long long)steps,
         (unsigned long long)fake.made, (unsigned long long)fake.frames, (unsigned long long)fake.events);
  insist(is_messages ? fake.made > steps / 1000 : fake.frames > steps / 8, "the fuzzer reaches what it is to fuzz");
  return 0;
}
