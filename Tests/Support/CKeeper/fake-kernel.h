#ifndef GESTURED_FAKE_KERNEL_H
#define GESTURED_FAKE_KERNEL_H

#include "../../../Filter/frames.h"
#include "../../../Filter/kernel.h"
#include "include/CKeeper.h"

#include <linux/input.h>
#include <stdbool.h>
#include <stdint.h>

/// Each clone, and the device that is being made. Each has a pipe at most, with two ends for a moment.
#define FAKE_DEVICES (FILTER_CLONES + 1)
#define FAKE_ENDS (2 * FAKE_DEVICES)

/// A made-up device, as uinput would have it.
struct fake_device {
  /// Its number among all devices.
  int serial;
  bool is_created;
  bool has_type[EV_CNT];
  bool has_key[KEY_CNT];
  bool has_axis[ABS_CNT];
  bool has_property[INPUT_PROP_CNT];
  struct input_absinfo axes[ABS_CNT];
  /// The clone's number, and whether gestured has got it.
  unsigned number;
  bool is_given;
  /// The most events of a frame, without its end.
  size_t most;
  int32_t id[FILTER_SLOTS];
  bool is_palm[FILTER_SLOTS];
  int slot;
  int down;
  int button;
  /// When readers got the last frame; -1 before the first one.
  int64_t written_at;
  bool has_failed;
  int64_t tenth;
  uint64_t in_tenth;
};

/// A kernel for one keeper.
struct fake {
  /// One call in that many fails; 0 for none.
  unsigned failures;
  /// The time of the calls.
  int64_t now_ms;
  /// Whether a service manager watches the keeper.
  bool is_watched;
  /// The size of pipes in bytes, at least a page; 0 for the kernel's.
  int pipe_room;
  /// Whether the events of devices are kept.
  bool keeps_events;
  struct kept_event *kept;
  size_t kept_count, kept_room;

  /// The number of the next device.
  int next_device;
  struct fake_device devices[FAKE_DEVICES];
  int device_count;
  /// The ends of pipes that the keeper has, and its connection; -1 without one.
  int ends[FAKE_ENDS];
  int end_count;
  int connection;
  bool has_file[FILTER_CLONES];
  int64_t made_at[FILTER_MAKES_IN_A_SECOND];
  /// The panel of each number. The higher `gone` is, the later the panel's last clone went.
  struct {
    bool is_known;
    uint64_t panel;
    uint64_t gone;
  } numbers[FILTER_CLONES];
  uint64_t departures;
  /// Until when the manager waits for a sign; -1 while it waits for none.
  int64_t watched_until;

  /// The writing end of the pipe that the last message gave to a gestured without a socket, and the number of the device; -1
  /// without one.
  int given_pipe;
  unsigned given_number;
  /// Frames and events that all devices got, and how many were made.
  uint64_t frames, events, made;
};

/// The calls of a keeper whose devices are made up and whose pipes are the kernel's. They judge all that the keeper does. The
/// program stops at the first wrong call: a device of another kind, a stream that is not well-formed, a descriptor that is not
/// open.
extern const struct kernel fake_kernel;

/// Begins a kernel whose devices count from that number, and makes it the thread's.
void fake_begin(struct fake *fake, int first_device);
/// All calls of this thread are that kernel's from now on.
void fake_enter(struct fake *fake);
/// The keeper is killed: all that it has goes.
void fake_end(void);

/// A seeded random number below a limit.
uint32_t random_below(uint32_t limit);
void seed_random(uint64_t seed);

/// Stops the program where the condition does not hold.
void insist(bool condition, const char *what);

/// The time within which the service manager wants a sign. No sign of the keeper is later than half of it. FF-30
#define FAKE_WATCH_MS 2000
/// Stops the program where the manager does not wait for a sign although a contact is down, or waits although none is.
void judge_watch(void);

/// The descriptor of a device.
int fake_descriptor(int device);

/// A connection without a socket, and one that the keeper has accepted.
int fake_connection(void);
void fake_take_connection(int connection);

/// gestured writes to the pipe that it was given, or closes its end. Returns the bytes that fit.
size_t fake_fill_pipe(const void *bytes, size_t length);
void fake_close_given_pipe(void);

/// Devices, descriptors of the keeper, files of properties, and contacts on all devices.
unsigned fake_devices(void);
unsigned fake_descriptors(void);
unsigned fake_files(void);
unsigned fake_contacts(void);
/// The slots without a contact whose next contact libinput would take for a palm. FLT-48
unsigned fake_free_palms(void);

#endif
