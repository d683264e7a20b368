#include "panel.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/input.h>
#include <linux/uhid.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "stop.h"

enum { field_room = 16, feature_room = 4, feature_length = 8, report_room = 256 };

struct field {
  char name[16];
  int bits;
};

// A report: fields for each contact, repeated for each contact, then fields for the report.
struct layout {
  int report_id, contacts, contact_fields, fields;
  struct field field[field_room];
};

struct feature {
  uint8_t data[feature_length];
  size_t length;
};

struct panel {
  int fd, width, height;
  struct layout touch, pen;
  struct feature features[feature_room];
  int feature_count;
  struct uhid_event event;
};

// MARK: Its file

// `FIELD:BITS…`, with a semicolon after the fields of a contact.
static void read_layout(struct layout *layout, const char *text) {
  int consumed;
  struct field field;
  layout->contact_fields = -1;
  for (; sscanf(text, " %n", &consumed) == 0 && text[consumed] != '\0'; text += consumed) {
    text += consumed;
    if (*text == ';') {
      layout->contact_fields = layout->fields;
      consumed = 1;
      continue;
    }
    if (layout->fields == field_room || sscanf(text, "%15[a-z_-]:%d%n", field.name, &field.bits, &consumed) != 2) {
      stop("a layout that is none: %s", text);
    }
    layout->field[layout->fields++] = field;
  }
  if (layout->contact_fields < 0) layout->contact_fields = layout->fields;
}

static size_t read_bytes(const char *text, uint8_t *bytes, size_t room) {
  size_t count = 0;
  unsigned value;
  for (int consumed; sscanf(text, " %2x%n", &value, &consumed) == 1; text += consumed) {
    if (count == room) stop("too many bytes");
    bytes[count++] = (uint8_t)value;
  }
  return count;
}

// The lines of the descriptor: bytes in hexadecimal, and `times N` … `end` around repeated bytes.
static void read_descriptor(FILE *file, struct uhid_create2_req *create) {
  char line[256];
  size_t length = 0, repeated = 0;
  int times = 1;
  while (fgets(line, sizeof(line), file) != NULL) {
    line[strcspn(line, "#\n")] = '\0';
    if (sscanf(line, " times %d", &times) == 1) {
      repeated = length;
    } else if (strstr(line, "end") != NULL) {
      size_t part = length - repeated;
      for (; times > 1; times--) {
        if (length + part > sizeof(create->rd_data)) stop("a descriptor that is too long");
        memcpy(create->rd_data + length, create->rd_data + repeated, part);
        length += part;
      }
    } else {
      length += read_bytes(line, create->rd_data + length, sizeof(create->rd_data) - length);
    }
  }
  create->rd_size = (uint16_t)length;
}

static void read_file(struct panel *panel, const char *path, struct uhid_create2_req *create) {
  FILE *file = fopen(path, "r");
  if (file == NULL) stop("%s", path);
  char line[512];
  int consumed = 0;
  while (fgets(line, sizeof(line), file) != NULL) {
    line[strcspn(line, "#\n")] = '\0';
    if (sscanf(line, "name %127[^\n]", (char *)create->name) == 1) continue;
    if (sscanf(line, "extent %d %d", &panel->width, &panel->height) == 2) continue;
    if (sscanf(line, "touch %d %d %n", &panel->touch.report_id, &panel->touch.contacts, &consumed) == 2) {
      read_layout(&panel->touch, line + consumed);
    } else if (sscanf(line, "pen %d %n", &panel->pen.report_id, &consumed) == 1) {
      panel->pen.contacts = 1;
      read_layout(&panel->pen, line + consumed);
    } else if (strncmp(line, "feature ", 8) == 0) {
      if (panel->feature_count == feature_room) stop("too many features");
      struct feature *feature = &panel->features[panel->feature_count++];
      feature->length = read_bytes(line + 8, feature->data, sizeof(feature->data));
    } else if (strcmp(line, "descriptor") == 0) {
      read_descriptor(file, create);
    } else if (line[strspn(line, " ")] != '\0') {
      stop("%s: what is this: %s", path, line);
    }
  }
  fclose(file);
}

// MARK: The kernel

static void send_event(struct panel *panel, const struct uhid_event *event) {
  if (write(panel->fd, event, sizeof(*event)) < 0) stop("uhid");
}

struct panel *panel_create(const char *path) {
  struct panel *panel = calloc(1, sizeof(*panel));
  struct uhid_event create = {.type = UHID_CREATE2};
  if (panel == NULL) stop("no memory");
  read_file(panel, path, &create.u.create2);
  create.u.create2.bus = BUS_USB;
  create.u.create2.vendor = 0x1209;
  create.u.create2.product = 0x0020;
  panel->fd = open("/dev/uhid", O_RDWR | O_CLOEXEC);
  if (panel->fd < 0) stop("/dev/uhid");
  send_event(panel, &create);
  return panel;
}

