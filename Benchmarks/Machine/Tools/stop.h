// Ends the programs of benchmarks and machines on errors outside of what they measure or test.
#pragma once

// Prints the reason in the format of `printf`, with the text of errno where it is set, and ends the program.
__attribute__((format(printf, 1, 2), noreturn)) void stop(const char *format, ...);
