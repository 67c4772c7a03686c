#include "pd_api.h"
#include <pawl.h>

@FALL@
static int update(void *data) {
    (void)data;
    return 0;
}

#ifdef _WINDLL
__declspec(dllexport)
#endif
int eventHandler(PlaydateAPI *playdate, PDSystemEvent event, uint32_t argument) {
    (void)argument;
    if (event != kEventInit) return 0;
    playdate->system->logToConsole("hash %08lx", (unsigned long)fall());
    playdate->system->setUpdateCallback(update, NULL);
    return 0;
}
