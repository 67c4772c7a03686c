/* joints.cpp - a bridge of twelve planks, one of whose hinges breaks under falling balls. */
#include <cstdio>
#include <pawl/pawl.hpp>

using namespace pawl::literals;
using pawl::Body, pawl::BodyDef, pawl::BodyType, pawl::Fx, pawl::Vec2, pawl::Wide, pawl::World;

constexpr int planks = 12;

static void hinge(World &world, Body a, Body b, Vec2 at, Wide break_force = 0) {
    const pawl::JointDef def = world.joint_def_at(pawl::JointType::revolute, a, b, at, 0);
    world.joint_create(pawl::JointDef(def).break_force(break_force));
}

static void build(World &world) {
    const Body ground = world.body_create_box(BodyDef().position({0, -10}), 20, 1);
    Body before = ground;
    BodyDef def = BodyDef().type(BodyType::dynamic);
    for (int i = 0; i < planks; i++) {
        const Body plank = world.body_create_box(def.position({i, 0}), 0.5_fx, 0.125_fx);
        hinge(world, before, plank, {i - 0.5_fx, 0}, i == planks / 2 ? 200_wide : 0_wide);
        before = plank;
    }
    hinge(world, before, ground, {11.5_fx, 0});
    for (int i = 0; i < 4; i++)
        world.body_create_circle(def.position({4 + i, 5 + 3 * i}), 0.75_fx);
}

int main() {
    World world(pawl::WorldDef().body_capacity(32).shape_capacity(32).joint_capacity(32));
    std::size_t begins = 0, ends = 0;
    build(world);
    for (int tick = 0; tick < 300; tick++) {
        world.step();
        const pawl::Events events = world.get_events();
        begins += events.begins().size(), ends += events.ends().size();
        for (std::size_t i = 0; i < events.breaks().size(); i++)
            std::printf("joints: one broke in step %d\n", tick);
    }
    std::printf("joints: %zu touches began, %zu ended, hash %08x\n", begins, ends,
                unsigned{world.hash()});
}
