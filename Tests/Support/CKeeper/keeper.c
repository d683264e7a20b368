// The keeper itself.
#include "../../../Filter/clone.c"
#include "../../../Filter/connection.c"
#include "../../../Filter/frames.c"
#include "../../../Filter/keeper.c"
#include "../../../Filter/kernel.c"
#include "../../../Filter/manager.c"
#include "../../../Filter/request.c"
