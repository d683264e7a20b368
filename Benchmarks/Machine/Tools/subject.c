#define _GNU_SOURCE
#include "subject.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "panel.h"
#include "process.h"
#include "stop.h"

enum { SECOND_NS = 1000000000, REST_NS = SECOND_NS / 2 };

static const char notify_path[] = "/run/benchmark.notify";
static int notify = -1;
static int nothing = -1;
static pid_t subject, companion;

static const char subject_log[] = "/tmp/subject.log", companion_log[] = "/tmp/companion.log";

static void listen_for_notice(void) {
  if (notify >= 0) return;
  nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strcpy(address.sun_path, notify_path);
  notify = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (notify < 0 || bind(notify, (struct sockaddr *)&address, sizeof address) < 0) stop("%s", notify_path);
}

// A program's descriptors beside its log.
struct streams {
  int input, output;
  const char *log;
};

static void become(char *const arguments[], struct streams streams) {
  // As in the units: the first thread has a higher priority, and the threads that it starts begin with 0.
  struct sched_param other = {0};
  if (sched_setscheduler(0, SCHED_OTHER | SCHED_RESET_ON_FORK, &other) < 0 || setpriority(PRIO_PROCESS, 0, -10) < 0) stop("nice");
  setenv("SWIFT_BACKTRACE", "enable=no", 1);
  int log = open(streams.log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(streams.input, STDIN_FILENO);
  dup2(streams.output, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  execvp(arguments[0], arguments);
  stop("%s", arguments[0]);
}

static void set_up(enum service service) {
  if (service != NOT_A_SERVICE) setenv("NOTIFY_SOCKET", notify_path, 1);
  // The unit's interval.
  if (service == SERVICE_WITH_WATCHDOG) setenv("WATCHDOG_USEC", "10000000", 1);
}

static void show(const char *path) {
  char text[4096];
  int log = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t size = read(log, text, sizeof text);
  if (size > 0) (void)!write(STDERR_FILENO, text, (size_t)size);
  close(log);
}

static void show_log(void) {
  show(subject_log);
  if (companion) show(companion_log);
}

static void must_live(void) {
  if ((!subject || waitpid(subject, NULL, WNOHANG) == 0) && (!companion || waitpid(companion, NULL, WNOHANG) == 0)) return;
  show_log();
  errno = 0;
  stop("the program has ended by itself");
}

// Waits until the program is ready, and returns the number of instructions so far.
static long long await_ready(void) {
  for (int tries = 0; tries < 30; tries++) {
    char text[256];
    struct pollfd waiting = {.fd = notify, .events = POLLIN};
    poll(&waiting, 1, 1000);
    must_live();
    ssize_t size = recv(notify, text, sizeof text - 1, 0);
    if (size <= 0) continue;
    text[size] = 0;
    if (strstr(text, "READY=1")) return process_usage(subject).instructions;
  }
  show_log();
  errno = 0;
  stop("it does not say that it is ready");
}

// Whether the program has the panel open, or the one that works for it.
static int has_panel(void) {
  return process_has_open(subject, panel_device()) || (companion && process_has_open(companion, panel_device()));
}

// Waits until the program has the panel open and rests.
static long long await_rest(void) {
  long long before = -1;
  for (int tries = 0; tries < 100; tries++) {
    sleep_until(now_ns() + REST_NS);
    must_live();
    long long used = process_usage(subject).instructions;
    if (used == before && has_panel()) return used;
    before = used;
  }
  show_log();
  errno = 0;
  stop("it does not come to rest with %s open", panel_node());
}

static struct start start(char *const arguments[], enum service service, int output) {
  listen_for_notice();
  subject_hear();
  subject = fork();
  if (subject < 0) stop("fork");
  if (subject == 0) {
    set_up(service);
    become(arguments, (struct streams){nothing, output, subject_log});
  }
  struct start start = {.ready = service == NOT_A_SERVICE ? 0 : await_ready()};
  start.settled = await_rest();
  return start;
}

static void accompany(char *const arguments[], int input) {
  listen_for_notice();
  companion = fork();
  if (companion < 0) stop("fork");
  if (companion == 0) become(arguments, (struct streams){input, nothing, companion_log});
}

struct start subject_start(char *const arguments[], enum service service) {
  listen_for_notice();
  return start(arguments, service, nothing);
}

struct start subject_start_pair(char *const arguments[], char *const other[]) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0) stop("pipe");
  accompany(other, ends[0]);
  struct start result = start(arguments, NOT_A_SERVICE, ends[1]);
  close(ends[0]);
  close(ends[1]);
  return result;
}

void subject_accompany(char *const arguments[]) {
  accompany(arguments, nothing);
  sleep_until(now_ns() + SECOND_NS);
  must_live();
}

pid_t subject_process(void) { return subject; }

pid_t subject_companion(void) { return companion; }

void subject_kill(void) {
  must_live();
  kill(subject, SIGKILL);
}

void subject_bury(void) {
  waitpid(subject, NULL, 0);
  subject = 0;
}

void subject_hear(void) {
  char text[256];
  while (recv(notify, text, sizeof text, 0) > 0) continue;
}

static void end(pid_t *process) {
  if (!*process) return;
  kill(*process, SIGTERM);
  long long deadline = now_ns() + 10LL * SECOND_NS;
  while (waitpid(*process, NULL, WNOHANG) == 0) {
    if (now_ns() > deadline) kill(*process, SIGKILL);
    sleep_until(now_ns() + SECOND_NS / 100);
  }
  *process = 0;
}

void subject_end(void) {
  must_live();
  end(&subject);
  end(&companion);
}
