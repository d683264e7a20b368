// The times that lines and frames took.
#pragma once

// Sorts times in nanoseconds, the shortest first.
void sort_ages(long *ages, int count);
