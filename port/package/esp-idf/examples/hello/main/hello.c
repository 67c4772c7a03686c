#include <pawl/pawl.h>
#include <stdio.h>

@FALL@
void app_main(void) {
    printf("hash %08lx\n", (unsigned long)fall());
}
