// Clients of the socket, for the lanes load and company. Each way to be a client prints its counts. The program is in C because
// the lanes measure the daemon: it reads a thousand connections at 120 lines a second with little more than the system calls.
//
//   crowd read   SOCKET COUNT SECONDS    reads all, and says how late each line came
//   crowd stuck  SOCKET COUNT SECONDS    connects and never reads, and says when it was let go
//   crowd slow   SOCKET COUNT SECONDS    reads a byte a second
//   crowd talk   SOCKET COUNT SECONDS    sends requests as fast as they are taken; reads no reply
//   crowd flood  SOCKET COUNT SECONDS    connects COUNT times in that time, and goes at once, says half a word or reads
//                                        the greeting
//   crowd company SOCKET STROKES SCENE…  hostile users beside a victim, in the lane's machine (see company.c)
//
// With LOAD_USER in the environment it becomes that user first. All but `company` print one line of JSON.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"
#include "company.h"
#include "meet.h"

enum { line_room = 65536 + 4096 };

struct client {
  int fd;
  char *rest;
  size_t length;
  int has_bye;
  // The received strokes, the time at which the last one began, and whether the last one is under way.
  long strokes;
  double began;
  int is_under_way;
};

static double now(void) { return (double)now_ns() / 1e9; }

static void *or_die(void *memory) {
  if (memory == NULL) abort();
  return memory;
}

static struct client *meet_all(const char *path, int count, int epoll) {
  struct client *clients = or_die(calloc((size_t)count, sizeof(*clients)));
  for (int i = 0; i < count; i++) {
    clients[i].fd = meet(path, 0);
    if (clients[i].fd < 0) {
      perror("connect");
      exit(1);
    }
    fcntl(clients[i].fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = epoll < 0 ? 0 : EPOLLIN, .data.u32 = (uint32_t)i};
    if (epoll >= 0) epoll_ctl(epoll, EPOLL_CTL_ADD, clients[i].fd, &event);
  }
  return clients;
}

