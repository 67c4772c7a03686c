/* status.c - names of status codes. */
#include "pawl/base.h"

const char *pawl_status_text(pawl_status status) {
    switch (status) {
    case PAWL_OK:
        return "ok";
    case PAWL_ERR_NULL:
        return "null pointer";
    case PAWL_ERR_ARGUMENT:
        return "bad argument";
    case PAWL_ERR_RANGE:
        return "out of range";
    case PAWL_ERR_STALE:
        return "stale handle";
    case PAWL_ERR_CAPACITY:
        return "no room left";
    case PAWL_ERR_COOKIE:
        return "def was not made by its default function";
    case PAWL_ERR_MEMORY:
        return "buffer too small or misaligned";
    case PAWL_ERR_GEOMETRY:
        return "not a usable convex shape";
    case PAWL_ERR_FORMAT:
        return "malformed";
    case PAWL_ERR_UNSUPPORTED:
        return "not supported here";
    case PAWL_ERR_CONFIG:
        return "program and library are configured differently";
    case PAWL_ERR_VERSION:
        return "other version";
    case PAWL_ERR_CORRUPT:
        return "damaged or cut off";
    case PAWL_ERR_DESYNC:
        return "diverged";
    case PAWL_ERR_LIMIT:
        return "over the limit";
    case PAWL_ERR_PHASE:
        return "not in this phase";
    case PAWL_ERR_LOCKED:
        return "the world is locked";
    }
    return "unknown status";
}
