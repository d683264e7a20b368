#define _GNU_SOURCE
#include "reader.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/input.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ages.h"
#include "clock.h"
#include "panel.h"
#include "stop.h"

enum { MAXIMUM_AGES = 65536, EVENTS = 256, SECOND_NS = 1000000000 };

// The memory that the processes share.
struct shared {
  int is_timing;
  int age_count;
  int contacts;
  long long ended_at;
  long frames;
  long ages[MAXIMUM_AGES];
};

static volatile struct shared *shared;
static pid_t process;

// Finds the node of the only virtual device beside the panel. Returns whether there is one.
static int find_clone(char *node, size_t room) {
  DIR *devices = opendir("/sys/devices/virtual/input");
  if (!devices) return 0;
  int found = 0;
  for (struct dirent *device; !found && (device = readdir(devices));) {
    char path[300];
    snprintf(path, sizeof path, "/sys/devices/virtual/input/%s", device->d_name);
    DIR *folder = strncmp(device->d_name, "input", 5) ? NULL : opendir(path);
    if (!folder) continue;
    for (struct dirent *entry; (entry = readdir(folder));) {
      if (strncmp(entry->d_name, "event", 5)) continue;
      snprintf(node, room, "/dev/input/%.32s", entry->d_name);
      found = strcmp(node, panel_node()) != 0;
    }
    closedir(folder);
  }
  closedir(devices);
  return found;
}

static void take_in(const struct input_event *event) {
  if (event->type == EV_ABS && event->code == ABS_MT_TRACKING_ID) {
    shared->contacts += event->value < 0 ? -1 : 1;
    if (shared->contacts == 0) shared->ended_at = now_ns();
  }
  if (event->type != EV_SYN || event->code != SYN_REPORT) return;
  shared->frames++;
  if (!shared->is_timing || shared->age_count == MAXIMUM_AGES) return;
  long long stamp = event->input_event_sec * (long long)SECOND_NS + event->input_event_usec * 1000LL;
  shared->ages[shared->age_count++] = (long)(stamp - panel_reported_at());
}

static void read_on(int node) {
  struct input_event events[EVENTS];
  for (ssize_t size; (size = read(node, events, sizeof events)) > 0;) {
    for (ssize_t i = 0; i < size / (ssize_t)sizeof *events; i++) take_in(&events[i]);
  }
  // The clone is gone.
  pause();
}

void reader_begin(void) {
  if (!shared) {
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) stop("mmap");
  }
  char path[64];
  for (int tries = 0; !find_clone(path, sizeof path); tries++) {
    if (tries == 100) stop("there is no clone");
    sleep_until(now_ns() + SECOND_NS / 10);
  }
  // The panel is taken when the clone has been there for a while, and udev's processes end.
  sleep_until(now_ns() + 10LL * SECOND_NS);
  shared->contacts = 0;
  shared->frames = 0;
  process = fork();
  if (process < 0) stop("fork");
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int node = open(path, O_RDONLY | O_CLOEXEC);
    int clock = CLOCK_MONOTONIC;
    if (node < 0 || ioctl(node, EVIOCSCLOCKID, &clock) < 0) stop("%s", path);
    read_on(node);
  }
  sleep_until(now_ns() + SECOND_NS);
}

int reader_exists(void) { return process != 0; }

long reader_frames(void) { return process ? shared->frames : 0; }

int reader_contacts(void) { return shared->contacts; }

long long reader_ended_at(void) { return shared->ended_at; }

void reader_time(int on) {
  if (!process) return;
  if (on) shared->age_count = 0;
  shared->is_timing = on;
}

int reader_times(const long **ages) {
  *ages = (const long *)shared->ages;
  return shared->age_count;
}

int reader_ages(const long **ages) {
  sort_ages((long *)shared->ages, shared->age_count);
  return reader_times(ages);
}

void reader_end(void) {
  if (!process) return;
  kill(process, SIGKILL);
  waitpid(process, NULL, 0);
  process = 0;
}
