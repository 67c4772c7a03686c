#include <pawl/pawl.h>
#include <zephyr/kernel.h>

@FALL@
int main(void) {
    printk("hash %08lx\n", (unsigned long)fall());
    return 0;
}
