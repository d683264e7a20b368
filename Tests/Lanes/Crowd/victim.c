#define _GNU_SOURCE
#include "victim.h"

#include <grp.h>
#include <poll.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "meet.h"
#include "stop.h"

enum { USER = 1001, LINE_BYTES = 65536 };

// The lines of the present stroke; -1 without a stroke.
static int in_stroke = -1;

static void take(struct heard *heard, const char *line, long long arrival) {
  if (strncmp(line, "{\"type\":\"dropped\"", 17) == 0) {
    const char *count = strstr(line, "\"count\":");
    heard->left_out += count != NULL ? atoi(count + 8) : 1;
  }
  if (strncmp(line, "{\"type\":\"bye\"", 13) == 0) heard->byes++;
  const char *time = strstr(line, "\"time\":");
  if (strncmp(line, "{\"type\":\"gesture\"", 17) != 0 || time == NULL) return;
  if (heard->lines < MOST_LINES) {
    // Seconds have at most six decimals, which a double holds exactly enough.
    heard->late[heard->lines++] = (int)(arrival - (long long)(strtod(time + 7, NULL) * 1e9 + 0.5));
  }
  if (strstr(line, "\"state\":\"began\"") != NULL) in_stroke = 0;
  if (in_stroke < 0) return;
  in_stroke++;
  if (strstr(line, "\"state\":\"ended\"") == NULL) return;
  if (heard->strokes == 0 || in_stroke < heard->fewest) heard->fewest = in_stroke;
  if (in_stroke > heard->most) heard->most = in_stroke;
  heard->strokes++;
  in_stroke = -1;
}

void be_victim(const char *path, struct heard *heard) {
  static char bytes[2 * LINE_BYTES];
  size_t length = 0;
  if (setgroups(0, NULL) < 0 || setgid(USER) < 0) stop("setgid");
  // The victim reads with the highest priority, so only the daemon causes delays.
  struct sched_param first = {.sched_priority = 2};
  if (sched_setscheduler(0, SCHED_FIFO, &first) < 0 || setuid(USER) < 0) stop("SCHED_FIFO");
  int fd = meet(path, 0);
  if (fd < 0) stop("%s", path);
  while (!heard->ends) {
    struct pollfd waiting = {.fd = fd, .events = POLLIN};
    if (poll(&waiting, 1, 50) <= 0) continue;
    ssize_t count = read(fd, bytes + length, sizeof bytes - length);
    if (count <= 0) break;
    long long arrival = now_ns();
    length += (size_t)count;
    char *place = bytes;
    for (char *end; (end = memchr(place, '\n', length - (size_t)(place - bytes))) != NULL; place = end + 1) {
      *end = 0;
      take(heard, place, arrival);
    }
    length -= (size_t)(place - bytes);
    memmove(bytes, place, length);
  }
  _exit(0);
}
