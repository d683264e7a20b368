#ifndef GESTURED_FAKE_KERNEL_H
#define GESTURED_FAKE_KERNEL_H

#include "../../../Filter/kernel.h"
#include "../../../Filter/frames.h"

#include <stdbool.h>
#include <stdint.h>

/// A kernel for the keeper that judges all that the keeper does. It stops the program at the first wrong call: a device of
/// another kind, a stream that is not well-formed, a descriptor that is not open.
extern const struct kernel fake_kernel;

/// A seeded random number below a limit.
uint32_t random_below(uint32_t limit);
void seed_random(uint64_t seed);

/// Stops the program where the condition does not hold.
void insist(bool condition, const char *what);

/// One call in that many fails; 0 for none.
extern unsigned fake_failures;
/// The time of the calls.
extern int64_t fake_now_ms;

/// The time within which the service manager wants a sign. No sign of the keeper is later than half of it. FF-30
#define FAKE_WATCH_MS 2000
/// Stops the program where the manager does not wait for a sign although a contact is down, or waits although none is.
void judge_watch(void);

/// A descriptor for a connection.
int fake_connection(void);

/// The writing end of the pipe that a message gave last, and the number of the device; -1 without one. gestured has it.
extern int given_pipe;
extern unsigned given_number;

/// gestured writes to a pipe, or closes its end. Returns the bytes that fit.
size_t fake_fill_pipe(int pipe, const void *bytes, size_t length);
void fake_close_given_pipe(int pipe);

/// Devices, descriptors of the keeper, files of properties, and contacts on all devices.
unsigned fake_devices(void);
unsigned fake_descriptors(void);
unsigned fake_files(void);
unsigned fake_contacts(void);
/// The slots without a contact whose next contact libinput would take for a palm. FLT-48
unsigned fake_free_palms(void);

/// Frames and events that all devices got.
extern uint64_t fake_frames;
extern uint64_t fake_events;
extern uint64_t fake_made;

#endif
