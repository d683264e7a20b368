// How the tools end where something is wrong that is not what they test.
#pragma once

// Prints why, as printf does, and ends the program.
__attribute__((format(printf, 1, 2), noreturn)) void stop(const char *format, ...);
