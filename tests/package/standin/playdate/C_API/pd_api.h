/* pd_api.h - in place of the Playdate SDK's: the part that the example calls. */
#include <stdint.h>
typedef enum {
    kEventInit
} PDSystemEvent;
struct playdate_sys {
    void (*logToConsole)(const char *format, ...);
    void (*setUpdateCallback)(int (*update)(void *data), void *data);
};
typedef struct {
    const struct playdate_sys *system;
} PlaydateAPI;
