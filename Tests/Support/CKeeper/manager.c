// The keeper itself.
#include "../../../Filter/manager.c"
