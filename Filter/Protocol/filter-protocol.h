#ifndef GESTURED_FILTER_PROTOCOL_H
#define GESTURED_FILTER_PROTOCOL_H

/// The protocol between gestured and the keeper gestured-filter, which owns /dev/uinput.
///
/// ```
///   gestured                                      keeper
///      │── hello ─────────────────────────────────▶│
///      │◀───────────────────────────────── welcome │
///      │── make ──────────────────────────────────▶│  a clone, or the one kept from before
///      │◀────────────────── made, the end of a pipe│  (refused: the step and its errno)
///      │══ frames, through the pipe ══════════════▶│══ /dev/uinput
///      │◀──────────────────────────────── dropped  │  a frame was wrong: all contacts of the clone have ended
///      │── drop ──────────────────────────────────▶│
///      │◀──────────────────────────────────── gone │
/// ```
///
/// Messages are packets of the seqpacket socket FILTER_SOCKET, in the byte order of the machine. Each kind has one fixed
/// size, its structure's. All padding and reserved fields are 0, and texts are filled up with zeros. The keeper ends the
/// connection at any other packet. It serves one connection at a time, and closes a second one at once.
///
/// A device of the keeper has a number. Numbers 0 to 7 are clones. Outputs (pointer, touchpad, keys) will have numbers
/// from 8, and messages of the kinds 16 to 31; no such message exists yet.
///
/// Frames go through a pipe for each device, as `filter_event`. EV_SYN with SYN_REPORT ends a frame. A write of at most
/// FILTER_WRITE_BYTES goes into a pipe whole or not at all; a longer frame takes several writes. A frame may have:
///
/// - EV_ABS ABS_MT_SLOT, before the first axis of each contact, also in each frame
/// - EV_ABS ABS_MT_TRACKING_ID: 0 to 65535 lands a contact in a free slot, −1 lifts it, once in a frame and slot
/// - EV_ABS with the other ABS_MT_ axes of the device, for contacts that are down before or after the frame
/// - EV_ABS ABS_X and ABS_Y, in the ranges of ABS_MT_POSITION_X and ABS_MT_POSITION_Y
/// - EV_KEY BTN_TOUCH, once in a frame: whether a contact is down after it. The first landing and the last lift must have it
///
/// The keeper drops a frame with anything else as a whole. It then ends all contacts of the device, and reports `dropped`.
/// A frame with the single event EV_SYN SYN_DROPPED before its end asks for the same without a report.

#include <linux/input.h>
#include <stdint.h>

#define FILTER_VERSION 1
#define FILTER_SOCKET "/run/gestured/filter.sock"
/// The folder of the files with the clones' udev properties. A file's name is the clone's number.
#define FILTER_PROPERTIES_FOLDER "/run/gestured-filter"
/// The longest message.
#define FILTER_MESSAGE_BYTES 4096
/// Clones at a time, and the devices that the keeper makes in a second. SEC-7
#define FILTER_CLONES 8
#define FILTER_MAKES_IN_A_SECOND 10
/// uinput refuses more slots. FLT-78
#define FILTER_SLOTS 100
/// Events in a tenth of a second, for each device. SEC-11
#define FILTER_EVENTS_IN_A_TENTH 10000
/// The longest write that a pipe takes whole or not at all, in events of 8 bytes. FF-22
#define FILTER_WRITE_BYTES 4080
/// The longest time that a device stays without gestured. FF-23
#define FILTER_KEEP_MS 30000
/// A device is destroyed this long after its last frame, so that readers see the contacts' ends. FF-11
#define FILTER_FAREWELL_MS 100

/// The size of a text with its final zero.
#define FILTER_NAME_BYTES 80
#define FILTER_TEXT_BYTES 128

/// The axes that gestured gives a range for: ABS_MT_TOUCH_MAJOR to ABS_MT_TOOL_Y. Axis n has the code FILTER_FIRST_AXIS + n.
#define FILTER_FIRST_AXIS ABS_MT_TOUCH_MAJOR
#define FILTER_AXES 14

enum filter_kind {
  FILTER_HELLO = 1,
  FILTER_MAKE = 2,
  FILTER_KEEP = 3,
  FILTER_DROP = 4,
  FILTER_COUNT = 5,

  FILTER_WELCOME = 65,
  FILTER_MADE = 66,
  FILTER_REFUSED = 67,
  FILTER_GONE = 68,
  FILTER_COUNTED = 69,
  FILTER_DROPPED = 70,
};

