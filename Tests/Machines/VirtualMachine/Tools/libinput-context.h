// A context of libinput that reads the nodes that it is given.
#pragma once
#include <libinput.h>

// A context without a device. An error ends the program, because it is a test.
struct libinput *libinput_begin(void);
