#include "stop.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void stop(const char *format, ...) {
  int error = errno;
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fprintf(stderr, error ? ": %s\n" : "\n", strerror(error));
  exit(1);
}
