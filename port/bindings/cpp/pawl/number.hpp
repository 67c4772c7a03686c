/* number.hpp - numbers of pawl in C++: Q16.16 and its relatives, exact, never from a double.
 *
 * A number is made of an integer, a literal (12.5_fx) or text (Fx::parse); what lies between two
 * numbers goes to the nearest one, a half away from zero, as pawl_fx_parse does; angles are rounded
 * down and wrap. A float or a double does not compile: two machines may have rounded it differently
 * before. Sums and products stop at the end of the range. Literals and sums are constant
 * expressions. */
#ifndef PAWL_NUMBER_HPP
#define PAWL_NUMBER_HPP

#include <pawl/fx.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace pawl {
namespace detail {

/* What a text says as a number: whether it is one, whether it fits, and its raw value. */
struct Decimal {
    bool is_number = false, fits = false;
    std::int64_t raw = 0;
};

/* The digits of a text without sign and point: 0.d1 d2 d3... times 10^point, d1 not 0. What lies
 * behind the digits kept here is only known to be zero or not: all that is rounded to has fewer. */
struct Digits {
    static constexpr int kept = 64;
    std::array<unsigned char, kept> digits{};
    int count = 0;
    std::int64_t point = 0;
    bool is_number = false, is_negative = false, has_rest = false;

    constexpr int at(std::int64_t index) const {
        return index >= 0 && index < count ? digits[static_cast<std::size_t>(index)] : 0;
    }

    constexpr void add(int digit, bool is_whole) {
        if (count == 0 && digit == 0) {
            point -= is_whole ? 0 : 1;
            return;
        }
        if (count < kept)
            digits[static_cast<std::size_t>(count++)] = static_cast<unsigned char>(digit);
        else
            has_rest = has_rest || digit != 0;
        point += is_whole ? 1 : 0;
    }
};

constexpr bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

/* The exponent at text[at]; false where there is none. Those beyond a million are as good as it. */
constexpr bool read_exponent(std::string_view text, std::size_t at, std::int64_t &exponent) {
    const bool is_negative = at < text.size() && text[at] == '-';
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) at++;
    if (at == text.size()) return false;
    for (; at < text.size(); at++) {
        if (!is_digit(text[at])) return false;
        if (exponent < 1000000) exponent = exponent * 10 + (text[at] - '0');
    }
    if (is_negative) exponent = -exponent;
    return true;
}

/* Reads what pawl_fx_parse reads; of a literal also 1'000.5, which C++ allows. */
constexpr Digits read_digits(std::string_view text, bool is_literal) {
    Digits read;
    std::size_t at = 0, wholes = 0, parts = 0;
    std::int64_t exponent = 0;
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) read.is_negative = text[at++] == '-';
    for (; at < text.size() && (is_digit(text[at]) || (is_literal && text[at] == '\'')); at++)
        if (text[at] != '\'') read.add(text[at] - '0', true), wholes++;
    const bool has_point = at < text.size() && text[at] == '.';
    if (has_point) at++;
    for (; has_point && at < text.size(); at++) {
        if (is_literal && text[at] == '\'') continue;
        if (!is_digit(text[at])) break;
        read.add(text[at] - '0', false), parts++;
    }
    if (wholes == 0 || (has_point && parts == 0)) return read;
    if (at < text.size()) {
        if (text[at] != 'e' && text[at] != 'E') return read;
        if (!read_exponent(text, at + 1, exponent)) return read;
    }
    read.point += exponent;
    read.is_number = true;
    return read;
}

/* A fraction below 1 as four limbs of ten decimal digits each: more than any number here has. */
struct Limbs {
    static constexpr std::uint64_t base = UINT64_C(10000000000);
    std::uint64_t limb[4] = {0, 0, 0, 0};

    /* Twice the fraction; what comes out in front is the next binary digit. */
    constexpr std::uint64_t twice() {
        std::uint64_t carry = 0;
        for (int i = 3; i >= 0; i--) {
            limb[i] = limb[i] * 2 + carry;
            carry = limb[i] >= base ? 1 : 0;
            limb[i] -= carry * base;
        }
        return carry;
    }

