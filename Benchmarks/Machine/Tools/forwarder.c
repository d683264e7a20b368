// The least work of a filter: takes the panel for itself, and copies each batch of events to a clone by one write. It looks at
// nothing, and recognizes nothing. In two programs, the right to make a clone is apart from the panel.
//
//   forwarder NODE                                       in one program
//   forwarder --read NODE | forwarder --write NODE       in two, through a pipe
//   forwarder --watch NODE                               reads the panel, and lets others read it
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uinput.h>
#include <string.h>
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

static int open_panel(const char *node) {
  int panel = open(node, O_RDONLY | O_CLOEXEC);
  if (panel < 0) stop("%s", node);
  return panel;
}

static void grab(int panel) {
  if (ioctl(panel, EVIOCGRAB, 1) < 0) stop("EVIOCGRAB");
}

/// Copies events until no more come. Into -1 it drops them.
static void copy(int from, int into) {
  struct input_event events[64];
  for (ssize_t size; (size = read(from, events, sizeof events)) > 0;) {
    if (into >= 0 && write(into, events, (size_t)size) != size) stop("write");
  }
}

int main(int count, char **arguments) {
  if (count != 2 && count != 3) stop("usage: forwarder [--read|--write|--watch] NODE");
  const char *mode = count == 3 ? arguments[1] : "";
  int panel = open_panel(arguments[count - 1]);
  if (strcmp(mode, "--watch") == 0) {
    copy(panel, -1);
  } else if (strcmp(mode, "--read") == 0) {
    grab(panel);
    copy(panel, STDOUT_FILENO);
  } else if (strcmp(mode, "--write") == 0) {
    int clone = make_clone(panel);
    close(panel);
    copy(STDIN_FILENO, clone);
  } else {
    int clone = make_clone(panel);
    grab(panel);
    copy(panel, clone);
  }
  stop("no more events");
}
