/* run.c - starts the example of the Playdate package as the simulator does. */
#include <stdarg.h>
#include <stdio.h>

#include "pd_api.h"

int eventHandler(PlaydateAPI *playdate, PDSystemEvent event, uint32_t argument);

static void log_to_console(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    putchar('\n');
}

static void set_update_callback(int (*update)(void *data), void *data) {
    update(data);
}

int main(void) {
    static const struct playdate_sys system = {log_to_console, set_update_callback};
    PlaydateAPI playdate = {&system};
    return eventHandler(&playdate, kEventInit, 0);
}
