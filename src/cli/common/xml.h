/* xml.h - where libexpat is in its text; for builds that have it. */
#ifndef CLI_XML_H
#define CLI_XML_H

#include <expat.h>
#include <stdint.h>

/* The line of what is read at present, from 1. Expat 2.9 counts in 64 bits on every machine and
 * deprecates the count whose size was that of a long. */
static inline uint32_t cli_xml_line(XML_Parser parser) {
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
    return (uint32_t)XML_GetCurrentLineNumber64(parser);
#else
    return (uint32_t)XML_GetCurrentLineNumber(parser);
#endif
}

#endif
