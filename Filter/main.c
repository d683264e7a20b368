/// gestured-filter: the keeper of the devices through which touches reach the other programs. It owns /dev/uinput, makes the
/// devices that gestured asks for, and writes only valid events to them.
///
/// It is written in C: at most 3 MB resident and 1 MB private, and no allocation after its start (SEC-14).

#include "connection.h"
#include "manager.h"
#include "report.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

// Exit codes of sysexits.h.
#define EXIT_USAGE 64
#define EXIT_OS 71
#define EXIT_CANNOT_CREATE 73

/// The first descriptor that systemd hands over.
#define FIRST_HANDED_OVER 3

static const char usage[] =
  "OVERVIEW: Makes the touchscreens through which gestured's filter passes touches on.\n"
  "systemd starts it with its socket.\n"
  "\n"
  "USAGE: gestured-filter [--socket <path>]\n"
  "\n"
  "OPTIONS:\n"
  "  --socket <path>         Make the socket there, for root and this user.\n"
  "  --version               Show the version.\n"
  "  -h, --help              Show help information.\n";

static struct keeper keeper;

static int64_t now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// The socket from systemd; -1 without one. The protocol is that of sd_listen_fds(3).
static int handed_over_socket(void) {
  const char *process = getenv("LISTEN_PID");
  const char *count = getenv("LISTEN_FDS");
  if (process == NULL || count == NULL || strtol(process, NULL, 10) != getpid() || strcmp(count, "1") != 0) return -1;
  int type = 0, listens = 0;
  socklen_t size = sizeof type;
  if (getsockopt(FIRST_HANDED_OVER, SOL_SOCKET, SO_TYPE, &type, &size) < 0 || type != SOCK_SEQPACKET) return -1;
  size = sizeof listens;
  if (getsockopt(FIRST_HANDED_OVER, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) < 0 || !listens) return -1;
  return FIRST_HANDED_OVER;
}

/// Makes a socket at a path, in place of one that an earlier keeper has left. Returns -1 where that fails.
static int make_socket(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  strcpy(address.sun_path, path);
  struct stat left;
  if (lstat(path, &left) == 0 && S_ISSOCK(left.st_mode)) unlink(path);
  int listener = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (listener < 0) return -1;
  umask(0177);
  int result = bind(listener, (struct sockaddr *)&address, sizeof address);
  umask(022);
  if (result < 0 || listen(listener, 8) < 0) return -1;
  return listener;
}

/// The owner of the socket's file, who may connect beside root.
static uid_t owner_of(int listener) {
  struct sockaddr_un address = {0};
  socklen_t size = sizeof address - 1;
  struct stat file;
  if (getsockname(listener, (struct sockaddr *)&address, &size) < 0 || address.sun_path[0] == 0) return 0;
  return stat(address.sun_path, &file) < 0 ? 0 : file.st_uid;
}

/// The purposes of descriptors. PIPES + n is the pipe of the clone n.
enum { SIGNALS, LISTENER, CONNECTION, PIPES, WATCHED = PIPES + FILTER_CLONES };

/// Watches a descriptor, unless it is -1. EPOLL_CTL_ADD begins to watch.
///
/// A pipe is reported once for each write (EPOLLET). Without this, the kernel would look at the pipe again before the keeper sleeps, and
/// each look costs as much as a read. So the keeper must ask again, by EPOLL_CTL_MOD, after a read that filled the buffer. Otherwise the
/// rest of the pipe would lie unread for ever.
static bool watch(int set, int operation, int descriptor, uint32_t purpose) {
  struct epoll_event event = {.events = purpose < PIPES ? EPOLLIN : EPOLLIN | EPOLLET, .data.u32 = purpose};
  return descriptor < 0 || epoll_ctl(set, operation, descriptor, &event) == 0;
}

/// Makes the set of all descriptors that the keeper has now. The kernel takes closed ones out of it. -1 where that fails.
static int watch_all(int listener, int signals) {
  int set = epoll_create1(EPOLL_CLOEXEC);
  if (set < 0) return -1;
  bool is_complete = watch(set, EPOLL_CTL_ADD, signals, SIGNALS) && watch(set, EPOLL_CTL_ADD, listener, LISTENER) &&
                     watch(set, EPOLL_CTL_ADD, keeper.connection, CONNECTION);
  for (unsigned number = 0; number < FILTER_CLONES; number++) {
    is_complete = is_complete && watch(set, EPOLL_CTL_ADD, keeper.clones[number].pipe, PIPES + number);
  }
  if (is_complete) return set;
  close(set);
  return -1;
}

