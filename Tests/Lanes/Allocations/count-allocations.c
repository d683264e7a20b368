// Counts what the main thread of gestured allocates between its first and its last gesture line to a subscriber.
// LD_PRELOAD loads it. With ALLOCATIONS_FRAMES set, it counts what gestured-filter allocates between its first and its last frame
// to a device.
//
// When the process ends, it writes a report to the file that ALLOCATIONS_REPORT names. The report has lines of a word
// and a number, then the distinct places that allocated. The earliest place comes first, each with its innermost caller
// first.
//
//   lines 4711          gesture lines sent, or writes of whole events
//   allocations 0       made after the first of them and before the last
//   dirty-lines 0       lines before which any were made
//   place 1
//   at gestured+0x1234  a caller, for addr2line
//
// Only the main thread counts, because the daemon has no other.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <linux/input.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

// The C library exports its own functions under these names for libraries that replace them.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

enum { TRACES = 8, DEPTH = 24 };

static const char line_start[] = "{\"type\":\"gesture\"";

static ssize_t (*next_send)(int, const void *, size_t, int);
static ssize_t (*next_write)(int, const void *, size_t);
static bool is_counting, counts_frames;
static unsigned long lines, allocations, dirty_lines;

// Allocations since the last line. They count once another line follows.
static unsigned long pending;
static void *traces[TRACES][DEPTH];
static int depths[TRACES];
static int trace_count, pending_traces;

// Initial-exec, because the general model may allocate at the first use.
static __thread bool is_main_thread __attribute__((tls_model("initial-exec")));
static __thread bool is_inside __attribute__((tls_model("initial-exec")));

// Whether an earlier trace is the same.
static bool is_known(int place) {
  for (int other = 0; other < place; other++) {
    if (depths[other] != depths[place]) continue;
    if (memcmp(traces[other], traces[place], sizeof(void *) * (size_t)depths[place]) == 0) return true;
  }
  return false;
}

static void note(void) {
  if (!is_counting || !is_main_thread || is_inside) return;
  pending++;
  int place = trace_count + pending_traces;
  if (place == TRACES) return;
  is_inside = true;
  depths[place] = backtrace(traces[place], DEPTH);
  if (!is_known(place)) pending_traces++;
  is_inside = false;
}

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  note();
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  note();
  return __libc_realloc(old, size);
}

void *memalign(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  note();
  *result = __libc_memalign(alignment, size);
  return *result == NULL ? 12 /* ENOMEM */ : 0;
}

static void note_line(void) {
  lines++;
  allocations += pending;
  if (pending > 0) dirty_lines++;
  trace_count += pending_traces;
  pending = 0;
  pending_traces = 0;
  is_counting = true;
}

ssize_t write(int fd, const void *bytes, size_t count) {
  if (counts_frames && is_main_thread && fd > STDERR_FILENO && count % sizeof(struct input_event) == 0) note_line();
  return next_write(fd, bytes, count);
}

ssize_t send(int fd, const void *bytes, size_t count, int flags) {
  bool is_line = count >= sizeof line_start - 1 && memcmp(bytes, line_start, sizeof line_start - 1) == 0;
  if (is_line && is_main_thread && !counts_frames) note_line();
  return next_send(fd, bytes, count, flags);
}

__attribute__((constructor)) static void start(void) {
  is_main_thread = true;
  next_send = (ssize_t (*)(int, const void *, size_t, int))dlsym(RTLD_NEXT, "send");
  next_write = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  counts_frames = getenv("ALLOCATIONS_FRAMES") != NULL;
  // Its first call loads a library.
  void *nowhere[1];
  backtrace(nowhere, 1);
}

__attribute__((destructor)) static void report(void) {
  is_counting = false;
  const char *path = getenv("ALLOCATIONS_REPORT");
  if (path == NULL) return;
  FILE *file = fopen(path, "w");
  if (file == NULL) return;
  fprintf(file, "lines %lu\nallocations %lu\ndirty-lines %lu\n", lines, allocations, dirty_lines);
  for (int trace = 0; trace < trace_count; trace++) {
    fprintf(file, "place %d\n", trace + 1);
    // The first two are this file's own.
    for (int place = 2; place < depths[trace]; place++) {
      Dl_info info;
      if (dladdr(traces[trace][place], &info) == 0) continue;
      const char *name = strrchr(info.dli_fname, '/');
      ptrdiff_t offset = (char *)traces[trace][place] - (char *)info.dli_fbase;
      fprintf(file, "at %s+%#tx\n", name == NULL ? info.dli_fname : name + 1, offset);
    }
  }
  fclose(file);
}
