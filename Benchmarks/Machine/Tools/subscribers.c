#define _GNU_SOURCE
#include "subscribers.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ages.h"
#include "clock.h"
#include "page.h"
#include "sockets.h"
#include "stop.h"

enum { ROOM = 65536, MAXIMUM_AGES = 65536 };

// The memory that the processes share.
struct shared {
  int is_timing;
  int age_count;
  long ages[MAXIMUM_AGES];
  long lines[MAXIMUM_SUBSCRIBERS];
};

static struct shared *shared;
static pid_t processes[MAXIMUM_SUBSCRIBERS];
static int connected;

// Notes the age of each line in the text, whose kernel stamp in seconds follows "time":.
static void note_ages(char *text, long long arrival) {
  for (char *stamp = text; (stamp = strstr(stamp, "\"time\":")) != NULL;) {
    stamp += strlen("\"time\":");
    char *point;
    long long seconds = strtoll(stamp, &point, 10), fraction = 0, unit = 1000000000;
    if (*point == '.') {
      for (point++; *point >= '0' && *point <= '9'; point++) fraction += (*point - '0') * (unit /= 10);
    }
    if (shared->age_count < MAXIMUM_AGES) {
      shared->ages[shared->age_count++] = (long)(arrival - seconds * 1000000000 - fraction);
    }
  }
}

static long count_lines(const char *text, size_t size) {
  long count = 0;
  for (const char *end = text; (end = memchr(end, '\n', (size_t)(text + size - end))) != NULL; end++) count++;
  return count;
}

static void read_on(int socket_fd, long *lines, int is_page) {
  static char text[ROOM + 1];
  struct page_messages messages = {0};
  for (ssize_t size; (size = read(socket_fd, text, ROOM)) > 0;) {
    if (shared->is_timing) {
      long long arrival = now_ns();
      text[size] = 0;
      note_ages(text, arrival);
    }
    *lines += is_page ? page_count(&messages, text, (size_t)size) : count_lines(text, (size_t)size);
  }
  _exit(0);
}

// Where a reader connects: to the bridge on a port, or to a Unix socket, with a request or none.
struct place {
  int port;
  const char *path, *request;
};

static void read_from(struct place place, long *lines) {
  int socket_fd = place.port ? page_connect(place.port) : connect_to_path(place.path);
  if (place.request && send(socket_fd, place.request, strlen(place.request), 0) < 0) stop("the request");
  read_on(socket_fd, lines, place.port != 0);
}

static void connect_all(int count, struct place place) {
  if (!shared) {
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) stop("mmap");
  }
  if (count > MAXIMUM_SUBSCRIBERS) stop("%d subscribers are too many", count);
  for (; connected < count; connected++) {
    shared->lines[connected] = 0;
    pid_t process = fork();
    if (process < 0) stop("fork");
    if (process == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      read_from(place, &shared->lines[connected]);
    }
    processes[connected] = process;
    // One after the other, since real clients do not connect a hundred at a time.
    sleep_until(now_ns() + 50000000);
  }
}

void subscribers_connect(int count, const char *path, const char *request) {
  connect_all(count, (struct place){.path = path, .request = request});
}

void subscribers_connect_pages(int count, int port) { connect_all(count, (struct place){.port = port}); }

int subscribers_count(void) { return connected; }

long subscribers_fewest_lines(void) {
  long fewest = connected ? shared->lines[0] : 0;
  for (int i = 1; i < connected; i++) {
    if (shared->lines[i] < fewest) fewest = shared->lines[i];
  }
  return fewest;
}

long subscribers_lines(void) {
  long sum = 0;
  for (int i = 0; i < connected; i++) sum += shared->lines[i];
  return sum;
}

void subscribers_time(int on) {
  if (!shared) return;
  if (on) shared->age_count = 0;
  shared->is_timing = on;
}

int subscribers_ages(const long **ages) {
  sort_ages(shared->ages, shared->age_count);
  *ages = shared->ages;
  return shared->age_count;
}

void subscribers_end(void) {
  while (connected > 0) {
    connected--;
    kill(processes[connected], SIGKILL);
    waitpid(processes[connected], NULL, 0);
  }
}