    constexpr bool has_rest() const {
        return (limb[0] | limb[1] | limb[2] | limb[3]) != 0;
    }

    /* The fraction of (whole + fraction) / divisor; `whole` becomes its whole part. */
    constexpr bool divide(std::uint64_t &whole, std::uint64_t divisor) {
        std::uint64_t rest = whole % divisor;
        whole /= divisor;
        for (std::uint64_t &one : limb) {
            const std::uint64_t now = rest * base + one;
            one = now / divisor;
            rest = now % divisor;
        }
        return rest != 0;
    }
};

/* Text as a number of 2^-POINT, divided by `divisor` (360: degrees as turns). Whole turns drop out
 * of one that wraps, and it is rounded down. */
template <int Point, bool Wraps>
constexpr Decimal read_decimal(std::string_view text, std::uint64_t limit, bool is_literal,
                               std::uint64_t divisor = 1) {
    Decimal found;
    const Digits read = read_digits(text, is_literal);
    found.is_number = read.is_number;
    if (!read.is_number) return found;
    if (read.count > 0 && read.point > 18) return found;
    std::uint64_t whole = 0;
    Limbs part;
    bool has_rest = read.has_rest;
    const bool is_tiny = read.point < -40;
    for (std::int64_t i = 0; i < read.point && read.count > 0; i++)
        whole = whole * 10 + static_cast<std::uint64_t>(read.at(i));
    for (int i = 0; i < 40 && !is_tiny; i++) {
        std::uint64_t &limb = part.limb[i / 10];
        limb = limb * 10 + static_cast<std::uint64_t>(read.at(read.point + i));
    }
    for (std::int64_t i = is_tiny ? 0 : read.point + 40; i < read.count; i++)
        has_rest = has_rest || read.at(i) != 0;
    if (divisor != 1 && part.divide(whole, divisor)) has_rest = true;
    if (Wraps) whole = 0;
    if (whole > (limit >> Point)) return found;
    std::uint64_t raw = whole;
    for (int i = 0; i < Point; i++)
        raw = raw * 2 + part.twice();
    if (Wraps)
        raw += read.is_negative && (has_rest || part.has_rest()) ? 1 : 0;
    else
        raw += part.twice();
    if (!Wraps && raw > limit) return found;
    found.fits = true;
    found.raw = static_cast<std::int64_t>(raw);
    if (read.is_negative) found.raw = -found.raw;
    return found;
}

/* a * b / 2^16, a half away from zero, of magnitudes; no more than 2^63 - 1. */
constexpr std::uint64_t product_of_wides(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t low = UINT64_C(0xFFFFFFFF);
    const std::uint64_t ll = (a & low) * (b & low), lh = (a & low) * (b >> 32),
                        hl = (a >> 32) * (b & low), hh = (a >> 32) * (b >> 32);
    const std::uint64_t middle = (ll >> 32) + (lh & low) + (hl & low);
    std::uint64_t lower = (middle << 32) | (ll & low);
    std::uint64_t upper = hh + (lh >> 32) + (hl >> 32) + (middle >> 32);
    lower += 0x8000u;
    upper += lower < 0x8000u ? 1 : 0;
    return upper >= 0x8000u ? static_cast<std::uint64_t>(PAWL_WIDE_MAX) : upper << 48 | lower >> 16;
}

} // namespace detail

