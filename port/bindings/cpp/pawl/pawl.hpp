/* pawl.hpp - pawl for C++17: 2D physics whose results are the same, bit for bit, on every machine.
 *
 *   using namespace pawl::literals;
 *   pawl::World world(pawl::WorldDef().body_capacity(16).shape_capacity(16));
 *   pawl::Body box = world.body_create_box(
 *       pawl::BodyDef().type(pawl::BodyType::dynamic).position({0, 5}), 0.5_fx, 0.5_fx);
 *   world.step();
 *
 * Headers alone, over those of C: link with libpawl.a. Names are those of C without pawl_; what C
 * writes through a pointer is given back, and a status that is not OK is thrown as a pawl::Error
 * (core.hpp has it without exceptions). A record of C++ is the record of C with the same bytes:
 * `position()` reads a field, `position(to)` writes it and can be chained. */
#ifndef PAWL_PAWL_HPP
#define PAWL_PAWL_HPP

#include "calls.hpp"
#include "core.hpp"
#include "enums.hpp"
#include "number.hpp"
#include "records.hpp"

namespace pawl {

/* Each axis saturates; a product is rounded half away from zero. */
inline Vec2 operator+(Vec2 a, Vec2 b) {
    return vec2_add(a, b);
}
inline Vec2 operator-(Vec2 a, Vec2 b) {
    return vec2_sub(a, b);
}
inline Vec2 operator-(Vec2 v) {
    return vec2_neg(v);
}
inline Vec2 operator*(Vec2 v, Fx factor) {
    return vec2_scale(v, factor);
}
inline Vec2 operator*(Fx factor, Vec2 v) {
    return vec2_scale(v, factor);
}

} // namespace pawl

#endif
