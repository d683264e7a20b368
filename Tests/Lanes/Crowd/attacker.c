#define _GNU_SOURCE
#include "attacker.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clock.h"
#include "meet.h"
#include "plan.h"
#include "stop.h"

enum {
  FIRST_USER = 2001,
  READ_BYTES = 65536,
  // The beginning of a line suffices to know its type and the number of a question.
  HEAD_BYTES = 512,
  ANSWER_BYTES = 16384,
  PAUSE_NS = 1000000
};

struct connection {
  int fd;
  const struct plan *plan;
  // The text being sent, and how many of its bytes have been sent.
  const struct text *saying;
  size_t said;
  // Requests whose sending has begun, and requests without an answer.
  long begun, unanswered;
  char head[HEAD_BYTES];
  size_t head_length;
  char answers[ANSWER_BYTES];
  size_t answers_length;
};

static struct orders *orders;
static const char *path;

// A new connection; -1 where the socket's queue is full.
static int join(void) {
  orders->made++;
  return meet(path, SOCK_NONBLOCK);
}

static void lose(struct connection *connection) {
  close(connection->fd);
  connection->fd = -1;
  orders->ended++;
}

// The next text to send; NULL when all are sent or the connection waits for answers.
static const struct text *next_text(const struct connection *connection) {
  const struct plan *plan = connection->plan;
  if (connection->begun < plan->firsts) return &plan->first[connection->begun];
  if (plan->agains == 0 || connection->unanswered >= plan->window) return NULL;
  // The first requests must be done before the other requests rely on them.
  if (connection->begun == plan->firsts && connection->unanswered > 0) return NULL;
  return &plan->again[(connection->begun - plan->firsts) % plan->agains];
}

static ssize_t put(struct connection *connection, const char *bytes, size_t length) {
  ssize_t count = send(connection->fd, bytes, length, MSG_NOSIGNAL);
  if (count < 0 && errno != EAGAIN && errno != EINTR) lose(connection);
  return count;
}

// Sends pending text until the socket takes no more. Returns whether it waits for the socket.
static int say(struct connection *connection) {
  while (connection->fd >= 0) {
    if (connection->saying == NULL) {
      if (connection->answers_length > 0) {
        ssize_t count = put(connection, connection->answers, connection->answers_length);
        if (count <= 0) return 1;
        connection->answers_length -= (size_t)count;
        memmove(connection->answers, connection->answers + count, connection->answers_length);
        if (connection->answers_length > 0) return 1;
      }
      connection->saying = next_text(connection);
      if (connection->saying == NULL) return 0;
      connection->said = 0;
      connection->begun++;
      connection->unanswered++;
    }
    size_t rest = connection->saying->length - connection->said, piece = connection->plan->piece;
    ssize_t count = put(connection, connection->saying->bytes + connection->said, piece > 0 && piece < rest ? piece : rest);
    if (count <= 0) return 1;
    connection->said += (size_t)count;
    if (connection->said < connection->saying->length) return 1;
    connection->saying = NULL;
  }
  return 0;
}

static void take_line(struct connection *connection) {
  static const char reply[] = "{\"type\":\"reply\"", ask[] = "{\"type\":\"ask\"";
  char *head = connection->head;
  head[connection->head_length < HEAD_BYTES ? connection->head_length : HEAD_BYTES - 1] = 0;
  if (strncmp(head, reply, sizeof reply - 1) == 0) {
    if (connection->unanswered > 0) connection->unanswered--;
    if (strstr(head, "\"error\"") == NULL) {
      orders->done++;
    } else {
      orders->refused++;
      // The first refusal of a scene helps to find its reason.
      if (orders->refused == 1) fprintf(stderr, "# refused: %.200s\n", head);
    }
  } else if (connection->plan->answers && strncmp(head, ask, sizeof ask - 1) == 0) {
    const char *question = strstr(head, "\"question\":");
    size_t room = ANSWER_BYTES - connection->answers_length;
    if (question == NULL || room < 128) return;
    connection->answers_length += (size_t)snprintf(
        connection->answers + connection->answers_length, room,
        "{\"command\":\"answer\",\"question\":%ld,\"value\":true}\n", atol(question + 11));
  }
}

static void hear(struct connection *connection) {
  static char bytes[READ_BYTES];
  ssize_t count = recv(connection->fd, bytes, sizeof bytes, 0);
  if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (count <= 0) {
    lose(connection);
    return;
  }
  for (char *place = bytes, *end = bytes + count; place < end;) {
    char *newline = memchr(place, '\n', (size_t)(end - place));
    size_t length = (size_t)((newline != NULL ? newline : end) - place);
    size_t room = HEAD_BYTES - 1 - connection->head_length;
    size_t kept = length < room ? length : room;
    memcpy(connection->head + connection->head_length, place, kept);
    connection->head_length += kept;
    place += length + 1;
    if (newline == NULL) break;
    take_line(connection);
    connection->head_length = 0;
  }
}

static void follow(const struct plan plans[]) {
  static struct connection connections[CONNECTIONS];
  struct pollfd waiting[CONNECTIONS];
  for (int i = 0; i < CONNECTIONS; i++) connections[i] = (struct connection){.fd = join(), .plan = &plans[i]};
  while (!orders->ends) {
    for (int i = 0; i < CONNECTIONS; i++) {
      struct connection *connection = &connections[i];
      int isBlocked = say(connection);
      waiting[i] = (struct pollfd){.fd = connection->fd, .events = POLLIN | (isBlocked ? POLLOUT : 0)};
    }
    if (poll(waiting, CONNECTIONS, 10) <= 0) continue;
    for (int i = 0; i < CONNECTIONS; i++) {
      if (waiting[i].revents & (POLLIN | POLLHUP | POLLERR) && connections[i].fd >= 0) hear(&connections[i]);
    }
  }
}

// Connects and disconnects without end, in five ways.
static void storm(void) {
  static const char half[] = "{\"command\":\"pi", requests[] = "{\"command\":\"ping\"}\n{\"command\":\"status\"}\n";
  for (long number = 0; !orders->ends; number++) {
    int fd = join();
    if (fd < 0) {
      // The socket's queue is full. The attacker fills it again as soon as there is room.
      sleep_until(now_ns() + PAUSE_NS);
      continue;
    }
    if (number % 5 == 1) send(fd, half, sizeof half - 1, MSG_NOSIGNAL);
    if (number % 5 == 2) send(fd, requests, sizeof requests - 1, MSG_NOSIGNAL);
    if (number % 5 == 3) shutdown(fd, SHUT_WR);
    if (number % 5 == 4) shutdown(fd, SHUT_RDWR);
    close(fd);
  }
}

void attack(const char *scene, int user, const char *socket_path, struct orders *shared) {
  static struct plan plans[CONNECTIONS];
  orders = shared;
  path = socket_path;
  gid_t group = (gid_t)(FIRST_USER + user);
  if (setgroups(0, NULL) < 0 || setgid(group) < 0 || setuid(group) < 0) stop("setuid");
  // SCHED_IDLE lets attackers use only idle time of the one processor. So only the daemon's work for them counts.
  struct sched_param none = {0};
  if (sched_setscheduler(0, SCHED_IDLE, &none) < 0) stop("SCHED_IDLE");
  int isStorm = strcmp(scene, "storm") == 0;
  if (!isStorm && !make_plans(scene, user, plans)) stop("there is no scene %s", scene);
  while (!orders->begins) sleep_until(now_ns() + PAUSE_NS);
  if (isStorm) {
    storm();
  } else {
    follow(plans);
  }
  _exit(0);
}
