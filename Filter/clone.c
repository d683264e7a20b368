#include "clone.h"
#include "request.h"

#include <errno.h>
#include <linux/uinput.h>
#include <string.h>

/// One axis of the device; 0 or an errno.
static int set_up_axis(const struct kernel *kernel, int device, uint16_t code, const struct filter_axis *range) {
  struct uinput_abs_setup setup = {.code = code};
  setup.absinfo.minimum = range->minimum;
  setup.absinfo.maximum = range->maximum;
  setup.absinfo.resolution = range->resolution;
  return kernel->ioctl(device, UI_ABS_SETUP, &setup) < 0 ? errno : 0;
}

/// Sets up all axes of the stream. Returns 0 or an errno, and the axis that was refused.
static int set_up_axes(const struct kernel *kernel, int device, const struct stream *stream, uint32_t *code) {
  const struct filter_axis slots = {.maximum = stream->slots - 1};
  const struct filter_axis ids = {.maximum = UINT16_MAX};
  const struct {
    uint16_t code;
    const struct filter_axis *range;
  } others[] = {
    {ABS_X, &stream->axes[ABS_MT_POSITION_X - FILTER_FIRST_AXIS]},
    {ABS_Y, &stream->axes[ABS_MT_POSITION_Y - FILTER_FIRST_AXIS]},
    {ABS_MT_SLOT, &slots},
    {ABS_MT_TRACKING_ID, &ids},
  };
  for (size_t at = 0; at < sizeof others / sizeof *others; at++) {
    *code = others[at].code;
    int error = set_up_axis(kernel, device, others[at].code, others[at].range);
    if (error != 0) return error;
  }
  for (unsigned axis = 0; axis < FILTER_AXES; axis++) {
    if (!(stream->axes_present >> axis & 1)) continue;
    *code = FILTER_FIRST_AXIS + axis;
    int error = set_up_axis(kernel, device, (uint16_t)*code, &stream->axes[axis]);
    if (error != 0) return error;
  }
  return 0;
}

/// Sets up the name, the numbers, and the bits other than axes. Returns 0 or an errno, and the request that was refused.
static int set_up_rest(const struct kernel *kernel, int device, unsigned number, const struct filter_make *make, uint32_t *request) {
  char phys[] = "gestured/0/touch";
  phys[sizeof "gestured/" - 1] = (char)('0' + number);
  struct uinput_setup setup;
  memset(&setup, 0, sizeof setup);
  setup.id.bustype = make->bus;
  setup.id.vendor = make->vendor;
  setup.id.product = make->product;
  setup.id.version = make->version;
  memcpy(setup.name, make->name, sizeof setup.name);
  const struct {
    unsigned long request;
    void *argument;
  } steps[] = {
    {UI_SET_EVBIT, (void *)EV_ABS},
    {UI_SET_EVBIT, (void *)EV_KEY},
    {UI_SET_KEYBIT, (void *)BTN_TOUCH},
    {UI_SET_PROPBIT, (void *)INPUT_PROP_DIRECT},
    {UI_SET_PROPBIT, (void *)(long)(make->semi_mt ? INPUT_PROP_SEMI_MT : INPUT_PROP_DIRECT)},
    {UI_SET_PHYS, phys},
    {UI_DEV_SETUP, &setup},
  };
  for (size_t at = 0; at < sizeof steps / sizeof *steps; at++) {
    *request = _IOC_NR(steps[at].request);
    if (kernel->ioctl(device, steps[at].request, steps[at].argument) < 0) return errno;
  }
  return 0;
}

_Static_assert(sizeof((struct uinput_setup){0}.name) == FILTER_NAME_BYTES, "a name of the protocol is one of uinput");

/// Destroys the incomplete device. Returns false.
static bool give_up(struct clone *clone, const struct kernel *kernel, unsigned number, struct refusal *refusal, int error,
                    enum filter_step step) {
  refusal->error = error;
  refusal->step = step;
  clone_destroy(clone, kernel, number);
  return false;
}

bool clone_make(struct clone *clone, const struct kernel *kernel, unsigned number, const struct filter_make *make,
                struct refusal *refusal) {
  memset(refusal, 0, sizeof *refusal);
  memset(clone, 0, sizeof *clone);
  clone->device = clone->pipe = -1;
  clone->make = *make;
  stream_begin(&clone->stream, make);

  clone->device = kernel->open_uinput();
  if (clone->device < 0) return give_up(clone, kernel, number, refusal, errno, FILTER_STEP_OPEN);
  int error = set_up_axes(kernel, clone->device, &clone->stream, &refusal->detail);
  if (error == 0) error = set_up_rest(kernel, clone->device, number, make, &refusal->detail);
  if (error != 0) return give_up(clone, kernel, number, refusal, error, FILTER_STEP_SET_UP);
  refusal->detail = 0;

  // udev reads the file when the device appears.
  char text[PROPERTIES_TEXT_BYTES];
  size_t length = properties_text(make, text);
  if (kernel->write_properties(number, text, length) < 0) {
    return give_up(clone, kernel, number, refusal, errno, FILTER_STEP_PROPERTIES);
  }
  if (kernel->ioctl(clone->device, UI_DEV_CREATE, NULL) < 0 ||
      kernel->ioctl(clone->device, UI_GET_SYSNAME(sizeof clone->sysname - 1), clone->sysname) < 0) {
    return give_up(clone, kernel, number, refusal, errno, FILTER_STEP_CREATE);
  }
  clone->exists = true;
  return true;
}

void clone_close_pipe(struct clone *clone, const struct kernel *kernel) {
  if (clone->pipe >= 0) kernel->close(clone->pipe);
  clone->pipe = -1;
  clone->carried_count = 0;
}

void clone_destroy(struct clone *clone, const struct kernel *kernel, unsigned number) {
  clone_close_pipe(clone, kernel);
  // The kernel destroys the device with its descriptor.
  if (clone->device >= 0) kernel->close(clone->device);
  clone->device = -1;
  clone->exists = clone->is_claimed = clone->is_leaving = false;
  kernel->remove_properties(number);
}
