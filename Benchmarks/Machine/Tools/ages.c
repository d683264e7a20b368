#include "ages.h"

#include <stdlib.h>

static int order(const void *a, const void *b) {
  long x = *(const long *)a, y = *(const long *)b;
  return (x > y) - (x < y);
}

void sort_ages(long *ages, int count) { qsort(ages, (size_t)count, sizeof *ages, order); }
