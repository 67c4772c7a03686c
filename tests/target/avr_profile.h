/* avr_profile.h - where the cycles of an AVR program go, counted exactly. */
#ifndef AVR_PROFILE_H
#define AVR_PROFILE_H

#include <simavr/sim_avr.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct avr_profile avr_profile;

/* NULL, after a message, when the program's symbols cannot be read. */
avr_profile *profile_open(const char *program, uint32_t flash_size);

/* The instruction at pc took so many cycles. */
void profile_count(avr_profile *profile, uint32_t pc, uint64_t cycles);

/* After each instruction: has a function been entered or left? */
void profile_follow(avr_profile *profile, const avr_t *core, unsigned stack_pointer);

/* A line for each function: cycles in itself, with what it calls, calls, name, and who calls it. */
void profile_print(avr_profile *profile, FILE *out);

#endif
