#include "kernel.h"
#include "Protocol/filter-protocol.h"
#include "manager.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

static int open_uinput(void) {
  return open("/dev/uinput", O_WRONLY | O_NONBLOCK | O_CLOEXEC);
}

static int control(int device, unsigned long request, void *argument) {
  return ioctl(device, request, argument);
}

static int make_pipe(int ends[2]) {
  return pipe2(ends, O_NONBLOCK | O_CLOEXEC);
}

static bool has_writer(int pipe) {
  struct pollfd end = {.fd = pipe};
  return poll(&end, 1, 0) <= 0 || !(end.revents & POLLHUP);
}

static int send_packet(int connection, const void *packet, size_t length, int descriptor) {
  struct iovec part = {.iov_base = (void *)packet, .iov_len = length};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
  if (descriptor >= 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = &control;
    message.msg_controllen = sizeof control;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof descriptor);
    memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  }
  return sendmsg(connection, &message, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 ? -1 : 0;
}

/// The path of a number's file. A number is one digit.
static void find_path(unsigned number, char path[sizeof FILTER_PROPERTIES_FOLDER "/0"]) {
  memcpy(path, FILTER_PROPERTIES_FOLDER "/0", sizeof FILTER_PROPERTIES_FOLDER "/0");
  path[sizeof FILTER_PROPERTIES_FOLDER] = (char)('0' + number);
}

_Static_assert(FILTER_CLONES <= 10, "a number is one digit");

static void remove_properties(unsigned number) {
  char path[sizeof FILTER_PROPERTIES_FOLDER "/0"];
  find_path(number, path);
  unlink(path);
}

static int write_properties(unsigned number, const char *text, size_t length) {
  char path[sizeof FILTER_PROPERTIES_FOLDER "/0"];
  find_path(number, path);
  // An old file is left from a keeper that was killed.
  unlink(path);
  int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644);
  if (file < 0) return -1;
  ssize_t written = write(file, text, length);
  int error = written < 0 ? errno : ENOSPC;
  close(file);
  if (written == (ssize_t)length) return 0;
  unlink(path);
  errno = error;
  return -1;
}

const struct kernel real_kernel = {
  .open_uinput = open_uinput,
  .ioctl = control,
  .write = write,
  .make_pipe = make_pipe,
  .read = read,
  .close = close,
  .has_writer = has_writer,
  .send = send_packet,
  .write_properties = write_properties,
  .remove_properties = remove_properties,
  .watch = manager_watch,
};
