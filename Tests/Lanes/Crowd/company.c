// A finger at 120 Hz, a victim that listens to it, and two users of attackers who do their worst beside it.
//
//   crowd company SOCKET STROKES SCENE…     plays each scene on a daemon of its own, with attacks as long as so many strokes of half a
//                                     second; `quiet` has no attackers
//
// Prints a line for each scene: `scene NAME` and pairs `WORD=NUMBER`. Times are the machine's, in nanoseconds. With `-icount shift=0` an
// instruction takes one nanosecond. The kernel counts the daemon's processor time.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "attacker.h"
#include "clock.h"
#include "company.h"
#include "panel.h"
#include "process.h"
#include "stop.h"
#include "subject.h"
#include "victim.h"

enum {
  USERS = 2,
  FRAME_NS = 8333333,
  // A stroke is half a second of the finger and a short rest, four frames.
  MOVES = 56,
  REST = 4,
  STEP = 60, // hundredths of a mm
  // Strokes before the attack, and after it. The daemon needs time for requests that attackers leave behind.
  BEFORE = 2,
  AFTER = 2,
  MOST_STROKES = 240
};

struct shared {
  struct heard heard;
  struct orders orders[USERS];
};

static long long next_frame;

static void await_frame(void) {
  next_frame += FRAME_NS;
  sleep_until(next_frame);
}

// Plays `count` strokes. Returns the most memory of the daemon meanwhile, in KiB, or `peak` where that is more.
static long strokes(int count, long peak) {
  for (int i = 0; i < count; i++) {
    await_frame();
    panel_land(1);
    for (int j = 0; j < MOVES; j++) {
      await_frame();
      panel_move(1, STEP);
    }
    await_frame();
    panel_lift(1);
    for (int j = 0; j < REST; j++) await_frame();
    long now = process_memory(subject_process()).anonymous;
    if (now > peak) peak = now;
  }
  return peak;
}

static int order(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

static int share_of(const int *sorted, int count, double share) {
  return count == 0 ? -1 : sorted[(int)((count - 1) * share + 0.5)];
}

static void await(pid_t process) {
  for (int i = 0; i < 200; i++, sleep_until(now_ns() + FRAME_NS)) {
    if (waitpid(process, NULL, WNOHANG) == process) return;
  }
  kill(process, SIGKILL);
  waitpid(process, NULL, 0);
}

static void play(const char *scene, const char *path, int during) {
  static char *arguments[] = {"gestured", "--config", "/Guest/company.toml", NULL};
  int is_quiet = strcmp(scene, "quiet") == 0;
  struct shared *shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) stop("mmap");
  subject_start(arguments, SERVICE);
  pid_t victim = fork(), attackers[USERS] = {0};
  if (victim == 0) be_victim(path, &shared->heard);
  for (int i = 0; i < USERS && !is_quiet; i++) {
    attackers[i] = fork();
    if (attackers[i] == 0) attack(scene, i, path, &shared->orders[i]);
  }
  // The attackers prepare their requests meanwhile.
  sleep_until(now_ns() + 2000000000);

  // Real-time priority makes the hand as punctual as a panel.
  struct sched_param first = {.sched_priority = 1};
  if (sched_setscheduler(0, SCHED_FIFO, &first) < 0) stop("SCHED_FIFO");
  next_frame = now_ns();
  long start = strokes(BEFORE, 0);
  long long begin = now_ns(), used = process_usage(subject_process()).instructions;
  for (int i = 0; i < USERS; i++) shared->orders[i].begins = 1;
  long peak = strokes(during, start);
  long long attack = now_ns() - begin;
  for (int i = 0; i < USERS; i++) shared->orders[i].ends = 1;
  peak = strokes(AFTER, peak);
  used = process_usage(subject_process()).instructions - used;
  long long span = now_ns() - begin;
  struct sched_param none = {0};
  sched_setscheduler(0, SCHED_OTHER, &none);

  // The daemon sends its last lines within this second.
  for (int i = 0; i < USERS && !is_quiet; i++) await(attackers[i]);
  sleep_until(now_ns() + 1000000000);
  shared->heard.ends = 1;
  await(victim);
  struct heard *heard = &shared->heard;
  qsort(heard->late, (size_t)heard->lines, sizeof heard->late[0], order);
  printf("scene %s lines=%d strokes=%d of=%d fewest=%d most=%d left_out=%d byes=%d late_p50=%d late_p999=%d late_max=%d", scene,
         heard->lines, heard->strokes, BEFORE + during + AFTER, heard->fewest, heard->most, heard->left_out, heard->byes,
         share_of(heard->late, heard->lines, 0.5), share_of(heard->late, heard->lines, 0.999), share_of(heard->late, heard->lines, 1));
  printf(" used=%lld span=%lld attack=%lld memory_start=%ld memory_peak=%ld", used, span, attack, start, peak);
  long done = 0, refused = 0, ended = 0, made = 0;
  for (int i = 0; i < USERS; i++) {
    done += shared->orders[i].done;
    refused += shared->orders[i].refused;
    ended += shared->orders[i].ended;
    made += shared->orders[i].made;
  }
  printf(" made=%ld done=%ld refused=%ld ended=%ld\n", made, done, refused, ended);
  fflush(stdout);
  munmap(shared, sizeof *shared);
  subject_end();
}

int play_scenes(int count, char **arguments) {
  int during = count > 2 ? atoi(arguments[1]) : 0;
  if (during < 1 || during > MOST_STROKES) stop("crowd company SOCKET STROKES SCENE…, with 1 to %d strokes", MOST_STROKES);
  panel_make();
  for (int i = 2; i < count; i++) play(arguments[i], arguments[0], during);
  return 0;
}
