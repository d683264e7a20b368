#define _GNU_SOURCE
#include "CLinux.h"

#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

_Static_assert(sizeof(struct input_event) == 24, "events are read in batches of 24 bytes");
_Static_assert(sizeof(struct signalfd_siginfo) == 128, "a signal is read as one record of 128 bytes");
_Static_assert(sizeof(((struct sockaddr_un *)0)->sun_path) == 108, "a socket path is at most 107 bytes and a NUL");

int clinux_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

int clinux_peer_credentials(int socket, pid_t *process, uid_t *user, gid_t *group) {
  struct ucred peer = {.pid = 0, .uid = (uid_t)-1, .gid = (gid_t)-1};
  socklen_t length = sizeof(peer);
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &length) != 0) {
    return -1;
  }
  *process = peer.pid;
  *user = peer.uid;
  *group = peer.gid;
  return 0;
}

char *const *clinux_environment(void) {
  return environ;
}
