// Panels beyond evemu's descriptions: many at once, with any bytes as a name, as fast as the kernel takes events. It also revokes the
// open node of another process, as a session's broker does.
//
//   `panels COUNT NAME`         makes that many touchscreens of ten slots, says `made` and stays; they go when it ends.
//   SIGUSR1                     ten fingers land on the first one, move for the environment's STORM_MS, rest a little and lift.
//                               A frame takes 100 microseconds. Then the program prints the number of frames.
//   `panels replug TIMES NAME`  makes such a touchscreen that many times, each time with a finger on it, and removes it.
//                               It does so at once, after 5 ms, or, each twelfth time, 250 ms after udev has finished.
//   `panels revoke PID NODE`    revokes the node that the process has open, as logind does with EVIOCREVOKE
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "stop.h"

enum { FINGERS = 10, WIDTH = 1080, HEIGHT = 1920, FRAME_NS = 100000 };

static void must(long result, const char *what) {
  if (result < 0) stop("panels: %s", what);
}

static void declare(int panel, int code, int maximum, int resolution) {
  struct uinput_abs_setup axis = {.code = code};
  axis.absinfo.maximum = maximum;
  axis.absinfo.resolution = resolution;
  must(ioctl(panel, UI_ABS_SETUP, &axis), "UI_ABS_SETUP");
}

static int make(const char *name) {
  int panel = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  must(panel, "/dev/uinput");
  must(ioctl(panel, UI_SET_EVBIT, EV_KEY), "UI_SET_EVBIT");
  must(ioctl(panel, UI_SET_KEYBIT, BTN_TOUCH), "UI_SET_KEYBIT");
  must(ioctl(panel, UI_SET_EVBIT, EV_ABS), "UI_SET_EVBIT");
  must(ioctl(panel, UI_SET_PROPBIT, INPUT_PROP_DIRECT), "UI_SET_PROPBIT");
  declare(panel, ABS_X, WIDTH - 1, 12);
  declare(panel, ABS_Y, HEIGHT - 1, 12);
  declare(panel, ABS_MT_SLOT, FINGERS - 1, 0);
  declare(panel, ABS_MT_POSITION_X, WIDTH - 1, 12);
  declare(panel, ABS_MT_POSITION_Y, HEIGHT - 1, 12);
  declare(panel, ABS_MT_TRACKING_ID, 65535, 0);
  struct uinput_setup setup = {.id = {.bustype = BUS_USB, .vendor = 0x1209, .product = 0x0001}};
  strncpy(setup.name, name, sizeof setup.name - 1);
  must(ioctl(panel, UI_DEV_SETUP, &setup), "UI_DEV_SETUP");
  must(ioctl(panel, UI_DEV_CREATE), "UI_DEV_CREATE");
  return panel;
}

static struct input_event frame[FINGERS * 4 + 8];
static int length;

static void add(int type, int code, int value) {
  frame[length++] = (struct input_event){.type = type, .code = code, .value = value};
}

static void report(int panel) {
  add(EV_SYN, SYN_REPORT, 0);
  must(write(panel, frame, length * sizeof *frame), "write");
  length = 0;
}

static long long now_ns(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void storm(int panel, long long ms) {
  static int next_id = 1;
  for (int finger = 0; finger < FINGERS; finger++) {
    add(EV_ABS, ABS_MT_SLOT, finger);
    add(EV_ABS, ABS_MT_TRACKING_ID, next_id++ & 65535);
    add(EV_ABS, ABS_MT_POSITION_X, 60 + finger * 100);
    add(EV_ABS, ABS_MT_POSITION_Y, 300);
  }
  add(EV_KEY, BTN_TOUCH, 1);
  report(panel);
  long long start = now_ns(), end = start + ms * 1000000, due = start;
  long frames = 0;
  for (; due < end; frames++) {
    due += FRAME_NS;
    struct timespec until = {.tv_sec = due / 1000000000, .tv_nsec = due % 1000000000};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
    for (int finger = 0; finger < FINGERS; finger++) {
      add(EV_ABS, ABS_MT_SLOT, finger);
      add(EV_ABS, ABS_MT_POSITION_X, 60 + finger * 100 + frames % 7);
      add(EV_ABS, ABS_MT_POSITION_Y, 300 + (frames / 10) % 1500);
    }
    report(panel);
  }
  long long lasted = now_ns() - start;
  // The reader has time to catch up before the lift.
  usleep(500000);
  for (int finger = 0; finger < FINGERS; finger++) {
    add(EV_ABS, ABS_MT_SLOT, finger);
    add(EV_ABS, ABS_MT_TRACKING_ID, -1);
  }
  add(EV_KEY, BTN_TOUCH, 0);
  report(panel);
  printf("%ld frames in %lld ms\n", frames, lasted / 1000000);
  fflush(stdout);
}

static void revoke_node(const char *process, const char *node) {
  char folder[64], path[384], target[256];
  snprintf(folder, sizeof folder, "/proc/%s/fd", process);
  DIR *descriptors = opendir(folder);
  if (!descriptors) must(-1, folder);
  int pidfd = syscall(SYS_pidfd_open, atoi(process), 0);
  must(pidfd, "pidfd_open");
  for (struct dirent *entry; (entry = readdir(descriptors));) {
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    ssize_t size = readlink(path, target, sizeof target - 1);
    if (size < 0) continue;
    target[size] = 0;
    if (strcmp(target, node)) continue;
    int theirs = syscall(SYS_pidfd_getfd, pidfd, atoi(entry->d_name), 0);
    must(theirs, "pidfd_getfd");
    must(ioctl(theirs, EVIOCREVOKE, 0), "EVIOCREVOKE");
    exit(0);
  }
  stop("panels: %s does not have %s open", process, node);
}

// Waits until udev has finished with all devices, for 5 s at most. Devices that disappeared at once keep it busy for a
// while.
static void let_udev_finish(void) {
  for (int waited_ms = 0; waited_ms < 5000 && !access("/run/udev/queue", F_OK); waited_ms += 20) usleep(20000);
}

static void replug(int times, const char *name) {
  for (int i = 0; i < times; i++) {
    int panel = make(name);
    if (i % 12 == 11) {
      // The kernel has announced the device by now, and udev has begun.
      usleep(20000);
      let_udev_finish();
      usleep(250000);
    } else {
      usleep(i % 2 ? 5000 : 0);
    }
    add(EV_ABS, ABS_MT_SLOT, 0);
    add(EV_ABS, ABS_MT_TRACKING_ID, i & 65535);
    add(EV_ABS, ABS_MT_POSITION_X, 60 + i % 900);
    add(EV_ABS, ABS_MT_POSITION_Y, 300);
    add(EV_KEY, BTN_TOUCH, 1);
    report(panel);
    close(panel);
  }
}

int main(int count, char **arguments) {
  if (count == 4 && !strcmp(arguments[1], "replug")) {
    replug(atoi(arguments[2]), arguments[3]);
    return 0;
  }
  if (count == 4 && !strcmp(arguments[1], "revoke")) revoke_node(arguments[2], arguments[3]);
  if (count != 3) stop("usage: panels COUNT NAME | panels replug TIMES NAME | panels revoke PID NODE");
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGUSR1);
  sigprocmask(SIG_BLOCK, &signals, NULL);
  int first = make(arguments[2]);
  for (int made = 1; made < atoi(arguments[1]); made++) make(arguments[2]);
  puts("made");
  fflush(stdout);
  const char *length_of_storm = getenv("STORM_MS");
  for (int signal; !sigwait(&signals, &signal);) storm(first, length_of_storm ? atoll(length_of_storm) : 1000);
}
