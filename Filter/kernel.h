#ifndef GESTURED_FILTER_KERNEL_H
#define GESTURED_FILTER_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// The calls by which the keeper changes anything outside of itself. The fuzzer replaces them. Each works like the call of
/// the same name in the C library, and sets errno.
struct kernel {
  /// Opens /dev/uinput.
  int (*open_uinput)(void);
  int (*ioctl)(int device, unsigned long request, void *argument);
  ssize_t (*write)(int device, const void *bytes, size_t length);
  /// Makes a pipe whose ends are both non-blocking.
  int (*make_pipe)(int ends[2]);
  ssize_t (*read)(int pipe, void *bytes, size_t length);
  int (*close)(int descriptor);
  /// Whether a pipe has a writing end.
  bool (*has_writer)(int pipe);
  /// Sends a packet to a connection, with a descriptor unless that is -1. Does not wait.
  int (*send)(int connection, const void *packet, size_t length, int descriptor);
  /// Writes or removes the file of udev properties of a number.
  int (*write_properties)(unsigned number, const char *text, size_t length);
  void (*remove_properties)(unsigned number);
  /// `manager_watch`.
  int (*watch)(int64_t within_ms);
};

extern const struct kernel real_kernel;

#endif
