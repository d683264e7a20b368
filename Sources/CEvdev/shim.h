#include <libevdev/libevdev.h>
#include <stddef.h>

/* Silences libevdev. On arm64, Swift 6.2 cannot import the type of its function, which takes a va_list. */
static inline void cevdev_silence(void) {
  libevdev_set_log_function(NULL, NULL);
}
