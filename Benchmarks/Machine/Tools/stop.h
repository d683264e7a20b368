// Ends the benchmark's programs on errors outside the measured program.
#pragma once

// Prints the reason in the format of `printf`, with the text of errno where it is set, and ends the program.
__attribute__((format(printf, 1, 2), noreturn)) void stop(const char *format, ...);
