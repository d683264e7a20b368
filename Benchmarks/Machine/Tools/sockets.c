#define _GNU_SOURCE
#include "sockets.h"

#include <arpa/inet.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "stop.h"

int connect_to_path(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) stop("%s is too long", path);
  strcpy(address.sun_path, path);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) < 0) stop("%s", path);
  return fd;
}

struct sockaddr_in loopback_address(int port) {
  return (struct sockaddr_in){
      .sin_family = AF_INET,
      .sin_port = htons((in_port_t)port),
      .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
  };
}

void watch(int epoll, int fd) {
  struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) < 0) stop("epoll_ctl");
}
