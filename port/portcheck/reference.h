/* reference.h - what every stage of portcheck must find. Written by
 * `make portcheck-reference` on x86-64 with gcc -O2, simulation version 4. Stages 1, 2
 * and 4 also know their values from elsewhere (answers.py, constants in the source).
 * Do not edit. */
#ifndef PAWLI_REFERENCE_H
#define PAWLI_REFERENCE_H

#include <stdint.h>

/* clang-format off */
#define PAWLI_REFERENCE_integers UINT32_C(0x46E2533C)
static const uint32_t pawli_reference_integers[] = {0};

#define PAWLI_REFERENCE_fixed UINT32_C(0xF6CB7449)
static const uint32_t pawli_reference_fixed[] = {0};

#define PAWLI_REFERENCE_layout UINT32_C(0x37EEA269)
static const uint32_t pawli_reference_layout[] = {0};

#define PAWLI_REFERENCE_hash UINT32_C(0xAD29772A)
static const uint32_t pawli_reference_hash[] = {0};

#define PAWLI_REFERENCE_contacts UINT32_C(0x92CF4A15)
static const uint32_t pawli_reference_contacts[] = {
    0xA9C886C5, 0x69CEBE99, 0xCBDE7BBC, 0xAED1D5EE, 0x15E5FB83, 0x527ED39E, 0xFB485D79, 0x92625225,
    0x5E42DDDC, 0x1DB0A488, 0x2A082C44};

#define PAWLI_REFERENCE_joints UINT32_C(0x8F35C9C2)
static const uint32_t pawli_reference_joints[] = {
    0xDF4AD6C0, 0xB69D5DCD, 0x4930CBE9, 0x8B00C288, 0x65E0E932, 0x53D4A7E7, 0x1ECA553E, 0x87987EA6,
    0xB2B58A19};

#define PAWLI_REFERENCE_sleep UINT32_C(0x09F84946)
static const uint32_t pawli_reference_sleep[] = {
    0x887F5F53, 0xF82F32D9, 0xF40C65A1, 0x714862BB, 0xA9C5EB1C};

#define PAWLI_REFERENCE_snapshot UINT32_C(0xD4DBD138)
static const uint32_t pawli_reference_snapshot[] = {
    0x45A3C8F5, 0x35815704, 0xD7EF261B};

#define PAWLI_REFERENCE_session UINT32_C(0xEC88D94B)
static const uint32_t pawli_reference_session[] = {
    0xD1A4A821, 0xC71D82A0};

#define PAWLI_REFERENCE_level UINT32_C(0xD44922BA)
static const uint32_t pawli_reference_level[] = {
    0x79998F03, 0xEF246535, 0x14831800, 0xD894C80E, 0xE9D65B81, 0xF06FEE9C, 0x43D08A2F, 0xD44922BA};

/* clang-format on */

#endif
