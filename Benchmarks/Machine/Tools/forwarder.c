// The least work of a filter: takes the panel for itself, and copies each batch of events to a clone by one write. It looks at
// nothing, and recognizes nothing.
//
//   forwarder NODE
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "stop.h"

static int make_clone(int panel) {
  struct uinput_setup setup = {.name = "Forwarded panel"};
  unsigned char axes[ABS_CNT / 8 + 1] = {0};
  int clone = open("/dev/uinput", O_WRONLY | O_CLOEXEC);
  if (clone < 0) stop("/dev/uinput");
  if (ioctl(panel, EVIOCGID, &setup.id) < 0 || ioctl(panel, EVIOCGBIT(EV_ABS, sizeof axes), axes) < 0) stop("the panel");
  for (int code = 0; code < ABS_CNT; code++) {
    struct uinput_abs_setup axis = {.code = (__u16)code};
    if (!(axes[code / 8] >> code % 8 & 1)) continue;
    if (ioctl(panel, EVIOCGABS(code), &axis.absinfo) < 0 || ioctl(clone, UI_ABS_SETUP, &axis) < 0) stop("axis %d", code);
  }
  if (ioctl(clone, UI_SET_EVBIT, EV_KEY) < 0 || ioctl(clone, UI_SET_KEYBIT, BTN_TOUCH) < 0 ||
      ioctl(clone, UI_SET_EVBIT, EV_ABS) < 0 || ioctl(clone, UI_SET_PROPBIT, INPUT_PROP_DIRECT) < 0 ||
      ioctl(clone, UI_DEV_SETUP, &setup) < 0 || ioctl(clone, UI_DEV_CREATE) < 0) {
    stop("the clone");
  }
  return clone;
}

int main(int count, char **arguments) {
  if (count != 2) stop("usage: forwarder NODE");
  int panel = open(arguments[1], O_RDONLY | O_CLOEXEC);
  if (panel < 0) stop("%s", arguments[1]);
  int clone = make_clone(panel);
  if (ioctl(panel, EVIOCGRAB, 1) < 0) stop("EVIOCGRAB");
  struct input_event events[64];
  for (ssize_t size; (size = read(panel, events, sizeof events)) > 0;) {
    if (write(clone, events, (size_t)size) != size) stop("the clone");
  }
  stop("%s", arguments[1]);
}
