// Measures programs that read a touchscreen, inside the machine: reads commands, one a line, and answers with lines of
// JSON.
//
//   subject NAME KIND COMMAND…      starts a program; NODE in its words stands for the panel's node. KIND: a `service` reports
//                                   when it is ready, a `watchdog` also feeds a watchdog, a `plain` program does neither. A `pair` is
//                                   two plain programs with a word `|` between them: the first writes to the second
//   companion COMMAND…              starts a program that works for the next subject, and ends with it
//   reader                          a reader of the clone that the subject makes of the panel
//   subscribers COUNT PATH [WHAT]   that many readers of its socket, which request nothing, `touches` alone, `everything`, or
//                                   gestures with `fingers`
//   pages COUNT PORT                that many readers of the bridge that the subject is, which request nothing
//   stroke FINGERS RATE FRAMES      the cost of frames while fingers move; lists with commas run in every combination
//   whole FINGERS FRAMES COUNT      the cost of whole gestures: fingers land, move for that many frames at 120 Hz, lift, and rest.
//                                   Without a frame it is a tap; lists with commas run in every combination
//   course FINGERS FRAMES COUNT     the cost of each frame of a whole gesture, and of the second after its lift
//   ends FINGERS COUNT              the ages of landings and of lifts when they reach the clone
//   ages FINGERS RATE FRAMES        the ages of lines when they wake a subscriber
//   idle SECONDS                    its work while nothing happens
//   memory                          its memory
//   killed                          the time from its SIGKILL, with two fingers down, until they have ended on the clone, and until
//                                   others receive what the panel reports
//   load COUNT                      that many processes that never wait; 0 ends them
//   end                             ends the program and its subscribers
//
// One panel exists all the time. Counting runs between two moments in the middle of the stroke, when all earlier work
// is done.
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ages.h"
#include "clock.h"
#include "mark.h"
#include "panel.h"
#include "process.h"
#include "reader.h"
#include "stop.h"
#include "subject.h"
#include "subscribers.h"

enum { MAXIMUM_WORDS = 32, MAXIMUM_LOAD = 16, SECOND_NS = 1000000000 };

// The frames a second of whole gestures, and how far each goes, in hundredths of a millimeter: 12 frames are a swipe.
enum { RATE_OF_WHOLE = 120, STEP_OF_WHOLE = 125 };

// Hundredths of a millimeter a second.
enum { SPEED = 6000 };

enum { MAXIMUM_FRAMES = 60, MAXIMUM_ENDS = 100 };

static char subject_name[64];
static pid_t load[MAXIMUM_LOAD];
static int load_count;

// --- Actions

static void connect_subscribers(int count, const char *path, const char *what) {
  const char *request = NULL;
  if (what && !strcmp(what, "touches")) {
    request = "{\"command\":\"subscribe\",\"touches\":\"phases\",\"filter\":[{\"type\":\"touches\"}]}\n";
  } else if (what && !strcmp(what, "everything")) {
    request = "{\"command\":\"subscribe\",\"touches\":\"phases\"}\n";
  } else if (what && !strcmp(what, "fingers")) {
    request = "{\"command\":\"subscribe\",\"fingers\":true}\n";
  } else if (what) {
    errno = 0;
    stop("nobody subscribes to %s", what);
  }
  subscribers_connect(count, path, request);
}

static void set_load(int count) {
  if (count > MAXIMUM_LOAD) stop("a load of %d is too much", count);
  for (; load_count < count; load_count++) {
    load[load_count] = fork();
    if (load[load_count] < 0) stop("fork");
    if (load[load_count] == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      for (volatile unsigned long turns = 0;; turns++) continue;
    }
  }
  for (; load_count > count; load_count--) {
    kill(load[load_count - 1], SIGKILL);
    waitpid(load[load_count - 1], NULL, 0);
  }
}

// Moves the fingers for that many frames from a time on, and advances the time to the next frame.
static void move(int fingers, int rate, int frames, long long *due) {
  for (int frame = 0; frame < frames; frame++) {
    *due += SECOND_NS / rate;
    sleep_until(*due);
    panel_move(fingers, SPEED / rate);
  }
}

// The work so far of the subject and of its companion.
struct work {
  struct usage subject, companion;
};

static struct work work_so_far(void) {
  struct work work = {0};
  work.subject = process_usage(subject_process());
  if (subject_companion()) work.companion = process_usage(subject_companion());
  return work;
}

