// The keeper itself.
#include "../../../Filter/connection.c"
