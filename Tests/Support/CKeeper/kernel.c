// The keeper itself.
#include "../../../Filter/kernel.c"
