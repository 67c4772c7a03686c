/* refused_cpp.cpp - what must not compile: -DREFUSED=n takes case n; the words behind a number are
 * in the error. Without it there is a line like each that does. */
#include <pawl/number.hpp>

using namespace pawl::literals;
using pawl::Fx, pawl::Share, pawl::Turn, pawl::Wide;

#ifndef REFUSED
constexpr Fx whole = 12, decimal = 12.5_fx, sum = whole + 0.5_fx, product = 2 * decimal;
constexpr Wide wide = decimal;
constexpr Turn turn = 90_deg + 0.25_turn;
constexpr Fx largest = 32767.99998_fx;
static_assert(sum == 12.5_fx && product == 25 && wide == 12.5_wide && turn == 0.5_turn);
static_assert(largest.raw() == PAWL_FX_MAX && 1'000.5_fx == 1000 + 0.5_fx);
#elif REFUSED == 1 // use of deleted function
constexpr Fx from_double = 12.5;
#elif REFUSED == 2 // use of deleted function
constexpr Fx sum_with_float = 12 + 0.5_fx + 0.5f;
#elif REFUSED == 3 // the number is out of range
constexpr Fx too_large = 32768_fx;
#elif REFUSED == 4 // a number is written with decimal digits
constexpr Fx hexadecimal = 0x10_fx;
#elif REFUSED == 5 // conversion from
constexpr Fx from_share = 0.5_share;
#elif REFUSED == 6 // conversion from
constexpr Fx from_wide = 0.5_wide;
#elif REFUSED == 7 // the product of two angles is none
constexpr Turn squared = 0.5_turn * 0.5_turn;
#elif REFUSED == 8 // a truth value is no number
constexpr Fx truth = true;
#elif REFUSED == 9 // use of deleted function
constexpr bool equal = 0.5_fx == 0.5;
#endif
