/* stdio.h - as much of the vendor's C library as port.c uses; vendor.c has it. */
#ifndef VENDOR_STDIO_H
#define VENDOR_STDIO_H

int putchar(int c);

#endif
