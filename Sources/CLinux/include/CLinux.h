#ifndef GESTURED_CLINUX_H
#define GESTURED_CLINUX_H

/// What Swift's Glibc module does not show. Names keep their C spelling.
#include <linux/input.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <sys/timerfd.h>
#include <sys/types.h>

/// Swift's Glibc module is built without _GNU_SOURCE, so the functions and types that need it are reached through
/// the few below. Each is one call: the corresponding C function is named, and errno is left as it sets it.

/// Takes a pending connection, non-blocking and close-on-exec. The corresponding C function is `accept4`.
int clinux_accept(int listener);

/// Asks the kernel who connected. The corresponding C function is `getsockopt` with SO_PEERCRED.
int clinux_peer_credentials(int socket, pid_t *process, uid_t *user, gid_t *group);

/// The variables the process was started with: the corresponding C variable is `environ`.
char *const *clinux_environment(void);

#endif
