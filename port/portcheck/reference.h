/* reference.h - what every stage of portcheck must find. Written by
 * `make portcheck-reference` on x86-64 with gcc -O2, simulation version 3. Stages 1, 2
 * and 4 also know their values from elsewhere (answers.py, constants in the source).
 * Do not edit. */
#ifndef PAWLI_REFERENCE_H
#define PAWLI_REFERENCE_H

#include <stdint.h>

/* clang-format off */
#define PAWLI_REFERENCE_integers UINT32_C(0x106219B7)
static const uint32_t pawli_reference_integers[] = {0};

#define PAWLI_REFERENCE_fixed UINT32_C(0xF6CB7449)
static const uint32_t pawli_reference_fixed[] = {0};

#define PAWLI_REFERENCE_layout UINT32_C(0x37EEA269)
static const uint32_t pawli_reference_layout[] = {0};

#define PAWLI_REFERENCE_hash UINT32_C(0xAD29772A)
static const uint32_t pawli_reference_hash[] = {0};

#define PAWLI_REFERENCE_contacts UINT32_C(0xF97A909B)
static const uint32_t pawli_reference_contacts[] = {
    0xEF3B7198, 0x315DB838, 0x96EDA3B4, 0x05C71C8C, 0x97D1CF3B, 0xBD139E81, 0x0E1E88ED, 0x1BDFC028,
    0xD8BC19FE, 0xF387C3AB, 0x4B072C68};

#define PAWLI_REFERENCE_joints UINT32_C(0x126B4D14)
static const uint32_t pawli_reference_joints[] = {
    0xE87C8457, 0x3077B39F, 0x097B9721, 0x405122E3, 0x5DB9160A, 0xA573C26E, 0x17129B63, 0x0892819A,
    0x37E51B3A};

#define PAWLI_REFERENCE_sleep UINT32_C(0xA8426106)
static const uint32_t pawli_reference_sleep[] = {
    0xDA6E1A0B, 0x211CFCFE, 0x956072C1, 0x4A670333, 0xDDAFFA97};

#define PAWLI_REFERENCE_snapshot UINT32_C(0x0F4B1EA0)
static const uint32_t pawli_reference_snapshot[] = {
    0xEC8035A6, 0x654D68E9, 0x537DB2EB};

#define PAWLI_REFERENCE_session UINT32_C(0xEC88D94B)
static const uint32_t pawli_reference_session[] = {
    0xD1A4A821, 0xC71D82A0};

#define PAWLI_REFERENCE_level UINT32_C(0xD44922BA)
static const uint32_t pawli_reference_level[] = {
    0x79998F03, 0xEF246535, 0x14831800, 0xD894C80E, 0xE9D65B81, 0xF06FEE9C, 0x43D08A2F, 0xD44922BA};

/* clang-format on */

#endif
