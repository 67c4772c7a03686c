/* inspect_text.h - internal to the inspector: a value in words. */
#ifndef CLI_INSPECT_TEXT_H
#define CLI_INSPECT_TEXT_H

#include "cli/studio/inspect.h"
#include "state/object.h"

/* Fill in the texts of a field of an object, whose value is there. */
void cli_inspect_text_fill(const pawli_object *object, cli_inspect_field *field);

#endif
