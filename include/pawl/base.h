/* base.h - versions, status codes and the few macros every other header uses. */
#ifndef PAWL_BASE_H
#define PAWL_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Library version (semantic versioning of the API). */
#define PAWL_VERSION_MAJOR 0
#define PAWL_VERSION_MINOR 1
#define PAWL_VERSION_PATCH 0

/* Simulation version: raised by every change that moves a single bit of any result. Two machines
 * that play together, or a replay and its player, must agree on it. */
#define PAWL_SIMULATION_VERSION 4

/* What a program may call. All else that the library defines is hidden, also in a shared library
 * that it is linked into. */
#if defined(_WIN32) && defined(PAWLI_MAKES_DLL)
#define PAWL_VISIBLE __declspec(dllexport)
#elif (defined(__GNUC__) || defined(__clang__)) && !defined(_WIN32)
#define PAWL_VISIBLE __attribute__((visibility("default")))
#else
#define PAWL_VISIBLE
#endif
#ifdef __cplusplus
#define PAWL_API extern "C" PAWL_VISIBLE
#else
#define PAWL_API extern PAWL_VISIBLE
#endif

#if defined(__GNUC__) || defined(__clang__)
#define PAWL_MUST_CHECK __attribute__((warn_unused_result))
#else
#define PAWL_MUST_CHECK
#endif

#ifdef __cplusplus
#define PAWL_STATIC_ASSERT(condition, text) static_assert(condition, text)
#else
#define PAWL_STATIC_ASSERT(condition, text) _Static_assert(condition, text)
#endif

/* What a call answers. Zero is success; failures are negative, so that a count can share the
 * return value. A failed call has changed nothing: neither the world nor its out-parameters. */
typedef enum pawl_status {
    PAWL_OK = 0,
    PAWL_ERR_NULL = -1,     /* a required pointer is null */
    PAWL_ERR_ARGUMENT = -2, /* a value makes no sense here (unknown type, zero count, ...) */
    PAWL_ERR_RANGE = -3,    /* a number lies outside the documented range */
    PAWL_ERR_STALE = -4,    /* the handle is null or its object was destroyed (a handle of another
                               world may go unnoticed) */
    PAWL_ERR_CAPACITY = -5, /* a limit on the number of objects is met: a pool is full */
    PAWL_ERR_COOKIE = -6,   /* the def did not come from its _default() function */
    PAWL_ERR_MEMORY = -7,   /* a buffer is too small, or not aligned as it must be */
    PAWL_ERR_GEOMETRY = -8, /* the points do not form a usable convex shape */
    PAWL_ERR_FORMAT = -9,   /* text or bytes that do not mean what they should: not a number, a
                               link that leads nowhere, a count that cannot be */
    PAWL_ERR_UNSUPPORTED = -10, /* this build leaves it out, or this machine does not have it */
    PAWL_ERR_CONFIG = -11,      /* program and library are configured differently (config.h) */
    PAWL_ERR_VERSION = -12, /* written by a format or a simulation that this build does not have */
    PAWL_ERR_CORRUPT = -13, /* bytes were damaged or cut off: the checksum is wrong */
    PAWL_ERR_DESYNC = -14,  /* a run went another way than the one it is compared with */
    PAWL_ERR_LIMIT = -15,   /* more work than the caller allows */
    PAWL_ERR_PHASE = -16,   /* not now: a game that has begun, or is not being played yet; a packet
                               of another session or of an earlier time */
    PAWL_ERR_LOCKED = -17   /* the world may not be changed now: the library is stepping, drawing
                               or recording it, and has called the program (docs/hooks.md); any
                               call that takes a `pawl_world *` may answer so */
} pawl_status;

/* The name of a status, such as "stale handle"; never null, for any value. */
PAWL_API const char *pawl_status_text(pawl_status status);

#endif
