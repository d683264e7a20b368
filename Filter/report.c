#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

// With its own buffer, because the streams of the C library allocate one.
void report(const char *format, ...) {
  char line[256];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(line, sizeof line - 1, format, arguments);
  va_end(arguments);
  if (length < 0) return;
  size_t size = (size_t)length < sizeof line - 2 ? (size_t)length : sizeof line - 2;
  line[size++] = '\n';
  ssize_t written = write(STDERR_FILENO, line, size);
  (void)written;
}
