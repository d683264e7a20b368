// Proves that the counter counts: sends two gesture lines to itself, and allocates once before them, three
// times between them and once after them.

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static const char line[] = "{\"type\":\"gesture\"}\n";
static const char other[] = "{\"type\":\"device\"}\n";

// The pointer is volatile so that the compiler keeps allocations that the program never uses.
static void *volatile kept;

int main(void) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return 1;

  kept = malloc(1);
  send(ends[0], line, strlen(line), 0);
  kept = malloc(1);
  send(ends[0], other, strlen(other), 0);
  kept = realloc(kept, 100);
  kept = aligned_alloc(64, 64);
  send(ends[0], line, strlen(line), 0);
  kept = calloc(1, 1);
  return kept == NULL;
}
