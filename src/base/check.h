/* check.h - checks of defs that can name the first wrong field.
 *
 * A check is written once, as a PAWLI_FOLD function with an argument `field`. Calls that create
 * something pass null, and a compiler leaves the names out of them; the public check passes what
 * its caller gave, null or not. */
#ifndef PAWLI_CHECK_H
#define PAWLI_CHECK_H

#include <stddef.h>

#include "base/compiler.h"
#include "pawl/base.h"

PAWLI_FOLD pawl_status pawli_check_failed(const char **field, const char *name,
                                          pawl_status status) {
    if (field != NULL) *field = name;
    return status;
}

/* Return `failure` from a check, and tell the name of the field, unless something holds. */
#define PAWLI_CHECK(field, holds, failure, name)                                  \
    do {                                                                          \
        if (!(holds)) return pawli_check_failed((field), (name), PAWL_##failure); \
    } while (0)

/* The body of a public check: what the PAWLI_FOLD function `check` says of a def. */
#define PAWLI_CHECK_CALL(check, def, field)                        \
    do {                                                           \
        const char *unused = NULL;                                 \
        const char **const name = (field) ? (field) : &unused;     \
        *name = NULL;                                              \
        return (def) == NULL ? PAWL_ERR_NULL : check((def), name); \
    } while (0)

#endif