/// Serves until a signal comes, or the keeper is over. Returns the program's exit code.
static int serve(int listener, int signals) {
  uid_t owner = owner_of(listener);
  int set = -1;
  unsigned known = 0;
  for (;;) {
    // A closed descriptor's number may be that of a new one, so a new set is made where there are new ones.
    if (set < 0 || known != keeper.descriptors) {
      if (set >= 0) close(set);
      set = watch_all(listener, signals);
      known = keeper.descriptors;
    }
    int64_t deadline = keeper_deadline(&keeper);
    int64_t left = deadline < 0 ? -1 : deadline - now_ms();
    if (deadline >= 0 && left < 0) left = 0;
    struct epoll_event events[WATCHED];
    int count = epoll_wait(set, events, WATCHED, (int)left);
    if (count < 0 && errno != EINTR) {
      report("gestured-filter: ends, because it could not wait for events (%s)", strerror(errno));
      return EXIT_OS;
    }
    int64_t now = now_ms();
    uint32_t ready = 0, ended = 0;
    for (int at = 0; at < count; at++) {
      ready |= 1u << events[at].data.u32;
      if (events[at].events & (EPOLLHUP | EPOLLERR)) ended |= 1u << events[at].data.u32;
    }
    if (ready & 1u << SIGNALS) return 0;
    for (unsigned number = 0; number < FILTER_CLONES; number++) {
      uint32_t bit = 1u << (PIPES + number);
      if (!(ready & bit)) continue;
      // The rest comes in the next turn.
      if (!keeper_read(&keeper, number, !(ended & bit), now)) continue;
      if (set < 0 || watch(set, EPOLL_CTL_MOD, keeper.clones[number].pipe, PIPES + number)) continue;
      close(set);
      set = -1;
    }
    // A connection of this turn is accepted after the end of the one before it.
    if (ready & 1u << CONNECTION) read_connection(&keeper, now);
    if (ready & 1u << LISTENER) accept_connection(&keeper, listener, owner);
    keeper_act(&keeper, now);
    if (keeper_is_over(&keeper, now)) return 0;
  }
}

int main(int count, char **arguments) {
  const char *path = NULL;
  if (count == 3 && strcmp(arguments[1], "--socket") == 0) {
    path = arguments[2];
  } else if (count == 2 && strcmp(arguments[1], "--version") == 0) {
    puts("gestured-filter " VERSION);
    return 0;
  } else if (count == 2 && (strcmp(arguments[1], "--help") == 0 || strcmp(arguments[1], "-h") == 0)) {
    fputs(usage, stdout);
    return 0;
  } else if (count != 1) {
    fputs(usage, stderr);
    return EXIT_USAGE;
  }
  // Frames are places: neither other processes of this user nor a core file get them.
  prctl(PR_SET_DUMPABLE, 0);
  signal(SIGPIPE, SIG_IGN);

  int listener = path != NULL ? make_socket(path) : handed_over_socket();
  if (listener < 0 && path != NULL) {
    report("gestured-filter: could not make the socket %s (%s)", path, strerror(errno));
    return EXIT_CANNOT_CREATE;
  }
  if (listener < 0) {
    report("gestured-filter: got no socket; start gestured-filter.socket, or give --socket PATH");
    return EXIT_USAGE;
  }
  sigset_t mask;
  sigemptyset(&mask);
  sigaddset(&mask, SIGTERM);
  sigaddset(&mask, SIGINT);
  sigprocmask(SIG_BLOCK, &mask, NULL);
  int signals = signalfd(-1, &mask, SFD_NONBLOCK | SFD_CLOEXEC);
  if (signals < 0) {
    report("gestured-filter: could not watch signals (%s)", strerror(errno));
    return EXIT_OS;
  }
  keeper_begin(&keeper, &real_kernel, path == NULL, manager_begin(), now_ms());
  int code = serve(listener, signals);

  // Readers see the contacts' ends before the devices go. FF-11
  int64_t now = now_ms();
  int64_t left = keeper_stop(&keeper, now) - now;
  if (left > 0) usleep((useconds_t)(left * 1000));
  for (unsigned number = 0; number < FILTER_CLONES; number++) {
    if (keeper.clones[number].exists) clone_destroy(&keeper.clones[number], &real_kernel, number);
  }
  if (path != NULL) unlink(path);
  return code;
}
