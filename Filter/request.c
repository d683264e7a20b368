#include "request.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_zero(const void *bytes, size_t length) {
  const unsigned char *each = bytes;
  for (size_t at = 0; at < length; at++) {
    if (each[at] != 0) return false;
  }
  return true;
}

/// Whether a field ends in a zero, and has nothing but zeros after it.
static bool is_text(const char *field, size_t size) {
  size_t length = strnlen(field, size);
  return length < size && is_zero(field + length, size - length);
}

static bool is_well_formed_make(const struct filter_make *make) {
  if (make->header.device != 0 || make->reserved != 0) return false;
  if (!is_text(make->name, sizeof make->name)) return false;
  for (int property = 0; property < FILTER_PROPERTIES; property++) {
    if (!is_text(make->properties[property], FILTER_TEXT_BYTES)) return false;
  }
  return true;
}

bool read_request(const void *packet, size_t length, union request *request) {
  if (length < sizeof request->header || length > sizeof *request) return false;
  memcpy(request, packet, length);
  switch (request->header.kind) {
  case FILTER_HELLO:
    return length == sizeof request->hello && request->header.device == 0 && request->hello.reserved == 0;
  case FILTER_MAKE:
    return length == sizeof request->make && is_well_formed_make(&request->make);
  case FILTER_KEEP:
    return length == sizeof request->keep && request->keep.keep_ms <= FILTER_KEEP_MS &&
           request->keep.ending <= FILTER_ENDS_BY_PALM;
  case FILTER_DROP:
  case FILTER_COUNT:
    return length == sizeof request->header;
  default:
    return false;
  }
}

/// Whether the text is UTF-8 without control characters: no C0, no DEL, no C1, no surrogate, no form that is too long.
static bool is_printable(const char *text) {
  const unsigned char *at = (const unsigned char *)text;
  while (*at != 0) {
    uint32_t character;
    int more;
    if (*at < 0x80) {
      character = *at;
      more = 0;
    } else if (*at >= 0xc2 && *at < 0xe0) {
      character = *at & 0x1f;
      more = 1;
    } else if (*at >= 0xe0 && *at < 0xf0) {
      character = *at & 0x0f;
      more = 2;
    } else if (*at >= 0xf0 && *at < 0xf5) {
      character = *at & 0x07;
      more = 3;
    } else {
      return false;
    }
    at++;
    for (int byte = 0; byte < more; byte++, at++) {
      if ((*at & 0xc0) != 0x80) return false;
      character = character << 6 | (*at & 0x3f);
    }
    if (character < 0x20 || (character >= 0x7f && character < 0xa0)) return false;
    if (more == 2 && (character < 0x800 || (character >= 0xd800 && character < 0xe000))) return false;
    if (more == 3 && (character < 0x10000 || character > 0x10ffff)) return false;
    // Line and paragraph separators, and the marks that turn the writing direction.
    if (character >= 0x2028 && character <= 0x202e) return false;
    if (character >= 0x2066 && character <= 0x2069) return false;
  }
  return true;
}

static bool is_letter_or_digit(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9');
}

/// Whether all characters are letters, digits, or of the others.
static bool consists_of(const char *text, const char *others) {
  for (; *text != 0; text++) {
    if (!is_letter_or_digit(*text) && strchr(others, *text) == NULL) return false;
  }
  return true;
}

static bool is_digits(const char *text) {
  return strlen(text) <= 9 && strspn(text, "0123456789") == strlen(text);
}

static bool is_matrix(const char *text) {
  if (strspn(text, "0123456789+-.eE ") != strlen(text)) return false;
  for (int number = 0; number < 6; number++) {
    if (number > 0 && *text++ != ' ') return false;
    if (*text == ' ') return false;
    char *end;
    double value = strtod(text, &end);
    if (end == text || !isfinite(value)) return false;
    text = end;
  }
  return *text == 0;
}

static bool is_group(const char *text) {
  for (; *text != 0; text++) {
    if (*text <= ' ' || *text > '~' || strchr("\"'\\$%`", *text) != NULL) return false;
  }
  return true;
}

/// Whether a link would take the place of one by a clone's number. FLT-93
static bool is_number_link(const char *text) {
  const char *number = text + sizeof "touch" - 1;
  return strncmp(text, "touch", sizeof "touch" - 1) == 0 && *number >= '0' && *number < '0' + FILTER_CLONES && number[1] == 0;
}

