/* kernel.h - in place of Zephyr's. */
#include <stdio.h>
#define printk printf
