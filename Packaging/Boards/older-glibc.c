/*
 * Four functions of glibc 2.38 for a system with glibc 2.36, Debian 12. Swift's library for Debian sid calls them. They are hidden, so that
 * no other object of the program finds them.
 *
 * C23 changed what the first three accept: "0b1" is 1 with the base 0 or 2. Swift's library gives decimal and hexadecimal numbers only.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HIDDEN __attribute__((visibility("hidden")))

HIDDEN long __isoc23_strtol(const char *text, char **end, int base) {
  return strtol(text, end, base);
}

HIDDEN long long __isoc23_strtoll(const char *text, char **end, int base) {
  return strtoll(text, end, base);
}

HIDDEN int __isoc23_sscanf(const char *text, const char *format, ...) {
  va_list values;
  va_start(values, format);
  int count = vsscanf(text, format, values);
  va_end(values);
  return count;
}

HIDDEN size_t strlcpy(char *to, const char *from, size_t size) {
  size_t length = strlen(from);
  if (size > 0) {
    size_t copied = length < size ? length : size - 1;
    memcpy(to, from, copied);
    to[copied] = 0;
  }
  return length;
}
