/* data.h - data that others published: not part of the repository, PAWL_DATA names their folder. */
#ifndef PAWL_TESTS_DATA_H
#define PAWL_TESTS_DATA_H

/* The path of a file, folder or pattern below PAWL_DATA, valid until the next call. Where PAWL_DATA
 * is not set, null, and a line that makes tests/suites.sh count the test as skipped: it must then
 * return. */
const char *data_path(const char *name);

#endif
