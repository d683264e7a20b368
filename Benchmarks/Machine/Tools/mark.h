// The mark in `measure` at which the emulator writes its count (Emulator/count-program.c): an instruction without
// effect, with a number that occurs nowhere else.
#pragma once

#define MARK_BYTES 0x0f, 0x1f, 0x80, 0x6d, 0x61, 0x72, 0x6b

#define MARK_TEXT_OF(...) #__VA_ARGS__
#define MARK_TEXT(...) MARK_TEXT_OF(__VA_ARGS__)
#define MARK() __asm__ volatile(".byte " MARK_TEXT(MARK_BYTES) ::: "memory")