/* A number Raw / 2^Point: use it as Fx, Wide, Share or Turn. */
template <class Raw, int Point> class Number {
    static constexpr bool wraps = std::is_unsigned_v<Raw>; /* an angle */
    static constexpr std::int64_t most = static_cast<std::int64_t>(
        std::is_unsigned_v<Raw> ? std::numeric_limits<std::uint32_t>::max()
                                : static_cast<std::uint64_t>(std::numeric_limits<Raw>::max()));
    Raw raw_ = 0;

    static constexpr Number bounded(std::int64_t raw) {
        if constexpr (wraps) return from_raw(static_cast<Raw>(raw));
        return from_raw(static_cast<Raw>(raw > most ? most : raw < -most ? -most : raw));
    }

    static constexpr std::uint64_t magnitude(std::int64_t value) {
        return value < 0 ? 0 - static_cast<std::uint64_t>(value)
                         : static_cast<std::uint64_t>(value);
    }

    template <class Whole> static constexpr Number from_whole(Whole value) {
        if constexpr (wraps) return Number();
        constexpr std::int64_t units = most >> Point;
        if (value > 0 && static_cast<std::uint64_t>(value) > static_cast<std::uint64_t>(units))
            return from_raw(static_cast<Raw>(most));
        if constexpr (std::is_signed_v<Whole>)
            if (static_cast<std::int64_t>(value) < -units) return from_raw(static_cast<Raw>(-most));
        return from_raw(static_cast<Raw>(static_cast<std::int64_t>(value) * (INT64_C(1) << Point)));
    }

  public:
    static constexpr int point = Point;

    constexpr Number() = default;

    /* Whole numbers; beyond the range the end of it, and of an angle whole turns drop out. */
    template <class Whole, std::enable_if_t<std::is_integral_v<Whole>, int> = 0>
    constexpr Number(Whole value) : raw_(from_whole(value).raw_) {
        static_assert(!std::is_same_v<Whole, bool>, "a truth value is no number");
    }

    /* No float, no double: write 12.5_fx, or pawl::ratio(25, 2). */
    template <class Real, std::enable_if_t<std::is_floating_point_v<Real>, int> = 0>
    Number(Real) = delete;

    /* A Q16.16 as Q48.16, which it always fits. */
    template <class Other,
              std::enable_if_t<sizeof(Raw) == 8 && sizeof(Other) == 4 && std::is_signed_v<Other>,
                               int> = 0>
    constexpr Number(Number<Other, Point> value) : raw_(value.raw()) {
    }

    static constexpr Number from_raw(Raw raw) {
        Number made;
        made.raw_ = raw;
        return made;
    }

    constexpr Raw raw() const {
        return raw_;
    }

    /* The whole text as a decimal; nothing where it is none or out of range. */
    static constexpr std::optional<Number> parse(std::string_view text) {
        const detail::Decimal read = read_text(text, false);
        if (!read.is_number || !read.fits) return std::nullopt;
        return from_raw(static_cast<Raw>(read.raw));
    }

    static constexpr detail::Decimal read_text(std::string_view text, bool is_literal,
                                               std::uint64_t divisor = 1) {
        return detail::read_decimal<Point, wraps>(text, static_cast<std::uint64_t>(most),
                                                  is_literal, divisor);
    }

    /* The shortest decimal that is read back as the same number. */
    std::string str() const {
        for (int digits = 0; digits < 40; digits++) {
            const std::string text = rounded(digits);
            if (parse(text) == *this) return text;
        }
        return rounded(40);
    }

    /* For drawing alone. */
    constexpr double to_double() const {
        return static_cast<double>(raw_) / static_cast<double>(INT64_C(1) << Point);
    }

    friend constexpr bool operator==(Number a, Number b) {
        return a.raw_ == b.raw_;
    }
    friend constexpr bool operator!=(Number a, Number b) {
        return a.raw_ != b.raw_;
    }
    friend constexpr bool operator<(Number a, Number b) {
        return a.raw_ < b.raw_;
    }
    friend constexpr bool operator<=(Number a, Number b) {
        return a.raw_ <= b.raw_;
    }
    friend constexpr bool operator>(Number a, Number b) {
        return a.raw_ > b.raw_;
    }
    friend constexpr bool operator>=(Number a, Number b) {
        return a.raw_ >= b.raw_;
    }

    friend constexpr Number operator+(Number a, Number b) {
        const std::int64_t x = a.raw_, y = b.raw_;
        if constexpr (sizeof(Raw) == 8) {
            if (y > 0 && x > most - y) return from_raw(most);
            if (y < 0 && x < -most - y) return from_raw(-most);
        }
        return bounded(x + y);
    }

    friend constexpr Number operator-(Number a, Number b) {
        const std::int64_t x = a.raw_, y = b.raw_;
        if constexpr (sizeof(Raw) == 8) {
            if (y < 0 && x > most + y) return from_raw(most);
            if (y > 0 && x < -most + y) return from_raw(-most);
        }
        return bounded(x - y);
    }

    friend constexpr Number operator-(Number a) {
        return Number() - a;
    }

    /* Rounded to the nearest number, a half away from zero, as pawl_mul. */
    friend constexpr Number operator*(Number a, Number b) {
        static_assert(!wraps, "the product of two angles is none; sums are");
        const bool is_negative = (a.raw_ < 0) != (b.raw_ < 0);
        const std::uint64_t x = magnitude(a.raw_), y = magnitude(b.raw_);
        std::uint64_t size = 0;
        if constexpr (sizeof(Raw) == 8)
            size = detail::product_of_wides(x, y);
        else
            size = (x * y + (UINT64_C(1) << (Point - 1))) >> Point;
        return bounded(is_negative ? -static_cast<std::int64_t>(size)
                                   : static_cast<std::int64_t>(size));
    }

    constexpr Number &operator+=(Number other) {
        return *this = *this + other;
    }
    constexpr Number &operator-=(Number other) {
        return *this = *this - other;
    }
    constexpr Number &operator*=(Number other) {
        return *this = *this * other;
    }

    template <class Traits>
    friend std::basic_ostream<char, Traits> &operator<<(std::basic_ostream<char, Traits> &stream,
                                                        Number number) {
        return stream << number.str().c_str();
    }

  private:
    /* With so many digits behind the point, to the nearest. */
    std::string rounded(int digits) const {
        const std::uint64_t size = magnitude(raw_), mask = (UINT64_C(1) << Point) - 1;
        std::uint64_t rest = size & mask;
        std::string text = std::to_string(size >> Point);
        if (digits > 0) text += '.';
        for (int i = 0; i < digits; i++) {
            rest *= 10;
            text += static_cast<char>('0' + (rest >> Point));
            rest &= mask;
        }
        std::size_t at = text.size();
        bool is_carried = rest * 2 > mask;
        while (is_carried && at > 0) {
            char &letter = text[--at];
            if (letter == '.') continue;
            is_carried = letter == '9';
            letter = is_carried ? '0' : static_cast<char>(letter + 1);
        }
        return (raw_ < 0 ? "-" : "") + (is_carried ? "1" + text : text);
    }
};

