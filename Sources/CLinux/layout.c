#include "CLinux.h"

_Static_assert(sizeof(struct input_event) == 24, "events are read in batches of 24 bytes");
