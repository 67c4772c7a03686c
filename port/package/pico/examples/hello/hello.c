#include <pawl/pawl.h>
#include <pico/stdlib.h>
#include <stdio.h>

@FALL@
int main(void) {
    stdio_init_all();
    for (;;) {
        printf("hash %08lx\n", (unsigned long)fall());
        sleep_ms(1000);
    }
}
