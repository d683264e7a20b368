#include "stop.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void stop(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
  exit(1);
}
