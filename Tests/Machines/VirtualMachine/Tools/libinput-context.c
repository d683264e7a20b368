#include "libinput-context.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <unistd.h>

#include "stop.h"

static int open_restricted(const char *path, int flags, void *data) {
  (void)data;
  int fd = open(path, flags | O_CLOEXEC);
  return fd < 0 ? -errno : fd;
}

static void close_restricted(int fd, void *data) {
  (void)data;
  close(fd);
}

struct libinput *libinput_begin(void) {
  static const struct libinput_interface interface = {open_restricted, close_restricted};
  struct libinput *context = libinput_path_create_context(&interface, NULL);
  if (context == NULL) stop("libinput does not start");
  return context;
}
