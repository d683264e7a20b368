// The lower floor: reads as many events at once as there are, and makes the line by hand.
//
//   floor-batched NODE SOCKET
#include <linux/input.h>
#include <string.h>
#include <unistd.h>

#include "floor.h"
#include "stop.h"

static struct floor_touch touches[FLOOR_SLOTS];
static int slot;

static char *put_text(char *to, const char *text, size_t length) {
  memcpy(to, text, length);
  return to + length;
}

#define PUT(to, literal) put_text(to, literal, sizeof literal - 1)

static char *put_number(char *to, unsigned long number) {
  char digits[20];
  int count = 0;
  do {
    digits[count++] = (char)('0' + number % 10);
    number /= 10;
  } while (number);
  while (count > 0) *to++ = digits[--count];
  return to;
}

static char *put_time(char *to, const struct input_event *event) {
  to = put_number(to, (unsigned long)event->input_event_sec);
  *to++ = '.';
  unsigned long microseconds = (unsigned long)event->input_event_usec;
  for (unsigned long unit = 100000; unit > 0; unit /= 10) *to++ = (char)('0' + microseconds / unit % 10);
  return to;
}

static void tell(const struct input_event *report) {
  char line[FLOOR_LINE_ROOM], *end = PUT(line, "{\"type\":\"touches\",\"time\":");
  end = put_time(end, report);
  end = PUT(end, ",\"touches\":[");
  const char *start = end;
  for (int i = 0; i < FLOOR_SLOTS; i++) {
    if (!touches[i].is_down) continue;
    if (end != start) *end++ = ',';
    end = PUT(end, "{\"id\":");
    end = put_number(end, (unsigned)touches[i].id);
    end = PUT(end, ",\"x\":");
    end = put_number(end, (unsigned)touches[i].x);
    end = PUT(end, ",\"y\":");
    end = put_number(end, (unsigned)touches[i].y);
    *end++ = '}';
  }
  end = PUT(end, "]}\n");
  floor_send(line, (size_t)(end - line));
}

static void take_in(const struct input_event *event) {
  if (event->type == EV_SYN && event->code == SYN_REPORT) {
    tell(event);
    return;
  }
  if (event->type != EV_ABS) return;
  switch (event->code) {
    case ABS_MT_SLOT:
      if (event->value >= 0 && event->value < FLOOR_SLOTS) slot = event->value;
      break;
    case ABS_MT_TRACKING_ID:
      touches[slot].is_down = event->value >= 0;
      touches[slot].id = event->value;
      break;
    case ABS_MT_POSITION_X: touches[slot].x = event->value; break;
    case ABS_MT_POSITION_Y: touches[slot].y = event->value; break;
  }
}

static void read_frames(int device) {
  struct input_event events[64];
  ssize_t size = read(device, events, sizeof events);
  for (int i = 0; i < size / (ssize_t)sizeof *events; i++) take_in(&events[i]);
}

int main(int count, char **arguments) {
  if (count != 3) stop("usage: floor-batched NODE SOCKET");
  floor_serve(arguments[1], arguments[2], NULL, read_frames);
}