/// How the contacts of a device end where gestured does not end them.
enum filter_ending {
  /// They lift, in one frame.
  FILTER_ENDS_BY_LIFT = 0,
  /// Their tool becomes a palm in one frame, and they lift in the next. FLT-69
  FILTER_ENDS_BY_PALM = 1,
};

/// The udev properties of a clone, each with its check. FLT-88
enum filter_property {
  /// Six finite numbers, a space between two.
  FILTER_CALIBRATION_MATRIX,
  /// Letters, digits, `_` and `-`.
  FILTER_WL_OUTPUT,
  FILTER_SEAT,
  /// The name of a link in /dev/input/gestured beside touchN: the device's table of the configuration. The names touch0 to touch7
  /// are not allowed. FLT-93
  FILTER_LINK,
  /// Printable ASCII without space, quotes, `\`, `$`, `%` and `` ` ``.
  FILTER_DEVICE_GROUP,
  /// One to nine digits.
  FILTER_FUZZ_X,
  FILTER_FUZZ_Y,
  FILTER_FUZZ_MT_X,
  FILTER_FUZZ_MT_Y,
  FILTER_WIDTH_MM,
  FILTER_HEIGHT_MM,
  FILTER_PROPERTIES,
};

/// The step at which the keeper refused a device.
enum filter_step {
  /// The values of the request. `detail` is a `filter_field`, and `error` is EINVAL.
  FILTER_STEP_VALUES = 1,
  /// All numbers are taken. ENOSPC. SEC-7
  FILTER_STEP_NUMBER = 2,
  /// Too many devices in a second, or readers still see the end of the panel's last clone. EAGAIN: the same request may succeed
  /// a second later. SEC-7, FF-11
  FILTER_STEP_RATE = 3,
  /// /dev/uinput could not be opened. ENOENT: the module is not loaded; EACCES: the rule is missing.
  FILTER_STEP_OPEN = 4,
  /// uinput refused a property of the device. `detail` is the axis or the number of the request.
  FILTER_STEP_SET_UP = 5,
  /// The file of properties could not be written.
  FILTER_STEP_PROPERTIES = 6,
  /// uinput refused to create the device.
  FILTER_STEP_CREATE = 7,
  /// The pipe could not be made.
  FILTER_STEP_PIPE = 8,
};

/// The field of `filter_make` that has a wrong value.
enum filter_field {
  FILTER_FIELD_NAME = 1,
  FILTER_FIELD_SLOTS = 2,
  FILTER_FIELD_AXES = 3,
  FILTER_FIELD_KEEP = 4,
  FILTER_FIELD_ENDING = 5,
  FILTER_FIELD_SEMI_MT = 6,
  /// FILTER_FIELD_PROPERTY + n is the property n.
  FILTER_FIELD_PROPERTY = 16,
};

struct filter_header {
  uint32_t kind;
  /// The number of the device; 0 where a message is about none.
  uint32_t device;
};

// Requests of gestured

/// The first message of a connection.
struct filter_hello {
  struct filter_header header;
  uint32_t version;
  uint32_t reserved;
};

struct filter_axis {
  int32_t minimum;
  int32_t maximum;
  int32_t resolution;
};

/// Asks for a clone. The keeper decides the bits: these axes, ABS_MT_SLOT, ABS_MT_TRACKING_ID, ABS_MT_TOOL_TYPE of at least
/// 0 to 2, ABS_X and ABS_Y as the positions, BTN_TOUCH, INPUT_PROP_DIRECT. `phys` is gestured/N/touch, N the number.
///
/// Where the panel has a clone of equal description, that clone is given with a new pipe, also after a `drop`. `ending` and
/// `keep_ms` may differ. A clone of another description is dropped first, and no `gone` follows.
struct filter_make {
  struct filter_header header;
  /// The panel's identity, made by gestured from its path or serial. A number stays with its panel while the keeper runs.
  uint64_t panel;
  uint16_t bus;
  uint16_t vendor;
  uint16_t product;
  uint16_t version;
  /// 1 to FILTER_SLOTS.
  uint16_t slots;
  /// 1 for INPUT_PROP_SEMI_MT, else 0.
  uint8_t semi_mt;
  /// A `filter_ending`.
  uint8_t ending;
  /// How long the device stays after the connection's end, up to FILTER_KEEP_MS.
  uint32_t keep_ms;
  /// Bit n: the device has the axis n. Positions are required, ABS_MT_TRACKING_ID is not allowed.
  uint32_t axes_present;
  /// Not empty, in UTF-8, without control characters. FLT-79
  char name[FILTER_NAME_BYTES];
  /// Zeros where the device does not have the axis. Fuzz and flat of all axes are 0. FLT-76
  struct filter_axis axes[FILTER_AXES];
  /// An empty text where the panel does not have the property.
  char properties[FILTER_PROPERTIES][FILTER_TEXT_BYTES];
  uint32_t reserved;
};

