#include "subscriber.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "stop.h"

// The longest line of the wire, with its newline: docs/protocol.md.
enum { line_room = 65536 };

struct subscriber {
  int fd;
  size_t length;
  char text[line_room];
};

struct subscriber *subscriber_connect(const char *path) {
  struct subscriber *subscriber = calloc(1, sizeof(*subscriber));
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (subscriber == NULL || strlen(path) >= sizeof(address.sun_path)) stop("no room for %s", path);
  strcpy(address.sun_path, path);
  subscriber->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (subscriber->fd < 0 || connect(subscriber->fd, (struct sockaddr *)&address, sizeof(address)) < 0) {
    stop("%s", path);
  }
  json_t *greeting = subscriber_hear(subscriber, 5000);
  if (greeting == NULL || !says(greeting, "type", "hello")) stop("%s: no greeting", path);
  json_decref(greeting);
  return subscriber;
}

int subscriber_fd(const struct subscriber *subscriber) { return subscriber->fd; }

void subscriber_say(struct subscriber *subscriber, const char *request) {
  char line[512];
  int length = snprintf(line, sizeof(line), "%s\n", request);
  if (length >= (int)sizeof(line) || write(subscriber->fd, line, (size_t)length) != length) {
    stop("the request was not taken: %s", request);
  }
}

// The first line of the received bytes, or NULL when it is not complete.
static json_t *take_line(struct subscriber *subscriber) {
  char *end = memchr(subscriber->text, '\n', subscriber->length);
  if (end == NULL) {
    if (subscriber->length == sizeof(subscriber->text)) stop("a line without an end");
    return NULL;
  }
  json_error_t error;
  json_t *line = json_loadb(subscriber->text, (size_t)(end - subscriber->text), 0, &error);
  if (line == NULL) stop("a line that is no JSON: %s", error.text);
  subscriber->length -= (size_t)(end + 1 - subscriber->text);
  memmove(subscriber->text, end + 1, subscriber->length);
  return line;
}

json_t *subscriber_hear(struct subscriber *subscriber, int milliseconds) {
  for (;;) {
    json_t *line = take_line(subscriber);
    if (line != NULL) return line;
    struct pollfd waiting = {.fd = subscriber->fd, .events = POLLIN};
    if (poll(&waiting, 1, milliseconds) <= 0) return NULL;
    ssize_t count = read(
        subscriber->fd, subscriber->text + subscriber->length, sizeof(subscriber->text) - subscriber->length);
    if (count <= 0) stop("the daemon is gone");
    subscriber->length += (size_t)count;
  }
}

int says(const json_t *line, const char *member, const char *text) {
  const char *value = json_string_value(json_object_get(line, member));
  return value != NULL && strcmp(value, text) == 0;
}
