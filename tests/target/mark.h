/* mark.h - a place in the program that counting tools know: before and after what counts. */
#ifndef PAWLI_TARGET_MARK_H
#define PAWLI_TARGET_MARK_H

void pawli_mark(void);

#endif