// Prints the work between two moments, as fields of an object.
static void tell_work(struct work from, struct work to) {
  long long instructions = to.subject.instructions - from.subject.instructions;
  long long wake_ups = to.subject.wake_ups - from.subject.wake_ups;
  if (!subject_companion()) {
    printf("\"instructions\":%lld,\"wake_ups\":%lld", instructions, wake_ups);
    return;
  }
  struct usage companion = {
      .instructions = to.companion.instructions - from.companion.instructions,
      .wake_ups = to.companion.wake_ups - from.companion.wake_ups,
      .writes = to.companion.writes - from.companion.writes,
  };
  printf(
      "\"instructions\":%lld,\"wake_ups\":%lld,\"writes\":%lld,\"companion\":%lld,\"companion_wake_ups\":%lld,"
      "\"companion_writes\":%lld",
      instructions + companion.instructions, wake_ups, to.subject.writes - from.subject.writes, companion.instructions,
      companion.wake_ups, companion.writes);
}

// Prints how long after the kernel's stamp of the panel's report lines and frames arrived, as fields of an object.
static void tell_ages(const char *prefix, const long *ages, int count) {
  printf(
      ",\"%scount\":%d,\"%sp50\":%ld,\"%sp99\":%ld,\"%smax\":%ld", prefix, count, prefix, ages[count / 2], prefix,
      ages[count * 99 / 100], prefix, ages[count - 1]);
}

static void stroke(int fingers, int rate, int frames, int is_timed) {
  long long due = now_ns(), between = SECOND_NS / rate / 2;
  panel_land(fingers);
  // For a second, in which every recognizer except pans fails or recognizes.
  move(fingers, rate, rate, &due);
  sleep_until(due + between);

  struct work before = work_so_far();
  long fewest = subscribers_fewest_lines(), lines = subscribers_lines(), forwarded = reader_frames();
  subscribers_time(is_timed);
  reader_time(is_timed);
  MARK();
  move(fingers, rate, frames, &due);
  sleep_until(due + between);
  MARK();
  subscribers_time(0);
  reader_time(0);
  struct work after = work_so_far();
  fewest = subscribers_fewest_lines() - fewest;
  lines = subscribers_lines() - lines;
  forwarded = reader_frames() - forwarded;

  panel_lift(fingers);
  // Longer than a tap's wait for the next tap.
  sleep_until(now_ns() + SECOND_NS);
  printf(
      "{\"what\":\"%s\",\"subject\":\"%s\",\"subscribers\":%d,\"fingers\":%d,\"rate\":%d,\"frames\":%d,\"load\":%d,"
      "\"fewest_lines\":%ld,\"lines\":%ld,",
      is_timed ? "ages" : "stroke", subject_name, subscribers_count(), fingers, rate, frames, load_count, fewest, lines);
  tell_work(before, after);
  const long *ages;
  if (is_timed && subscribers_count() > 0) {
    int count = subscribers_ages(&ages);
    if (count == 0) stop("no line says when it happened");
    tell_ages("", ages, count);
  }
  if (reader_exists()) printf(",\"forwarded\":%ld", forwarded);
  if (is_timed && reader_exists()) {
    int count = reader_ages(&ages);
    if (count == 0) stop("no frame reaches the clone");
    tell_ages("clone_", ages, count);
  }
  puts("}");
}

// Reads the instructions of the subject and of its companion so far, and adds what the last frame took to its sum.
static void add_cost(long long *cost, long long *so_far) {
  struct work work = work_so_far();
  long long now = work.subject.instructions + work.companion.instructions;
  *cost += now - *so_far;
  *so_far = now;
}

// Lands the fingers, moves them, lifts them, and rests for longer than a tap's wait for the next tap. Adds the cost of
// each frame to `costs`, unless it is NULL: of the landing, of each move, of the lift, and of the rest.
static void gesture(int fingers, int frames, long long *costs) {
  long long between = SECOND_NS / RATE_OF_WHOLE / 2, so_far = 0, before = 0;
  if (costs) add_cost(&before, &so_far);
  long long due = now_ns();
  panel_land(fingers);
  for (int frame = 0; frame <= frames; frame++) {
    if (costs) {
      sleep_until(due + between);
      add_cost(&costs[frame], &so_far);
    }
    due += SECOND_NS / RATE_OF_WHOLE;
    sleep_until(due);
    if (frame < frames) panel_move(fingers, STEP_OF_WHOLE);
  }
  panel_lift(fingers);
  if (costs) {
    sleep_until(due + between);
    add_cost(&costs[frames + 1], &so_far);
  }
  sleep_until(due + SECOND_NS);
  if (costs) add_cost(&costs[frames + 2], &so_far);
}

