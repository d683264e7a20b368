#include "manager.h"
#include "report.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int manager = -1;
static struct sockaddr_un address = {.sun_family = AF_UNIX};
static socklen_t address_size;

int64_t manager_begin(void) {
  const char *path = getenv("NOTIFY_SOCKET");
  const char *within_us = getenv("WATCHDOG_USEC");
  const char *process = getenv("WATCHDOG_PID");
  if (path == NULL || within_us == NULL || (process != NULL && strtol(process, NULL, 10) != getpid())) return 0;
  int64_t within_ms = strtoll(within_us, NULL, 10) / 1000;
  size_t length = strlen(path);
  if (within_ms <= 0 || (path[0] != '/' && path[0] != '@') || length >= sizeof address.sun_path) return 0;
  memcpy(address.sun_path, path, length);
  // An abstract name has no final zero.
  if (path[0] == '@') address.sun_path[0] = 0;
  address_size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (path[0] == '/'));
  manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (manager >= 0) return within_ms;
  report("gestured-filter: cannot reach the service manager (%s); install the unit of the same version", strerror(errno));
  return 0;
}

int manager_watch(int64_t within_ms) {
  char message[64];
  int length = snprintf(message, sizeof message, "WATCHDOG=1\nWATCHDOG_USEC=%lld", (long long)within_ms * 1000);
  ssize_t sent = sendto(manager, message, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&address, address_size);
  return sent < 0 ? -1 : 0;
}
