/* check.h - checks of defs that can name the first wrong field.
 *
 * A check is written once, as a PAWLI_FOLD function with an argument `field`, and expanded into the
 * public check, which passes what its caller gave, null or not. Calls that create something ask the
 * public one as well. With PAWL_SMALL_CODE they have the check expanded with null instead, which
 * leaves the names out: where nothing else asks for them, a linker drops them. */
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

/* What a call that creates something asks. */
#define PAWLI_CHECK_ONLY(check, public_check, def) \
    (PAWL_SMALL_CODE ? check((def), NULL) : public_check((def), NULL))

/* The body of a public check: what the PAWLI_FOLD function `check` says of a def. */
#define PAWLI_CHECK_CALL(check, def, field)                        \
    do {                                                           \
        const char *unused = NULL;                                 \
        const char **const name = (field) ? (field) : &unused;     \
        *name = NULL;                                              \
        return (def) == NULL ? PAWL_ERR_NULL : check((def), name); \
    } while (0)

#endif