/* Q16.16: positions, velocities, angles in radians; within +-32767.99998. */
using Fx = Number<pawl_fx, 16>;
/* Q48.16: forces, impulses, masses. */
using Wide = Number<pawl_wide, 16>;
/* Q2.30: a share of a movement. */
using Share = Number<std::int32_t, 30>;
/* An angle as a share of a turn, counter-clockwise: 0.25_turn is a right angle. */
using Turn = Number<pawl_angle, 32>;

/* Rounded half away from zero; a number by zero is the end of the range. */
inline Fx operator/(Fx a, Fx b) {
    return Fx::from_raw(pawl_div(a.raw(), b.raw()));
}

namespace detail {
template <class Kind, std::uint64_t Divisor, char... Text> constexpr Kind literal() {
    constexpr char text[] = {Text...};
    constexpr Decimal read = Kind::read_text(std::string_view(text, sizeof text), true, Divisor);
    static_assert(read.is_number, "a number is written with decimal digits: 12.5_fx");
    static_assert(!read.is_number || read.fits, "the number is out of range");
    return Kind::from_raw(static_cast<decltype(Kind().raw())>(read.raw));
}
} // namespace detail

/* 12.5_fx, 200_wide, 0.5_share, 0.25_turn, 90_deg: from the characters of the literal. */
inline namespace literals {
template <char... Text> constexpr Fx operator""_fx() {
    return detail::literal<Fx, 1, Text...>();
}
template <char... Text> constexpr Wide operator""_wide() {
    return detail::literal<Wide, 1, Text...>();
}
template <char... Text> constexpr Share operator""_share() {
    return detail::literal<Share, 1, Text...>();
}
template <char... Text> constexpr Turn operator""_turn() {
    return detail::literal<Turn, 1, Text...>();
}
template <char... Text> constexpr Turn operator""_deg() {
    return detail::literal<Turn, 360, Text...>();
}
} // namespace literals

} // namespace pawl

#endif
