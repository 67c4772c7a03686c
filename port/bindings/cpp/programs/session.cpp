/* session.cpp - two machines play with rollback over a line that is slow and loses packets. */
#include <cstdint>
#include <cstdio>
#include <pawl/pawl.hpp>
#include <vector>

using namespace pawl::literals;
using pawl::Body, pawl::BodyDef, pawl::World;

constexpr std::uint32_t ticks = 300, flight = 5, slot_count = 64;

struct Packet {
    std::uint32_t frame;
    std::vector<std::uint8_t> bytes;
};

static pawl::WorldDef room() {
    return pawl::WorldDef().body_capacity(16).shape_capacity(16).joint_capacity(0);
}

static std::uint8_t keys_at(std::uint32_t player, std::uint32_t tick) {
    return static_cast<std::uint8_t>((tick / 20 * 5 + player * 3 + tick / 50) % 8);
}

struct Machine {
    std::uint32_t number, rest = 0, given = 0;
    World world{room()};
    std::vector<Body> boxes; // the first two are the players
    pawl::Session session;
    std::size_t slot_size = (pawl::world_save_size_max(room()) + 7) / 8 * 8;
    pawl::Buffer slots{slot_count * slot_size};
    pawl::SessionWorld runner;
    std::vector<Packet> sent;
    std::size_t taken = 0;

    Machine(std::uint32_t own, pawl::SessionRole role)
        : number(own), session(pawl::SessionDef()
                                   .role(role)
                                   .input_size(1)
                                   .slots(slot_count)
                                   .session_id(1)
                                   .trusts_link(true)) {
        for (int i = -1; i < 2; i++) // a floor and two walls
            world.body_create_box(BodyDef().position({10 * i, i == 0 ? -1 : 4}), i == 0 ? 10 : 1,
                                  i == 0 ? 1 : 5);
        for (int i = 0; i < 8; i++)
            boxes.push_back(world.body_create_box(
                BodyDef().type(pawl::BodyType::dynamic).position({2 * i - 7, 1}), 0.5_fx, 0.5_fx));
        runner.world(world).slots(slots).context(this).apply(apply);
        runner.slot_size(static_cast<std::uint32_t>(slot_size));
    }

    // Bits 0 and 1 push to the left and to the right, bit 2 up.
    static void apply(void *context, pawl_world *, std::uint32_t, const std::uint8_t *inputs,
                      const std::uint8_t *) {
        const Machine &self = *static_cast<Machine *>(context);
        for (std::size_t i = 0; i < 2; i++) {
            const int x = (inputs[i] >> 1 & 1) - (inputs[i] & 1), y = inputs[i] >> 2 & 1;
            if (inputs[i] != 0) self.boxes[i].apply_impulse_to_center({x * 0.5_wide, y});
        }
    }

    void receive(const Packet &packet, std::uint32_t now) {
        try {
            session.receive(0, packet.bytes, now * 17);
        } catch (const pawl::Error &) { // packets of an earlier time are no harm
        }
    }

    void frame(const Machine &other, std::uint32_t now) {
        for (; taken < other.sent.size() && other.sent[taken].frame + flight <= now; taken++)
            if (taken % 6 != 5) receive(other.sent[taken], now); // every sixth is lost
        rest += session.take_advice();
        if (rest > 0) {
            rest--;
        } else {
            const std::uint32_t head = session.get_head();
            const bool plays = session.get_phase() == pawl::SessionPhase::playing;
            if (plays && head >= given && head < ticks) {
                const std::uint8_t keys[] = {keys_at(number, head)};
                session.add_input(number, keys);
                given = head + 1;
            }
            (void)session.run(runner);
        }
        for (;;) {
            std::uint8_t bytes[PAWL_SESSION_PACKET_MAX];
            const auto [size, peer] = session.send(bytes, now * 17);
            if (size <= 0) break;
            sent.push_back({now, {bytes, bytes + size}});
        }
    }
};

int main() {
    static Machine machines[] = {{0, pawl::SessionRole::host}, {1, pawl::SessionRole::client}};
    for (std::uint32_t now = 0; now < 2 * ticks; now++) {
        machines[0].frame(machines[1], now);
        machines[1].frame(machines[0], now);
    }
    for (const Machine &one : machines)
        std::printf("session: machine %u confirmed %u ticks, %u rollbacks, hash %08x\n", one.number,
                    unsigned{one.session.get_confirmed()},
                    unsigned{pawl::SessionStats(one.session.get_stats(0)).rollbacks()},
                    unsigned{one.world.hash()});
}
