#define _GNU_SOURCE
#include "CLinux.h"
#include <signal.h>

#include <errno.h>
#include <linux/sockios.h>
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

_Static_assert(sizeof(struct input_event) == 24, "events are read in batches of 24 bytes");
_Static_assert(offsetof(struct input_event, type) == 16, "a stamp is 16 bytes: seconds, then microseconds");
_Static_assert(offsetof(struct input_event, code) == 18, "the code follows the type");
_Static_assert(offsetof(struct input_event, value) == 20, "the value follows the code");
_Static_assert(sizeof(struct input_absinfo) == 24, "EVIOCGABS carries its size in its number");
_Static_assert(sizeof(struct input_mask) == 16, "EVIOCSMASK carries its size in its number");
_Static_assert(sizeof(struct signalfd_siginfo) == 128, "a signal is read as one record of 128 bytes");
_Static_assert(sizeof(((struct sockaddr_un *)0)->sun_path) == 108, "a socket path is at most 107 bytes and a NUL");

int clinux_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int clinux_bind(int socket, const struct sockaddr *address, socklen_t length, mode_t permissions) {
  static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&turn);
  // 022 is the common umask of programs: a file that another thread makes at this moment gets little more than its
  // usual mode.
  mode_t before = umask(022 & ~permissions);
  int result = bind(socket, address, length);
  int error = errno;
  umask(before);
  pthread_mutex_unlock(&turn);
  errno = error;
  return result;
}

int clinux_open_handle(int directory, const char *name) {
  return openat(directory, name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
}

int clinux_give_to_group(int handle, gid_t group) {
  return fchownat(handle, "", (uid_t)-1, group, AT_EMPTY_PATH);
}

int clinux_hide_memory(void) {
  return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

int clinux_peer_credentials(int socket, pid_t *process, uid_t *user, gid_t *group) {
  struct ucred credentials = {0};
  socklen_t length = sizeof(credentials);
  int result = getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length);
  *process = credentials.pid;
  *user = credentials.uid;
  *group = credentials.gid;
  return result;
}

int clinux_peer_groups(int socket, gid_t *groups, size_t *count) {
  socklen_t length = (socklen_t)(*count * sizeof(*groups));
  int result = getsockopt(socket, SOL_SOCKET, SO_PEERGROUPS, groups, &length);
  *count = length / sizeof(*groups);
  return result;
}

int clinux_unread_bytes(int socket) {
  int count = 0;
  return ioctl(socket, SIOCOUTQ, &count) == 0 ? count : -1;
}

int clinux_pipe_unread_bytes(int pipe) {
  int count = 0;
  return ioctl(pipe, FIONREAD, &count) == 0 ? count : -1;
}

char *const *clinux_environment(void) {
  return environ;
}

int clinux_evdev_axis(int device, uint16_t code, struct input_absinfo *axis) {
  return ioctl(device, EVIOCGABS(code), axis);
}

int clinux_evdev_slot_values(int device, int32_t *values, size_t count) {
  return ioctl(device, EVIOCGMTSLOTS((count + 1) * sizeof(*values)), values);
}

int clinux_evdev_key_state(int device, unsigned long *words, size_t count) {
  return ioctl(device, EVIOCGKEY(count * sizeof(*words)), words);
}

int clinux_evdev_switch_state(int device, unsigned long *words, size_t count) {
  return ioctl(device, EVIOCGSW(count * sizeof(*words)), words);
}

int clinux_evdev_set_mask(int device, uint32_t type, const unsigned long *words, size_t count) {
  struct input_mask mask = {
      .type = type,
      .codes_size = (uint32_t)(count * sizeof(*words)),
      .codes_ptr = (uint64_t)(uintptr_t)words,
  };
  return ioctl(device, EVIOCSMASK, &mask);
}

int clinux_evdev_set_clock(int device, clockid_t clock) {
  int id = clock;
  return ioctl(device, EVIOCSCLOCKID, &id);
}

int clinux_evdev_grab(int device, int grabs) {
  return ioctl(device, EVIOCGRAB, grabs);
}

ssize_t clinux_receive_packet(int socket, void *packet, size_t length, int *descriptor) {
  union {
    struct cmsghdr header;
    unsigned char room[CMSG_SPACE(sizeof(int))];
  } control;
  struct iovec part = {.iov_base = packet, .iov_len = length};
  // CMSG_SPACE is padded, so that two descriptors would fit. The kernel opens only as many as have room, and none of the
  // others.
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = CMSG_LEN(sizeof(int))};
  *descriptor = -1;
  ssize_t count = recvmsg(socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  if (count < 0) return count;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  if (header == NULL || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS ||
      header->cmsg_len != CMSG_LEN(sizeof(int))) {
    return count;
  }
  memcpy(descriptor, CMSG_DATA(header), sizeof(int));
  if (message.msg_flags & MSG_CTRUNC) {
    // Which of several descriptors is meant, nothing says.
    close(*descriptor);
    *descriptor = -1;
  }
  return count;
}

static _Atomic int signal_descriptor = -1;

static void pass_signal(int number) {
  int saved = errno;
  unsigned char byte = (unsigned char)number;
  // A full pipe holds enough signals.
  if (write(signal_descriptor, &byte, 1) < 0) {}
  errno = saved;
}

int clinux_catch_signal(int number, int descriptor) {
  signal_descriptor = descriptor;
  struct sigaction action = {.sa_handler = pass_signal, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  return sigaction(number, &action, NULL);
}
