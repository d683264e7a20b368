#include "panel.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "clock.h"
#include "stop.h"

// 320 by 200 mm, in hundredths. The stroke stays in the left half, which is a region of its own in some configurations,
// and within 45 mm of its start.
enum { UNITS_PER_MM = 100, WIDTH = 32000, HEIGHT = 20000, LEFT = 600, TOP = 3000, APART = 1100, REACH = 4000 };

static int uinput;
static char node[64];
static unsigned long device;
static int next_tracking_id = 1;
static int travelled;
// In memory that all processes share.
static volatile long long *reported_at;

static struct input_event frame[PANEL_FINGERS * 5 + 8];
static int length;

static void declare(int code, int maximum, int resolution) {
  struct uinput_abs_setup axis = {.code = code};
  axis.absinfo.maximum = maximum;
  axis.absinfo.resolution = resolution;
  if (ioctl(uinput, UI_ABS_SETUP, &axis) < 0) stop("UI_ABS_SETUP");
}

// The node of uinput's new device: the device's sysfs folder holds a folder eventN.
static void find_node(void) {
  char name[64], path[128];
  if (ioctl(uinput, UI_GET_SYSNAME(sizeof name), name) < 0) stop("UI_GET_SYSNAME");
  snprintf(path, sizeof path, "/sys/devices/virtual/input/%s", name);
  DIR *folder = opendir(path);
  if (!folder) stop("%s", path);
  for (struct dirent *entry; (entry = readdir(folder));) {
    if (!strncmp(entry->d_name, "event", 5)) snprintf(node, sizeof node, "/dev/input/%.32s", entry->d_name);
  }
  closedir(folder);
  if (!node[0]) stop("%s has no event node", path);
}

void panel_make(void) {
  reported_at = mmap(NULL, sizeof *reported_at, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (reported_at == MAP_FAILED) stop("mmap");
  uinput = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  if (uinput < 0) stop("/dev/uinput");
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x1209, .product = 0x0001}, .name = "Benchmark panel"};
  if (ioctl(uinput, UI_SET_EVBIT, EV_KEY) < 0 || ioctl(uinput, UI_SET_KEYBIT, BTN_TOUCH) < 0 ||
      ioctl(uinput, UI_SET_EVBIT, EV_ABS) < 0 || ioctl(uinput, UI_SET_PROPBIT, INPUT_PROP_DIRECT) < 0) {
    stop("UI_SET");
  }
  declare(ABS_X, WIDTH - 1, UNITS_PER_MM);
  declare(ABS_Y, HEIGHT - 1, UNITS_PER_MM);
  declare(ABS_MT_SLOT, PANEL_FINGERS - 1, 0);
  declare(ABS_MT_POSITION_X, WIDTH - 1, UNITS_PER_MM);
  declare(ABS_MT_POSITION_Y, HEIGHT - 1, UNITS_PER_MM);
  declare(ABS_MT_TRACKING_ID, 65535, 0);
  if (ioctl(uinput, UI_DEV_SETUP, &setup) < 0 || ioctl(uinput, UI_DEV_CREATE) < 0) stop("UI_DEV_CREATE");
  find_node();

  // A file shows that udev has handled the device.
  char known[64];
  struct stat status;
  for (int tries = 0; tries < 1000; tries++, sleep_until(now_ns() + 10000000)) {
    if (stat(node, &status) < 0) continue;
    device = status.st_rdev;
    snprintf(known, sizeof known, "/run/udev/data/c%u:%u", major(device), minor(device));
    if (access(known, F_OK) < 0) continue;
    // udev's idle processes end after a few seconds; until then they use processor time.
    sleep_until(now_ns() + 20000000000);
    return;
  }
  stop("udev does not tell of %s", node);
}

const char *panel_node(void) { return node; }

unsigned long panel_device(void) { return device; }

long long panel_reported_at(void) { return *reported_at; }

static void add(int type, int code, int value) {
  frame[length++] = (struct input_event){.type = type, .code = code, .value = value};
}

static void write_events(const struct input_event *events, int count) {
  ssize_t size = (ssize_t)(count * sizeof *events);
  if (write(uinput, events, (size_t)size) != size) stop("write to uinput");
}

// The kernel stamps a report when it gets the report's end, so the end is written by itself.
static void report(void) {
  static const struct input_event end = {.type = EV_SYN, .code = SYN_REPORT};
  write_events(frame, length);
  length = 0;
  *reported_at = now_ns();
  write_events(&end, 1);
}

// The position in the stroke, which goes back and forth.
static int along(int distance, int reach) {
  int place = distance % (2 * reach);
  return place < reach ? place : 2 * reach - place;
}

static void place(int fingers) {
  int x = LEFT + along(travelled, REACH), y = TOP + along(travelled / 2, REACH / 2);
  for (int finger = 0; finger < fingers; finger++) {
    add(EV_ABS, ABS_MT_SLOT, finger);
    add(EV_ABS, ABS_MT_POSITION_X, x + finger * APART);
    add(EV_ABS, ABS_MT_POSITION_Y, y + finger * APART / 2);
  }
  add(EV_ABS, ABS_X, x);
  add(EV_ABS, ABS_Y, y);
}

void panel_land(int fingers) {
  travelled = 0;
  for (int finger = 0; finger < fingers; finger++) {
    add(EV_ABS, ABS_MT_SLOT, finger);
    add(EV_ABS, ABS_MT_TRACKING_ID, next_tracking_id++ & 65535);
  }
  place(fingers);
  add(EV_KEY, BTN_TOUCH, 1);
  report();
}

void panel_move(int fingers, int step) {
  travelled += step;
  place(fingers);
  report();
}

void panel_lift(int fingers) {
  for (int finger = 0; finger < fingers; finger++) {
    add(EV_ABS, ABS_MT_SLOT, finger);
    add(EV_ABS, ABS_MT_TRACKING_ID, -1);
  }
  add(EV_KEY, BTN_TOUCH, 0);
  report();
}
