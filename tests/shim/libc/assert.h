/* assert.h - for <xxhash.h>, whose assertions are off. */
#define static_assert _Static_assert
#define assert(expression) ((void)0)
