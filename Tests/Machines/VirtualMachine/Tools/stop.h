// Ends the tools on errors outside of the thing that they test.
#pragma once

// Prints the reason, formatted as in printf(3), and ends the program.
__attribute__((format(printf, 1, 2), noreturn)) void stop(const char *format, ...);
