// The place in `measure` at which the emulator tells what it has counted (Emulator/count-program.c): an instruction that does
// nothing, with a number that nobody else has.
#pragma once

#define MARK_BYTES 0x0f, 0x1f, 0x80, 0x6d, 0x61, 0x72, 0x6b

#define MARK_TEXT_OF(...) #__VA_ARGS__
#define MARK_TEXT(...) MARK_TEXT_OF(__VA_ARGS__)
#define MARK() __asm__ volatile(".byte " MARK_TEXT(MARK_BYTES) ::: "memory")
