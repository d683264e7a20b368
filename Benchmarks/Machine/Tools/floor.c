#define _GNU_SOURCE
#include "floor.h"

#include <fcntl.h>
#include <linux/input.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "sockets.h"
#include "stop.h"

enum { MAXIMUM_READERS = 128 };

static int readers[MAXIMUM_READERS];
static int reader_count;

static int listen_at(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  unlink(path);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || bind(fd, (struct sockaddr *)&address, sizeof address) < 0 || listen(fd, MAXIMUM_READERS) < 0) stop("%s", path);
  return fd;
}

void floor_serve(const char *node, const char *socket_path, void (*set_up)(int device), void (*read_frames)(int device)) {
  int device = open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (device < 0) stop("%s", node);
  int clock = CLOCK_MONOTONIC;
  if (ioctl(device, EVIOCSCLOCKID, &clock) < 0) stop("EVIOCSCLOCKID");
  if (set_up) set_up(device);
  int listener = listen_at(socket_path);
  int epoll = epoll_create1(EPOLL_CLOEXEC);
  watch(epoll, device);
  watch(epoll, listener);
  for (;;) {
    struct epoll_event events[2];
    int count = epoll_wait(epoll, events, 2, -1);
    for (int i = 0; i < count; i++) {
      if (events[i].data.fd == device) {
        read_frames(device);
      } else if (reader_count < MAXIMUM_READERS) {
        readers[reader_count++] = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
      }
    }
  }
}

void floor_send(const char *line, size_t length) {
  for (int i = 0; i < reader_count; i++) (void)!send(readers[i], line, length, MSG_NOSIGNAL);
}
