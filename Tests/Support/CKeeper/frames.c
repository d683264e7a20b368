// The keeper itself.
#include "../../../Filter/frames.c"
