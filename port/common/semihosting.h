/* semihosting.h - what a program can ask of the debugger, or of QEMU: numbers of "Semihosting for
 * AArch32 and AArch64" (Arm, 2.0), which RISC-V has taken over. */
#ifndef PAWLI_SEMIHOSTING_H
#define PAWLI_SEMIHOSTING_H

enum {
    SYS_WRITE0 = 0x04,       /* print a string */
    SYS_CLOCK = 0x10,        /* hundredths of a second */
    SYS_EXIT_EXTENDED = 0x20 /* with a status */
};

#define APPLICATION_EXIT 0x20026

#endif
