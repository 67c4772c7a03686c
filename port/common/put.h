/* put.h - text and numbers through pawl_port_putc, for programs on machines without printf. */
#ifndef PAWLI_PUT_H
#define PAWLI_PUT_H

#include "pawl/port.h"

void pawli_put_text(const char *text);
void pawli_put_padded(const char *text, int width); /* blanks up to the width */
void pawli_put_number(int64_t value);
void pawli_put_hex(uint32_t value); /* eight digits */

#endif
