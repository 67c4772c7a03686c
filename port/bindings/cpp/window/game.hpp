/* game.hpp - the rules of examples/platformer.c: slopes, a jump, a one-way bridge, a lift, spikes,
 * a door. */
#pragma once
#include <array>
#include <cstdint>
#include <pawl/pawl.hpp>
#include <string>
#include <vector>

using namespace pawl::literals;

struct Game {
    enum Key : unsigned {
        left = 1,
        right = 2,
        jump = 4,
        drop = 8,
        open = 16
    };
    enum Region : std::uint16_t {
        ground,
        bridge,
        spikes,
        door,
        regions
    };
    using Shape = std::vector<pawl::Vec2>;
    static constexpr int rate = 60;

    inline static const Shape box = {
        {-0.5_fx, -0.5_fx}, {0.5_fx, -0.5_fx}, {0.5_fx, 0.5_fx}, {-0.5_fx, 0.5_fx}};

    // In the order of the regions.
    static const std::array<Shape, regions> &shapes() {
        static const std::array<Shape, regions> all = {{
            Shape{{0, 0},
                  {36, 0},
                  {36, 4},
                  {26, 4},
                  {26, 1},
                  {12, 1},
                  {10, 3},
                  {8, 3},
                  {4, 1},
                  {0, 1}},
            Shape{{13, 3}, {17, 3}, {17, 4}, {13, 4}},
            Shape{{18, 1}, {20, 1}, {19, 2}},
            Shape{{30, 4}, {31, 4}, {31, 12}, {30, 12}},
        }};
        return all;
    }

    // What is saved of the game is gates, player and lift.
    pawl::Buffer block{4096};
    pawl::Level level;
    pawl::Gates gates;
    pawl::WalkerDef def = pawl::WalkerDef().gravity({0, -25});
    pawl::Walker player;
    std::array<pawl::Vec2, 8> lift_points; // larger by the player, as the walls are
    pawl::Platform lift;
    std::uint32_t tick = 0, hurt = 0, hash = 0;

    Game() : level(open_level()) {
        player.place(level.find_nearest_free({2, 1.5_fx}, gates));
        const auto count = pawl::minkowski_sum(box, box, lift_points);
        lift.points({lift_points.data(), static_cast<std::size_t>(count)});
        lift.position({25.5_fx, 0.5_fx});
    }
    Game(const Game &) = delete; // the lift points into it

    // A tick with these keys held. The lift rises when the player is above it or has passed it.
    void step(unsigned keys) {
        const pawl::Fx x = player.place().position().x();
        if (keys & jump && player.on_ground()) player.velocity({player.velocity().x(), 14});
        if (keys & open && x > 28) gates.set_open(door, true);
        gates.set_open(bridge, keys & drop);
        lift.position(lift.position() + lift.move());
        const pawl::Fx to = x > 25 ? 3.5_fx : 0.5_fx;
        lift.move({0, pawl::clamp(to - lift.position().y(), -0.0625_fx, 0.0625_fx)});
        const int run = (keys & right ? 1 : 0) - (keys & left ? 1 : 0);
        pawl::walker_step(level, def, {run, 0}, player, gates, {&lift, 1});
        if (level.is_in(player.place().triangle(), spikes)) hurt++;
        tick++;
        const pawl::Vec2 at = player.place().position(), velocity = player.velocity();
        for (const pawl::Fx value :
             {at.x(), at.y(), velocity.x(), velocity.y(), lift.position().y()})
            hash = pawl::hash_chain(hash, static_cast<std::uint32_t>(value.raw()));
    }

    std::string str() const {
        const pawl::Vec2 at = player.place().position();
        char hex[16];
        std::snprintf(hex, sizeof hex, "%08x", unsigned{hash});
        return "platformer: tick " + std::to_string(tick) + " at (" + at.x().str() + ", " +
               at.y().str() + "), hurt " + std::to_string(hurt) + ", hash " + hex;
    }

  private:
    pawl::Level open_level() {
        std::vector<pawl::LevelPolygon> polygons;
        std::array<std::uint32_t, regions> ends;
        std::array<pawl::Region, regions> kinds;
        for (std::uint16_t region = 0; region < regions; region++) {
            const Shape &shape = shapes()[region];
            ends[region] = static_cast<std::uint32_t>(shape.size());
            polygons.emplace_back(pawl::Rings().points(shape.data()).ends(&ends[region]).count(1),
                                  region);
        }
        kinds[bridge].type(pawl::RegionType::one_way);
        kinds[spikes].type(pawl::RegionType::area);
        const auto made =
            pawl::LevelDef().polygons(polygons).regions(kinds).walker_points(box).bounds(
                {{0, 0}, {36, 12}});
        pawl::Buffer memory(pawl::level_build_size(made));
        pawl::LevelReport report;
        pawl::level_build(made, memory, block, {}, &report);
        return pawl::level_open({block.data(), report.size()});
    }
};
