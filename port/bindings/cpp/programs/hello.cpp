/* hello.cpp - a floor and ten boxes on it. */
#include <cstdio>
#include <pawl/pawl.hpp>

using namespace pawl::literals;

int main() {
    pawl::World world(pawl::WorldDef().body_capacity(16).shape_capacity(16).joint_capacity(0));
    pawl::BodyDef body;
    for (int i = 0; i < 11; i++) {
        body.position({0, i - 0.5_fx});
        world.body_create_box(body, i == 0 ? 20.5_fx : 0.5_fx, 0.5_fx);
        body.type(pawl::BodyType::dynamic);
    }
    for (int tick = 0; tick < 300; tick++)
        world.step();
    std::printf("hello: hash %08x\n", unsigned{world.hash()});
}
