/* port.c - WebAssembly: JavaScript prints, tells the time and ends the program. */
#include "pawl/port.h"

#define IMPORT(name) __attribute__((import_module("env"), import_name(name)))
#define EXPORT(name) __attribute__((export_name(name)))

IMPORT("putc") void pawli_js_putc(int c);
IMPORT("ms") double pawli_js_ms(void);
IMPORT("halt") void pawli_js_halt(int status);
int main(void);
int pawli_run(void);

void pawl_port_putc(char c) {
    pawli_js_putc((unsigned char)c);
}

uint32_t pawl_port_ms(void) {
    return (uint32_t)(uint64_t)pawli_js_ms();
}

void pawl_port_halt(int status) {
    pawli_js_halt(status);
}

/* The compiler gives main another name. */
EXPORT("run") int pawli_run(void) {
    return main();
}