static bool is_right(enum filter_property property, const char *text) {
  switch (property) {
  case FILTER_CALIBRATION_MATRIX:
    return *text == 0 || is_matrix(text);
  case FILTER_WL_OUTPUT:
  case FILTER_SEAT:
    return consists_of(text, "_-");
  case FILTER_LINK:
    return consists_of(text, "_-") && !is_number_link(text);
  case FILTER_DEVICE_GROUP:
    return is_group(text);
  default:
    return is_digits(text);
  }
}

static bool axes_are_right(const struct filter_make *make) {
  uint32_t known = (1u << FILTER_AXES) - 1;
  uint32_t required = 1u << (ABS_MT_POSITION_X - FILTER_FIRST_AXIS) | 1u << (ABS_MT_POSITION_Y - FILTER_FIRST_AXIS);
  uint32_t own = 1u << (ABS_MT_TRACKING_ID - FILTER_FIRST_AXIS);
  if ((make->axes_present & ~known) != 0 || (make->axes_present & required) != required) return false;
  if ((make->axes_present & own) != 0) return false;
  for (int axis = 0; axis < FILTER_AXES; axis++) {
    const struct filter_axis *range = &make->axes[axis];
    if (!(make->axes_present >> axis & 1)) {
      if (!is_zero(range, sizeof *range)) return false;
      continue;
    }
    // The kernel computes the difference as an int.
    if (range->minimum > range->maximum || (int64_t)range->maximum - range->minimum > INT32_MAX) return false;
    if (range->resolution < 0) return false;
    if ((required >> axis & 1) && range->minimum == range->maximum) return false;
    if (axis == ABS_MT_TOOL_TYPE - FILTER_FIRST_AXIS && (range->minimum != 0 || range->maximum > MT_TOOL_MAX)) return false;
  }
  return true;
}

uint32_t wrong_field(const struct filter_make *make) {
  if (make->name[0] == 0 || !is_printable(make->name)) return FILTER_FIELD_NAME;
  if (make->slots < 1 || make->slots > FILTER_SLOTS) return FILTER_FIELD_SLOTS;
  if (!axes_are_right(make)) return FILTER_FIELD_AXES;
  if (make->keep_ms > FILTER_KEEP_MS) return FILTER_FIELD_KEEP;
  if (make->ending > FILTER_ENDS_BY_PALM) return FILTER_FIELD_ENDING;
  if (make->semi_mt > 1) return FILTER_FIELD_SEMI_MT;
  for (int property = 0; property < FILTER_PROPERTIES; property++) {
    if (!is_right(property, make->properties[property])) return FILTER_FIELD_PROPERTY + (uint32_t)property;
  }
  return 0;
}

bool describe_the_same(const struct filter_make *left, const struct filter_make *right) {
  struct filter_make same = *right;
  same.ending = left->ending;
  same.keep_ms = left->keep_ms;
  return memcmp(left, &same, sizeof same) == 0;
}

size_t properties_text(const struct filter_make *make, char text[PROPERTIES_TEXT_BYTES]) {
  static const char *const names[FILTER_PROPERTIES] = {
    [FILTER_CALIBRATION_MATRIX] = "LIBINPUT_CALIBRATION_MATRIX",
    [FILTER_WL_OUTPUT] = "WL_OUTPUT",
    [FILTER_SEAT] = "ID_SEAT",
    [FILTER_LINK] = "GESTURED_FILTER_LINK",
    [FILTER_DEVICE_GROUP] = "LIBINPUT_DEVICE_GROUP",
    [FILTER_FUZZ_X] = "LIBINPUT_FUZZ_00",
    [FILTER_FUZZ_Y] = "LIBINPUT_FUZZ_01",
    [FILTER_FUZZ_MT_X] = "LIBINPUT_FUZZ_35",
    [FILTER_FUZZ_MT_Y] = "LIBINPUT_FUZZ_36",
    [FILTER_WIDTH_MM] = "ID_INPUT_WIDTH_MM",
    [FILTER_HEIGHT_MM] = "ID_INPUT_HEIGHT_MM",
  };
  size_t length = 0;
  for (int property = 0; property < FILTER_PROPERTIES; property++) {
    const char *parts[] = {names[property], "=", make->properties[property], "\n"};
    if (*make->properties[property] == 0) continue;
    for (size_t part = 0; part < sizeof parts / sizeof *parts; part++) {
      size_t size = strlen(parts[part]);
      memcpy(text + length, parts[part], size);
      length += size;
    }
  }
  return length;
}
