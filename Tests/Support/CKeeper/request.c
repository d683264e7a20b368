// The keeper itself.
#include "../../../Filter/request.c"
