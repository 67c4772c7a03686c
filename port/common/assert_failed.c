/* assert_failed.c - for machines that can only print. */
#include "common/put.h"

void pawl_port_assert_failed(const char *expression, const char *file, int line) {
    pawli_put_text(file);
    pawl_port_putc(':');
    pawli_put_number(line);
    pawli_put_text(": assertion failed: ");
    pawli_put_text(expression);
    pawl_port_putc('\n');
    pawl_port_halt(98);
}