void panel_extent(const struct panel *panel, int *width, int *height) {
  *width = panel->width;
  *height = panel->height;
}

static void answer(struct panel *panel, const struct uhid_event *question) {
  struct uhid_event reply = {.type = UHID_GET_REPORT_REPLY};
  if (question->type == UHID_SET_REPORT) {
    reply.type = UHID_SET_REPORT_REPLY;
    reply.u.set_report_reply.id = question->u.set_report.id;
    send_event(panel, &reply);
  } else if (question->type == UHID_GET_REPORT) {
    reply.u.get_report_reply.id = question->u.get_report.id;
    reply.u.get_report_reply.err = EIO;
    for (int i = 0; i < panel->feature_count; i++) {
      const struct feature *feature = &panel->features[i];
      if (feature->data[0] != question->u.get_report.rnum) continue;
      reply.u.get_report_reply.err = 0;
      reply.u.get_report_reply.size = (uint16_t)feature->length;
      memcpy(reply.u.get_report_reply.data, feature->data, feature->length);
    }
    send_event(panel, &reply);
  }
}

static int64_t now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

void panel_wait(struct panel *panel, int milliseconds) {
  int64_t end = now_ms() + milliseconds;
  for (int64_t left = milliseconds; left >= 0; left = end - now_ms()) {
    struct pollfd waiting = {.fd = panel->fd, .events = POLLIN};
    if (poll(&waiting, 1, (int)left) <= 0) return;
    if (read(panel->fd, &panel->event, sizeof(panel->event)) > 0) answer(panel, &panel->event);
  }
}

// MARK: Reports

// HID packs values with the least significant bit first.
static void put(uint8_t *data, int *at, int bits, int64_t value) {
  for (int i = 0; i < bits; i++, (*at)++) {
    if (*at / 8 >= report_room) stop("a report that is too long");
    if (value >> i & 1) data[*at / 8] |= (uint8_t)(1 << *at % 8);
  }
}

static int64_t contact_value(const struct contact *contact, const char *name) {
  if (contact == NULL || strcmp(name, "-") == 0) return 0;
  if (strcmp(name, "tip") == 0) return contact->touches && !contact->is_eraser;
  if (strcmp(name, "eraser") == 0) return contact->touches && contact->is_eraser;
  if (strcmp(name, "invert") == 0) return (contact->touches || contact->is_near) && contact->is_eraser;
  if (strcmp(name, "barrel") == 0) return contact->barrel;
  if (strcmp(name, "second") == 0) return contact->second;
  if (strcmp(name, "tilt_x") == 0) return contact->tilt_x;
  if (strcmp(name, "tilt_y") == 0) return contact->tilt_y;
  if (strcmp(name, "in_range") == 0) return contact->touches || contact->is_near;
  if (strcmp(name, "confidence") == 0) return !contact->is_palm;
  if (strcmp(name, "id") == 0) return contact->id;
  if (strcmp(name, "x") == 0) return contact->x;
  if (strcmp(name, "y") == 0) return contact->y;
  if (strcmp(name, "pressure") == 0) return contact->touches ? 512 : 0;
  stop("no contact has a field %s", name);
}

// Sends one report with the given contacts. `total` is the number of contacts in the frame, or 0 in the frame's later
// reports.
static void send_report(
    struct panel *panel, const struct layout *layout, const struct contact *contacts, int count, int total,
    int64_t microseconds) {
  struct uhid_event event = {.type = UHID_INPUT2};
  uint8_t *data = event.u.input2.data;
  int at = 0;
  put(data, &at, 8, layout->report_id);
  for (int i = 0; i < layout->contacts; i++) {
    for (int j = 0; j < layout->contact_fields; j++) {
      const struct field *field = &layout->field[j];
      put(data, &at, field->bits, contact_value(i < count ? &contacts[i] : NULL, field->name));
    }
  }
  for (int j = layout->contact_fields; j < layout->fields; j++) {
    const struct field *field = &layout->field[j];
    int64_t value = strcmp(field->name, "count") == 0  ? total
                    : strcmp(field->name, "scan") == 0 ? microseconds / 100 % 65536
                                                       : 0;
    put(data, &at, field->bits, value);
  }
  event.u.input2.size = (uint16_t)((at + 7) / 8);
  send_event(panel, &event);
}

void panel_touch(struct panel *panel, const struct contact *contacts, int count, int64_t microseconds) {
  const struct layout *layout = &panel->touch;
  for (int sent = 0; sent < count; sent += layout->contacts) {
    int part = count - sent < layout->contacts ? count - sent : layout->contacts;
    send_report(panel, layout, contacts + sent, part, sent == 0 ? count : 0, microseconds);
  }
}

void panel_pen(struct panel *panel, const struct contact *pen, int64_t microseconds) {
  send_report(panel, &panel->pen, pen, 1, 1, microseconds);
}

void panel_unplug(struct panel *panel) { send_event(panel, &(struct uhid_event){.type = UHID_DESTROY}); }