static void course(int fingers, int frames, int count) {
  if (frames > MAXIMUM_FRAMES) stop("a gesture of %d frames is too long", frames);
  long long costs[MAXIMUM_FRAMES + 3] = {0};
  // The first of its kind brings pages into memory.
  gesture(fingers, frames, NULL);
  for (int i = 0; i < count; i++) gesture(fingers, frames, costs);
  printf(
      "{\"what\":\"course\",\"subject\":\"%s\",\"subscribers\":%d,\"fingers\":%d,\"frames\":%d,\"costs\":[", subject_name,
      subscribers_count(), fingers, frames);
  for (int i = 0; i < frames + 3; i++) printf("%s%lld", i ? "," : "", costs[i] / count);
  puts("]}");
}

// The middle of ages in the order of their frames, of which each second one counts.
static long middle(const long *ages, int count, int first) {
  static long some[MAXIMUM_ENDS];
  for (int i = 0; i < count; i++) some[i] = ages[2 * i + first];
  sort_ages(some, count);
  return some[count / 2];
}

static void ends(int fingers, int count) {
  if (count > MAXIMUM_ENDS) stop("%d taps are too many", count);
  gesture(fingers, 0, NULL);
  reader_time(1);
  for (int i = 0; i < count; i++) gesture(fingers, 0, NULL);
  reader_time(0);
  const long *ages;
  int found = reader_times(&ages);
  printf(
      "{\"what\":\"ends\",\"subject\":\"%s\",\"fingers\":%d,\"count\":%d,\"forwarded\":%d", subject_name, fingers, count, found);
  // With another number, it is unknown which are landings.
  if (found == 2 * count) {
    printf(",\"landing_p50\":%ld,\"lift_p50\":%ld", middle(ages, count, 0), middle(ages, count, 1));
  }
  puts("}");
}

static void whole(int fingers, int frames, int count) {
  // The first of its kind brings pages into memory.
  gesture(fingers, frames, NULL);
  struct work before = work_so_far();
  long fewest = subscribers_fewest_lines();
  for (int i = 0; i < count; i++) gesture(fingers, frames, NULL);
  struct work after = work_so_far();
  fewest = subscribers_fewest_lines() - fewest;
  printf(
      "{\"what\":\"whole\",\"subject\":\"%s\",\"subscribers\":%d,\"fingers\":%d,\"frames\":%d,\"count\":%d,"
      "\"fewest_lines\":%ld,",
      subject_name, subscribers_count(), fingers, frames, count, fewest);
  tell_work(before, after);
  puts("}");
}

static void idle(int seconds) {
  struct work before = work_so_far();
  for (int second = 0; second < seconds; second++) {
    sleep_until(now_ns() + SECOND_NS);
    subject_hear();
  }
  struct work after = work_so_far();
  printf("{\"what\":\"idle\",\"subject\":\"%s\",\"seconds\":%d,", subject_name, seconds);
  tell_work(before, after);
  puts("}");
}

static void tell_memory(void) {
  struct memory memory = process_memory(subject_process());
  printf(
      "{\"what\":\"memory\",\"subject\":\"%s\",\"subscribers\":%d,\"resident\":%ld,\"anonymous\":%ld,\"proportional\":%ld",
      subject_name, subscribers_count(), memory.resident, memory.anonymous, memory.proportional);
  if (subject_companion()) {
    struct memory companion = process_memory(subject_companion());
    printf(",\"companion_resident\":%ld,\"companion_private\":%ld", companion.resident, companion.private);
  }
  puts("}");
}

// Whether another reader of the panel receives something.
static int receives(int panel) {
  struct input_event events[64];
  return read(panel, events, sizeof events) > 0;
}

