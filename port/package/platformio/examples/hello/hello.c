#include <pawl/pawl.h>
#include <stdio.h>

@FALL@
int main(void) {
    printf("hash %08lx\n", (unsigned long)fall());
    return 0;
}
