// The keeper itself.
#include "../../../Filter/keeper.c"