static int order(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

struct tally {
  long lines, torn, byes, missed;
  double first, last;
  float *late;
  size_t count, room;
};

// Counts strokes. One begins each second, and its beginning and its end must arrive. Updates in between do not matter.
static void take_state(struct client *client, struct tally *tally, double time, const char *line) {
  if (strstr(line, "\"state\":\"began\"") != NULL) {
    if (client->is_under_way || (client->began > 0 && time - client->began > 1.5)) tally->missed++;
    client->began = time;
    client->is_under_way = 1;
  } else if (strstr(line, "\"state\":\"ended\"") != NULL) {
    // The first stroke may have begun before the client connected.
    if (!client->is_under_way && client->began > 0) tally->missed++;
    client->is_under_way = 0;
    client->strokes++;
  }
}

// Takes whole lines from the received bytes.
static void take_lines(struct client *client, struct tally *tally, double arrival) {
  char *start = client->rest;
  char *end = client->rest + client->length;
  for (char *newline; (newline = memchr(start, '\n', (size_t)(end - start))) != NULL; start = newline + 1) {
    *newline = 0;
    tally->lines++;
    if (newline == start || *start != '{' || newline[-1] != '}') tally->torn++;
    if (strncmp(start, "{\"type\":\"bye\"", 13) == 0) {
      tally->byes++;
      client->has_bye = 1;
    }
    if (strncmp(start, "{\"type\":\"gesture\"", 17) != 0) continue;
    const char *stamp = strstr(start, "\"time\":");
    if (stamp == NULL) continue;
    take_state(client, tally, strtod(stamp + 7, NULL), start);
    if (tally->count == tally->room) {
      tally->room = tally->room == 0 ? 65536 : tally->room * 2;
      tally->late = or_die(realloc(tally->late, tally->room * sizeof(float)));
    }
    // Times are relative to the first arrival, so that a float can hold microseconds.
    if (tally->first == 0) tally->first = arrival;
    tally->last = arrival;
    tally->late[tally->count++] = (float)(arrival - tally->first - strtod(stamp + 7, NULL));
  }
  client->length = (size_t)(end - start);
  memmove(client->rest, start, client->length);
}

static int read_all(const char *path, int count, double seconds) {
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  struct client *clients = meet_all(path, count, epoll);
  struct tally tally = {0};
  int open = count;
  double end = now() + seconds;
  for (int i = 0; i < count; i++) clients[i].rest = or_die(malloc(line_room));
  while (open > 0 && now() < end) {
    struct epoll_event events[256];
    int ready = epoll_wait(epoll, events, 256, 100);
    for (int i = 0; i < ready; i++) {
      struct client *client = &clients[events[i].data.u32];
      ssize_t got = read(client->fd, client->rest + client->length, line_room - client->length);
      if (got > 0) {
        client->length += (size_t)got;
        take_lines(client, &tally, now());
      } else if (got == 0 || errno != EAGAIN) {
        epoll_ctl(epoll, EPOLL_CTL_DEL, client->fd, NULL);
        open--;
      }
    }
  }
  // A partial line counts as torn only when the stream is over.
  for (int i = 0; i < count; i++) {
    if (clients[i].has_bye && clients[i].length > 0) tally.torn++;
  }
  long fewest = clients[0].strokes;
  for (int i = 1; i < count; i++) {
    if (clients[i].strokes < fewest) fewest = clients[i].strokes;
  }
  qsort(tally.late, tally.count, sizeof(float), order);
  double spread[4] = {0};
  if (tally.count > 0) {
    float least = tally.late[0];
    spread[0] = tally.late[tally.count / 2] - least;
    spread[1] = tally.late[tally.count * 99 / 100] - least;
    spread[2] = tally.late[tally.count - 1] - least;
    spread[3] = tally.last - tally.first;
  }
  printf("{\"clients\":%d,\"open\":%d,\"lines\":%ld,\"gestures\":%zu,\"torn\":%ld,\"byes\":%ld,\"missed\":%ld,\"fewest\":%ld,"
         "\"median_us\":%.0f,"
         "\"p99_us\":%.0f,\"max_us\":%.0f,\"seconds\":%.3f}\n",
         count, open, tally.lines, tally.count, tally.torn, tally.byes, tally.missed, fewest, spread[0] * 1e6, spread[1] * 1e6,
         spread[2] * 1e6, spread[3]);
  return 0;
}

static int be_stuck(const char *path, int count, double seconds) {
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  double start = now();
  struct client *clients = meet_all(path, count, -1);
  // The kernel reports the end of a connection even for an empty set of events.
  for (int i = 0; i < count; i++) {
    struct epoll_event event = {.events = 0, .data.u32 = (uint32_t)i};
    epoll_ctl(epoll, EPOLL_CTL_ADD, clients[i].fd, &event);
  }
  int cut = 0;
  double first = 0, last = 0;
  while (cut < count && now() < start + seconds) {
    struct epoll_event events[256];
    int ready = epoll_wait(epoll, events, 256, 100);
    for (int i = 0; i < ready; i++) {
      epoll_ctl(epoll, EPOLL_CTL_DEL, clients[events[i].data.u32].fd, NULL);
      last = now() - start;
      if (cut++ == 0) first = last;
    }
  }
  // The kernel keeps the received bytes of closed connections. The bye line in them has the reason.
  long bytes = 0, byes = 0, torn = 0;
  static char text[1 << 20];
  for (int i = 0; i < count; i++) {
    size_t length = 0;
    for (ssize_t got; length < sizeof(text) - 1; length += (size_t)got) {
      got = read(clients[i].fd, text + length, sizeof(text) - 1 - length);
      if (got <= 0) break;
    }
    text[length] = 0;
    bytes += (long)length;
    if (length > 0 && text[length - 1] != '\n') torn++;
    if (strstr(text, "{\"type\":\"bye\",\"reason\":\"too slow\"}\n") != NULL) byes++;
  }
  printf("{\"clients\":%d,\"cut\":%d,\"byes\":%ld,\"torn\":%ld,\"first_s\":%.2f,\"last_s\":%.2f,\"kept_bytes\":%ld}\n",
         count, cut, byes, torn, first, last, bytes / count);
  return 0;
}

static int be_slow(const char *path, int count, double seconds) {
  struct client *clients = meet_all(path, count, -1);
  long bytes = 0;
  int cut = 0;
  for (double end = now() + seconds; now() < end; usleep(1000000)) {
    for (int i = 0; i < count; i++) {
      char byte;
      if (clients[i].fd >= 0 && read(clients[i].fd, &byte, 1) == 1) bytes++;
      struct pollfd hangup = {.fd = clients[i].fd, .events = 0};
      if (clients[i].fd >= 0 && poll(&hangup, 1, 0) > 0) {
        cut++;
        close(clients[i].fd);
        clients[i].fd = -1;
      }
    }
  }
  printf("{\"clients\":%d,\"bytes\":%ld,\"cut\":%d}\n", count, bytes, cut);
  return 0;
}

static int talk(const char *path, int count, double seconds) {
  struct client *clients = meet_all(path, count, -1);
  static const char request[] = "{\"command\":\"ping\"}\n";
  long bytes = 0;
  for (double end = now() + seconds; now() < end;) {
    int sent = 0;
    for (int i = 0; i < count; i++) {
      ssize_t got = send(clients[i].fd, request, sizeof(request) - 1, MSG_NOSIGNAL);
      if (got > 0) bytes += got, sent = 1;
    }
    if (!sent) usleep(1000);
  }
  printf("{\"clients\":%d,\"requests\":%ld}\n", count, bytes / (long)(sizeof(request) - 1));
  return 0;
}

static int flood(const char *path, int count, double seconds) {
  long connects = 0, failures = 0, greeted = 0, refused = 0;
  double start = now();
  for (; connects < count; connects++) {
    // The connections are spread over the given time. Otherwise the kernel's sharing of processors would be measured.
    double ahead = (double)connects / count * seconds - (now() - start);
    if (ahead > 0.001) usleep((useconds_t)(ahead * 1e6));
    if (ahead < -seconds) break;
    int fd = meet(path, 0);
    if (fd < 0) {
      failures++;
      continue;
    }
    if (connects % 3 == 1) (void)!send(fd, "{\"comm", 6, MSG_NOSIGNAL);
    if (connects % 3 == 2) {
      char text[64] = {0};
      struct pollfd readable = {.fd = fd, .events = POLLIN};
      if (poll(&readable, 1, 1000) > 0 && read(fd, text, sizeof(text) - 1) > 0) {
        if (strstr(text, "\"hello\"") != NULL) greeted++;
        if (strstr(text, "\"bye\"") != NULL) refused++;
      }
    }
    close(fd);
  }
  printf("{\"connects\":%ld,\"failures\":%ld,\"greeted\":%ld,\"refused\":%ld,\"seconds\":%.2f}\n", connects, failures,
         greeted, refused, now() - start);
  return 0;
}

int main(int count, char **arguments) {
  if (count > 1 && strcmp(arguments[1], "company") == 0) return play_scenes(count - 2, arguments + 2);
  if (count != 5) return 64;
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  const char *user = getenv("LOAD_USER");
  if (user != NULL && (setgid((gid_t)atoi(user)) != 0 || setuid((uid_t)atoi(user)) != 0)) return 77;
  const char *path = arguments[2];
  int clients = atoi(arguments[3]);
  double seconds = atof(arguments[4]);
  if (strcmp(arguments[1], "read") == 0) return read_all(path, clients, seconds);
  if (strcmp(arguments[1], "stuck") == 0) return be_stuck(path, clients, seconds);
  if (strcmp(arguments[1], "slow") == 0) return be_slow(path, clients, seconds);
  if (strcmp(arguments[1], "talk") == 0) return talk(path, clients, seconds);
  if (strcmp(arguments[1], "flood") == 0) return flood(path, clients, seconds);
  return 64;
}
