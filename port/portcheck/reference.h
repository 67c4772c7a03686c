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

#define PAWLI_REFERENCE_level UINT32_C(0xD02FC710)
static const uint32_t pawli_reference_level[] = {
    0x79998F03, 0xEF246535, 0x14831800, 0xD894C80E, 0xE9D65B81, 0xF06FEE9C, 0x43D08A2F};

#define PAWLI_REFERENCE_joint_types UINT32_C(0xB643E015)
static const uint32_t pawli_reference_joint_types[] = {
    0xE43B17F5, 0x2A2AD6E4, 0xA14C482E, 0x087C3339, 0x121D6C99, 0x2F227AD0, 0xA3659463, 0xECFC46E9,
    0xBA56A43F, 0x35CB03CC};

#define PAWLI_REFERENCE_shapes UINT32_C(0x78B31CE8)
static const uint32_t pawli_reference_shapes[] = {
    0x2F258FC6, 0xCC99C053, 0x27E0979D, 0x3A33DDA9, 0x4DBE4942, 0xDF21B44F, 0x23A17F0F};

#define PAWLI_REFERENCE_questions UINT32_C(0x96388F54)
static const uint32_t pawli_reference_questions[] = {
    0xF173C180, 0x88BE68D9, 0x2CE4A3A6, 0x28019937};

#define PAWLI_REFERENCE_movements UINT32_C(0x744888E7)
static const uint32_t pawli_reference_movements[] = {
    0x920DE78C, 0xCFC06B48, 0xAFE40900, 0x6C15DC32, 0xD323973C, 0x5F97529F};

#define PAWLI_REFERENCE_fracture UINT32_C(0x6B4188F2)
static const uint32_t pawli_reference_fracture[] = {
    0x5471234A, 0xF0A81354, 0x77BFB801};

#define PAWLI_REFERENCE_states UINT32_C(0xC6EAB5EE)
static const uint32_t pawli_reference_states[] = {
    0x2BCA9A2A, 0x0A112624, 0xB43EB0F5};

#define PAWLI_REFERENCE_replay UINT32_C(0xDA4085BF)
static const uint32_t pawli_reference_replay[] = {
    0x65225704, 0x497269FF};

#define PAWLI_REFERENCE_duel UINT32_C(0x6ADE9787)
static const uint32_t pawli_reference_duel[] = {
    0xF397D1A7, 0x73F6B5C1, 0x873674E8};

#define PAWLI_REFERENCE_levels UINT32_C(0x2D9E4184)
static const uint32_t pawli_reference_levels[] = {
    0x493C34BB, 0x7BCFAF64, 0x601C2431};

#define PAWLI_REFERENCE_arcade UINT32_C(0x37D77083)
static const uint32_t pawli_reference_arcade[] = {
    0x870CAC77, 0xDF0402D0, 0xAE660974};

#define PAWLI_REFERENCE_soft UINT32_C(0x7E2A1EF9)
static const uint32_t pawli_reference_soft[] = {
    0xC7CDD3B1, 0x1D2B0EED, 0xEE2CC9BD, 0xB120752D};

#define PAWLI_REFERENCE_paths UINT32_C(0x89E3D40E)
static const uint32_t pawli_reference_paths[] = {
    0x79998F03, 0x89E3D40E};

/* clang-format on */

#endif
