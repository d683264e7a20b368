// The keeper itself.
#include "../../../Filter/clone.c"
