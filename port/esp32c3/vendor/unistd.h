/* unistd.h - as much of the vendor's C library as port.c uses; vendor.c has it. */
#ifndef VENDOR_UNISTD_H
#define VENDOR_UNISTD_H

unsigned sleep(unsigned seconds);

#endif