static void kill_subject(void) {
  int panel = open(panel_node(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (panel < 0) stop("%s", panel_node());
  panel_land(2);
  sleep_until(now_ns() + SECOND_NS);
  errno = 0;
  if (reader_contacts() != 2) stop("two fingers do not reach the clone");
  if (receives(panel)) stop("the panel is not taken");
  long long start = now_ns(), due = start, free_at = 0;
  subject_kill();
  while (!free_at || reader_contacts()) {
    move(2, 1000, 1, &due);
    if (!free_at && receives(panel)) free_at = now_ns();
    if (now_ns() - start > 10LL * SECOND_NS) stop("the fingers stay down, or the panel stays taken");
  }
  subject_bury();
  printf(
      "{\"what\":\"killed\",\"subject\":\"%s\",\"free\":%lld,\"ended\":%lld}\n", subject_name, free_at - start,
      reader_ended_at() - start);
  close(panel);
  panel_lift(2);
  sleep_until(now_ns() + SECOND_NS);
}

static void start_subject(const char *name, const char *kind, char *words[], int count) {
  snprintf(subject_name, sizeof subject_name, "%s", name);
  char *arguments[MAXIMUM_WORDS + 1] = {0}, **companion = NULL;
  for (int i = 0; i < count; i++) {
    arguments[i] = strcmp(words[i], "NODE") ? words[i] : (char *)panel_node();
    if (!strcmp(kind, "pair") && !strcmp(words[i], "|")) {
      arguments[i] = NULL;
      companion = &arguments[i + 1];
    }
  }
  enum service service = NOT_A_SERVICE;
  if (!strcmp(kind, "service")) service = SERVICE;
  if (!strcmp(kind, "watchdog")) service = SERVICE_WITH_WATCHDOG;
  struct start start = companion ? subject_start_pair(arguments, companion) : subject_start(arguments, service);
  printf(
      "{\"what\":\"start\",\"subject\":\"%s\",\"ready\":%lld,\"settled\":%lld}\n", subject_name, start.ready, start.settled);
}

// --- Commands

static int number(const char *word) {
  char *end;
  long value = strtol(word, &end, 10);
  if (end == word || *end) stop("%s is no number", word);
  return (int)value;
}

static void timed_stroke(int fingers, int rate, int frames) { stroke(fingers, rate, frames, 1); }

static void untimed_stroke(int fingers, int rate, int frames) { stroke(fingers, rate, frames, 0); }

static void ends_of(int fingers, int count, int last) {
  (void)last;
  ends(fingers, count);
}

// Measures each number of fingers with each second number.
static void combine(char *fingers, char *seconds, int last, void (*measure)(int, int, int)) {
  char *rest_of_fingers, *rest_of_seconds;
  for (char *f = strtok_r(fingers, ",", &rest_of_fingers); f; f = strtok_r(NULL, ",", &rest_of_fingers)) {
    char copy[64];
    snprintf(copy, sizeof copy, "%s", seconds);
    for (char *s = strtok_r(copy, ",", &rest_of_seconds); s; s = strtok_r(NULL, ",", &rest_of_seconds)) {
      measure(number(f), number(s), last);
    }
  }
}

static void obey(char *words[], int count) {
  const char *command = words[0];
  if (!strcmp(command, "subject") && count >= 4) {
    start_subject(words[1], words[2], words + 3, count - 3);
  } else if (!strcmp(command, "companion") && count >= 2) {
    subject_accompany(words + 1);
  } else if (!strcmp(command, "reader") && count == 1) {
    reader_begin();
  } else if (!strcmp(command, "killed") && count == 1) {
    kill_subject();
  } else if (!strcmp(command, "subscribers") && (count == 3 || count == 4)) {
    connect_subscribers(number(words[1]), words[2], words[3]);
  } else if (!strcmp(command, "pages") && count == 3) {
    subscribers_connect_pages(number(words[1]), number(words[2]));
  } else if (!strcmp(command, "stroke") && count == 4) {
    combine(words[1], words[2], number(words[3]), untimed_stroke);
  } else if (!strcmp(command, "whole") && count == 4) {
    combine(words[1], words[2], number(words[3]), whole);
  } else if (!strcmp(command, "course") && count == 4) {
    combine(words[1], words[2], number(words[3]), course);
  } else if (!strcmp(command, "ends") && count == 3) {
    combine(words[1], words[2], 0, ends_of);
  } else if (!strcmp(command, "ages") && count == 4) {
    combine(words[1], words[2], number(words[3]), timed_stroke);
  } else if (!strcmp(command, "idle") && count == 2) {
    idle(number(words[1]));
  } else if (!strcmp(command, "memory") && count == 1) {
    tell_memory();
  } else if (!strcmp(command, "load") && count == 2) {
    set_load(number(words[1]));
  } else if (!strcmp(command, "end") && count == 1) {
    subscribers_end();
    subject_end();
    reader_end();
  } else {
    errno = 0;
    stop("no command: %s with %d words", command, count);
  }
}

int main(void) {
  signal(SIGPIPE, SIG_IGN);
  setvbuf(stdout, NULL, _IOLBF, 0);
  panel_make();
  char line[512];
  while (fgets(line, sizeof line, stdin)) {
    char *words[MAXIMUM_WORDS + 1] = {0}, *rest;
    int count = 0;
    for (char *word = strtok_r(line, " \n", &rest); word && count < MAXIMUM_WORDS; word = strtok_r(NULL, " \n", &rest)) {
      words[count++] = word;
    }
    if (count > 0 && words[0][0] != '#') obey(words, count);
  }
  puts("{\"what\":\"done\"}");
}
