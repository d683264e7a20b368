#ifndef GESTURED_CLINUX_H
#define GESTURED_CLINUX_H

/// What Swift's Glibc module does not show. Names keep their C spelling.
#include <linux/input.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <time.h>

/// Swift's Glibc module is built without _GNU_SOURCE, so the functions and types that need it are reached
/// through the few below. Each is one call: the corresponding C function is named, and errno is left as it
/// sets it.

/// Takes a pending connection, non-blocking and close-on-exec. The corresponding C function is `accept4`.
int clinux_accept(int listener);

/// Binds a socket to a path while the umask lets all of `permissions` pass, then puts the umask back.
///
/// The umask belongs to the process: two threads that bind at once take turns. The corresponding C functions are
/// `umask` and `bind`.
int clinux_bind(int socket, const struct sockaddr *address, socklen_t length, mode_t permissions);

/// Opens a name in a directory as a mere handle: nothing is read, and a link is not followed. The corresponding C function is
/// `openat` with O_PATH.
int clinux_open_handle(int directory, const char *name);

/// Gives what a handle stands for to a group. The corresponding C function is `fchownat` with AT_EMPTY_PATH.
int clinux_give_to_group(int handle, gid_t group);

/// Keeps other processes of the same user from reading the memory of this one, and the kernel from writing it to a file.
/// The corresponding C function is `prctl` with PR_SET_DUMPABLE.
int clinux_hide_memory(void);

/// Who is at the other end of a Unix socket: its process, user and group when it connected. Returns what `getsockopt`
/// returned. The corresponding option is SO_PEERCRED.
int clinux_peer_credentials(int socket, pid_t *process, uid_t *user, gid_t *group);

/// The other groups of who is at the other end when it connected. `count` says for how many there is room, and then how
/// many there are; with too little room it fails with ERANGE. The corresponding option is SO_PEERGROUPS.
int clinux_peer_groups(int socket, gid_t *groups, size_t *count);

/// How many bytes of what was written to a Unix socket the peer has not read, with what the kernel charges for them; -1 where
/// that cannot be said. The corresponding request is SIOCOUTQ.
int clinux_unread_bytes(int socket);

/// The variables the process was started with: the corresponding C variable is `environ`.
char *const *clinux_environment(void);

/// From now on a signal writes its number, a byte, to a descriptor, whichever thread it comes to. One descriptor for all
/// signals; it does not wait. The corresponding C function is `sigaction`.
int clinux_catch_signal(int signal, int descriptor);

/// Gives back the pages of the program's file and of its libraries' files that are mapped to be read and were never
/// written, and what is free of the heap. The kernel maps the pages again where they are read. A debugger's breakpoints in
/// these pages are gone until it sets them anew. The corresponding C functions are `dl_iterate_phdr`, `madvise` with
/// MADV_DONTNEED, and `malloc_trim`.
void clinux_release_start_memory(void);

/// The requests of linux/input.h that are made of function-like macros. Each returns what `ioctl` returned:
/// -1 with errno set, else 0 or more. None of them writes to a device, and EVIOCGRAB is not among them.

/// The range of an axis and its last value. The corresponding request is EVIOCGABS.
int clinux_evdev_axis(int device, uint16_t code, struct input_absinfo *axis);

/// Values of one ABS_MT_ code, slot by slot. `values` holds the code, to be set by the caller, and room for
/// `count` values after it. The corresponding request is EVIOCGMTSLOTS.
int clinux_evdev_slot_values(int device, int32_t *values, size_t count);

/// Which keys are down, a bit a code. The corresponding request is EVIOCGKEY.
int clinux_evdev_key_state(int device, unsigned long *words, size_t count);

/// Which switches are closed, a bit a code. The corresponding request is EVIOCGSW.
int clinux_evdev_switch_state(int device, unsigned long *words, size_t count);

/// Chooses which codes of a type are queued for this open file, a bit a code; for type 0 (EV_SYN), which
/// types are. Codes beyond the words given are not queued. The corresponding request is EVIOCSMASK.
int clinux_evdev_set_mask(int device, uint32_t type, const unsigned long *words, size_t count);

/// Chooses the clock of the stamps for this open file. The corresponding request is EVIOCSCLOCKID.
int clinux_evdev_set_clock(int device, clockid_t clock);

#endif
