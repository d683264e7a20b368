#include "manager.h"
#include "report.h"

#include <errno.h>
#include <stdbool.h>
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

/// The manager watches the keeper from its start. Without a sign it ends each keeper after the first wait, so say why no sign comes.
static void report_unreachable(const char *why) {
  report("gestured-filter: cannot give signs to the service manager (%s); it will end the keeper again and again", why);
}

int64_t manager_begin(void) {
  const char *path = getenv("NOTIFY_SOCKET");
  const char *within_us = getenv("WATCHDOG_USEC");
  const char *process = getenv("WATCHDOG_PID");
  if (within_us == NULL || (process != NULL && strtol(process, NULL, 10) != getpid())) return 0;
  int64_t within_ms = strtoll(within_us, NULL, 10) / 1000;
  if (within_ms <= 0) return 0;
  size_t length = path == NULL ? 0 : strlen(path);
  if (length == 0 || (path[0] != '/' && path[0] != '@') || length >= sizeof address.sun_path) {
    report_unreachable("NOTIFY_SOCKET is no path and no abstract name");
    return 0;
  }
  memcpy(address.sun_path, path, length);
  // An abstract name has no final zero.
  if (path[0] == '@') address.sun_path[0] = 0;
  address_size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length + (path[0] == '/'));
  manager = socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (manager >= 0) return within_ms;
  report_unreachable(strerror(errno));
  return 0;
}

int manager_watch(int64_t within_ms) {
  static bool is_reported;
  char message[64];
  int length = snprintf(message, sizeof message, "WATCHDOG=1\nWATCHDOG_USEC=%lld", (long long)within_ms * 1000);
  ssize_t sent = sendto(manager, message, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *)&address, address_size);
  if (sent >= 0) return 0;
  // A full socket is tried again, which is no news.
  if (errno != EAGAIN && !is_reported) report_unreachable(strerror(errno));
  is_reported = is_reported || errno != EAGAIN;
  return -1;
}
