// How the benchmark's programs end where something is wrong that is not what they measure.
#pragma once

// Prints why, as printf does, with what errno says where it says something, and ends the program.
__attribute__((format(printf, 1, 2), noreturn)) void stop(const char *format, ...);