/// Changes how a device is kept. The keeper does not answer.
struct filter_keep {
  struct filter_header header;
  uint32_t keep_ms;
  /// A `filter_ending`.
  uint32_t ending;
};

/// Ends the device's contacts, and destroys it FILTER_FAREWELL_MS after its last frame. `gone` follows.
struct filter_drop {
  struct filter_header header;
};

/// Asks for the device's counters. `counted` follows.
struct filter_count {
  struct filter_header header;
};

// Answers and reports of the keeper

/// The answer to `hello`. Where the versions differ, the keeper ends the connection after it. A keeper of systemd then ends
/// itself, because another one may be installed by now.
struct filter_welcome {
  struct filter_header header;
  uint32_t version;
  uint32_t clones;
};

/// The answer to `make`, with the writing end of the device's pipe (SCM_RIGHTS). The end is non-blocking.
struct filter_made {
  struct filter_header header;
  uint64_t panel;
  /// 1 where the device was there before.
  uint32_t was_kept;
  /// The folder in /sys/devices/virtual/input, as `input12`.
  char sysname[36];
};

/// The other answer to `make`.
struct filter_refused {
  struct filter_header header;
  uint64_t panel;
  int32_t error;
  /// A `filter_step`.
  uint32_t step;
  uint32_t detail;
  uint32_t reserved;
};

/// A device is destroyed: after `drop` (error 0), or because a write to uinput failed (its errno). FF-7
struct filter_gone {
  struct filter_header header;
  int32_t error;
  uint32_t reserved;
};

/// Why a frame was dropped.
enum filter_fault {
  /// A type or code that the device was not made with.
  FILTER_FAULT_CODE,
  /// A value out of its axis, or a slot that the device does not have.
  FILTER_FAULT_VALUE,
  /// An id in a slot that is taken, a lift in a free slot, an id that is in use, an axis of a contact that is not down.
  FILTER_FAULT_CONTACT,
  /// BTN_TOUCH does not agree with the contacts.
  FILTER_FAULT_BUTTON,
  /// More events than all slots and axes have.
  FILTER_FAULT_LENGTH,
  /// More than FILTER_EVENTS_IN_A_TENTH.
  FILTER_FAULT_RATE,
  FILTER_FAULTS,
};

/// A device's numbers since it was made.
struct filter_counted {
  struct filter_header header;
  /// Frames written to the device, and their events.
  uint64_t frames;
  uint64_t events;
  /// Frames that had no event to write. They are dropped without a report.
  uint64_t empty;
  /// Dropped frames, for each `filter_fault`.
  uint64_t dropped[FILTER_FAULTS];
};

/// A frame was dropped, and the device's contacts have ended. The keeper reports the first one, and the next one only after
/// a frame that was right, or after SYN_DROPPED.
struct filter_dropped {
  struct filter_header header;
  /// A `filter_fault`.
  uint32_t fault;
  uint32_t reserved;
};

/// One event of a frame, as it goes through the pipe.
struct filter_event {
  uint16_t type;
  uint16_t code;
  int32_t value;
};

_Static_assert(FILTER_AXES == ABS_MT_TOOL_Y - ABS_MT_TOUCH_MAJOR + 1, "all axes of a contact have a place");
_Static_assert(sizeof(struct filter_event) == 8, "an event has eight bytes");
_Static_assert(sizeof(struct filter_make) <= FILTER_MESSAGE_BYTES, "a message has at most 4 KiB");
_Static_assert(sizeof(struct filter_make) == 8 + 8 + 12 + 8 + FILTER_NAME_BYTES + 12 * FILTER_AXES +
                 FILTER_PROPERTIES * FILTER_TEXT_BYTES + 4, "a request has no padding");
_Static_assert(sizeof(struct filter_made) == 56, "an answer has no padding");

#endif
