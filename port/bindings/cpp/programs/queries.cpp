/* queries.cpp - what a world answers: rays, casts of shapes, what is in a box, what is nearest. */
#include <cstdint>
#include <cstdio>
#include <pawl/pawl.hpp>

using namespace pawl::literals;
using pawl::Vec2, pawl::World;

static void build(World &world) {
    for (int i = 0; i < 8; i++) {
        const auto body = pawl::BodyDef().position({3 * i, i % 3});
        const auto shape = pawl::ShapeDef()
                               .user_data(static_cast<std::uint32_t>(i))
                               .filter(pawl::ShapeDef().filter().category(i % 2 ? 2 : 1));
        if (i % 2)
            world.body_create_circle(body, 0.75_fx, shape);
        else
            world.body_create_box(body, 1, 0.5_fx, shape);
    }
}

static void say(const char *what, pawl::Shape shape, pawl::Fx number) {
    std::printf("queries: %s %u, %s\n", what, unsigned{shape.get_user_data()},
                number.str().c_str());
}

int main() {
    World world(pawl::WorldDef().body_capacity(16).shape_capacity(16).joint_capacity(0));
    build(world);
    const Vec2 left(-5, 1), right(40, 0);
    pawl::QueryFilter filter;
    if (const auto hit = world.ray_closest(left, right, filter))
        say("the ray meets", world.shape(hit->shape()), hit->point().x());
    pawl::QueryHit hits[8];
    for (const auto &hit : world.ray_all(left, right, hits, filter))
        say("all along it", world.shape(hit.shape()), hit.point().x());
    filter.mask(2);
    const pawl::Pose pose(left, pawl::rot_from_angle(0));
    const pawl::Convex ball = pawl::make_circle({0, 0}, 0.25_fx);
    if (const auto hit = world.cast_closest(ball, pose, right, filter))
        say("the ball meets", world.shape(hit->shape()), hit->point().y());
    pawl::QueryOverlap room[8];
    for (const auto &found : world.overlap_box({{2, -1}, {13, 3}}, room, filter))
        say("in the box", world.shape(found.shape()), 0);
    if (const auto nearest = world.closest({10, 10}, 20))
        say("nearest is", world.shape(nearest->shape()), nearest->distance());
    std::printf("queries: hash %08x\n", unsigned{world.hash()});
}
