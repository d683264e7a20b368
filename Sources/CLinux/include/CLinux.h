#ifndef GESTURED_CLINUX_H
#define GESTURED_CLINUX_H

/// Declarations that Swift's module of the C library omits. Names keep their C spelling.
#include <linux/input.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <time.h>

/// Swift's module of the C library is built without _GNU_SOURCE, so Swift reaches the functions and types that need it
/// through the few below. Each is one call, names its C function, and leaves errno as that function sets it.

/// Accepts a pending connection, non-blocking and close-on-exec. The corresponding C function is `accept4`.
int clinux_accept(int listener);

/// Binds a socket to a path while the umask lets all of `permissions` pass, then restores the umask.
///
/// The umask belongs to the process, so threads that bind at the same time take turns. The corresponding C functions
/// are `umask` and `bind`.
int clinux_bind(int socket, const struct sockaddr *address, socklen_t length, mode_t permissions);

/// Opens a name in a directory as a mere handle: no data is read, and a link is not followed. The corresponding C
/// function is `openat` with O_PATH.
int clinux_open_handle(int directory, const char *name);

/// Gives the file of a handle to a group. The corresponding C function is `fchownat` with AT_EMPTY_PATH.
int clinux_give_to_group(int handle, gid_t group);

/// Keeps other processes of the same user from reading the memory of this one, and the kernel from writing it to a
/// file. The corresponding C function is `prctl` with PR_SET_DUMPABLE.
int clinux_hide_memory(void);

/// The peer of a Unix socket: its process, user and group at the connection. Returns the result of `getsockopt`. The
/// corresponding option is SO_PEERCRED.
int clinux_peer_credentials(int socket, pid_t *process, uid_t *user, gid_t *group);

/// The peer's other groups at the connection. The caller sets `count` to the room; the function sets it to the number
/// of groups. With too little room it fails with ERANGE. The corresponding option is SO_PEERGROUPS.
int clinux_peer_groups(int socket, gid_t *groups, size_t *count);

/// The bytes written to a Unix socket that the peer has not read, with the kernel's charge for them; -1 where the
/// kernel does not report it. The corresponding request is SIOCOUTQ.
int clinux_unread_bytes(int socket);

/// `ioctl(FIONREAD)`, which takes a pointer after its variable arguments: the bytes in a pipe that its reader has not taken. Either
/// end may ask.
int clinux_pipe_unread_bytes(int pipe);

/// The environment variables at the process's start. The corresponding C variable is `environ`.
char *const *clinux_environment(void);

/// Makes a signal write its number, one byte, to a descriptor from now on, whichever thread receives the signal. All
/// signals share one descriptor. The write does not wait on a non-blocking descriptor. The corresponding C function is
/// `sigaction`.
int clinux_catch_signal(int signal, int descriptor);

/// The requests of linux/input.h that function-like macros define. Each returns the result of `ioctl`: -1 with errno
/// set, else 0 or more. None of them writes to a device, and only `clinux_evdev_grab` changes anything for other readers.

/// The range of an axis and its last value. The corresponding request is EVIOCGABS.
int clinux_evdev_axis(int device, uint16_t code, struct input_absinfo *axis);

/// The values of one ABS_MT_ code, slot by slot. The caller sets the first of `values` to the code; room for `count`
/// values follows. The corresponding request is EVIOCGMTSLOTS.
int clinux_evdev_slot_values(int device, int32_t *values, size_t count);

/// The keys that are down, one bit a code. The corresponding request is EVIOCGKEY.
int clinux_evdev_key_state(int device, unsigned long *words, size_t count);

/// The closed switches, one bit a code. The corresponding request is EVIOCGSW.
int clinux_evdev_switch_state(int device, unsigned long *words, size_t count);

/// Selects the codes of a type that are queued for this open file, one bit a code; type 0 (EV_SYN) selects the types.
/// Codes beyond the given words are not queued. The corresponding request is EVIOCSMASK.
int clinux_evdev_set_mask(int device, uint32_t type, const unsigned long *words, size_t count);

/// Selects the clock of the stamps for this open file. The corresponding request is EVIOCSCLOCKID.
int clinux_evdev_set_clock(int device, clockid_t clock);

/// Grabs a device for this open file alone, or releases it. Closing the descriptor releases it as well. The
/// corresponding request is EVIOCGRAB.
int clinux_evdev_grab(int device, int grabs);

/// Receives a packet without waiting, with the descriptor that comes with it, which is close-on-exec; `descriptor` is
/// -1 without one, and where several come, of which none stays open. A packet is cut to `length`. The corresponding C
/// function is `recvmsg`.
ssize_t clinux_receive_packet(int socket, void *packet, size_t length, int *descriptor);

#endif
