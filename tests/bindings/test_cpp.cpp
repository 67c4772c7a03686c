/* test_cpp.cpp - what is C++'s alone: numbers, errors, memory, lists; with exceptions and without.
 *
 * Numbers are drawn afresh in each run; SEED=n repeats them. */
#include <pawl/pawl.hpp>

#include <array>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <sstream>
#include <vector>

#include "layout.hpp"

using namespace pawl::literals;
using namespace pawl;

static int passed, failed;

static void claim(bool holds, const char *what, int line) {
    (holds ? passed : failed)++;
    if (!holds) std::printf("test_cpp.cpp:%d: %s\n", line, what);
}
#define CLAIM(what) claim(what, #what, __LINE__)

#ifdef PAWL_NO_EXCEPTIONS
template <class T> static T taken(Result<T> result) {
    return std::move(result.value());
}
static void taken_void(const Result<void> &result) {
    if (!result) std::abort();
}
template <class Call> static Error failure(Call call) {
    return call().error();
}
#else
template <class T> static T taken(T given) {
    return given;
}
#define taken_void(call) (call)
template <class Call> static Error failure(Call call) {
    try {
        (void)call();
    } catch (const Error &error) {
        return error;
    }
    return Error();
}
#endif

static World small_world() {
    return taken(World::make(WorldDef().body_capacity(8).shape_capacity(8)));
}

/* ---- numbers ---- */

static std::mt19937_64 drawn;

static std::int64_t draw(int bits) {
    const auto value = static_cast<std::int64_t>(drawn());
    return value >> (64 - bits + static_cast<int>(drawn() % static_cast<unsigned>(bits)));
}

static std::string draw_text() {
    std::string text = drawn() % 2 ? "-" : "";
    for (std::uint64_t i = 1 + drawn() % 6; i > 0; i--)
        text += static_cast<char>('0' + drawn() % 10);
    const std::uint64_t parts = drawn() % 30;
    if (parts > 0) text += '.';
    for (std::uint64_t i = 0; i < parts; i++)
        text += static_cast<char>('0' + drawn() % 10);
    if (drawn() % 4 == 0) text += "e" + std::to_string(static_cast<int>(drawn() % 9) - 4);
    return text;
}

/* Every half between two numbers, written out, and what is a little less. */
static void test_halves() {
    for (int i = 0; i < 300; i++) {
        const std::int64_t raw = draw(30);
        std::string text = Share::from_raw(static_cast<std::int32_t>(raw)).str();
        const auto share = Share::parse(text);
        CLAIM(share && share->raw() == raw);
        char exact[64];
        std::snprintf(
            exact, sizeof exact, "%lld.%020llu", static_cast<long long>(i),
            static_cast<unsigned long long>(drawn() % 131072 * UINT64_C(762939453125000)));
        pawl_fx of_c = 0;
        const pawl_status status = pawl_fx_parse(exact, std::strlen(exact), &of_c);
        CLAIM(status == PAWL_OK && Fx::parse(exact) == Fx::from_raw(of_c));
    }
    CLAIM(Fx::parse("0.00000762939453125")->raw() == 1);
    CLAIM(Fx::parse("-0.00000762939453125")->raw() == -1);
    CLAIM(Fx::parse("0.00000762939453124")->raw() == 0);
}

static void test_text() {
    for (int i = 0; i < 2000; i++) {
        const std::string text = draw_text();
        pawl_fx fx = 0;
        pawl_wide wide = 0;
        const bool is_fx = pawl_fx_parse(text.data(), text.size(), &fx) == PAWL_OK;
        const bool is_wide = pawl_wide_parse(text.data(), text.size(), &wide) == PAWL_OK;
        const auto own = Fx::parse(text);
        const auto own_wide = Wide::parse(text);
        claim(own.has_value() == is_fx && (!is_fx || own->raw() == fx), text.c_str(), __LINE__);
        claim(own_wide.has_value() == is_wide && (!is_wide || own_wide->raw() == wide),
              text.c_str(), __LINE__);
        const auto raw = static_cast<pawl_fx>(draw(31));
        const std::int64_t raw_wide = draw(63);
        char of_c[PAWL_WIDE_TEXT_MAX] = "";
        CLAIM(pawl_fx_print(raw, of_c, sizeof of_c) == PAWL_OK);
        claim(Fx::from_raw(raw).str() == of_c, of_c, __LINE__);
        CLAIM(pawl_wide_print(raw_wide, of_c, sizeof of_c) == PAWL_OK);
        claim(Wide::from_raw(raw_wide).str() == of_c, of_c, __LINE__);
        const Turn turn = Turn::from_raw(static_cast<std::uint32_t>(drawn()));
        CLAIM(Turn::parse(turn.str()) == turn);
    }
    for (const char *wrong :
         {"", "-", ".5", "5.", "1e", "1.2.3", "0x10", "1'000", " 1", "1e+", "nan"})
        CLAIM(!Fx::parse(wrong) && !Share::parse(wrong));
    std::ostringstream stream;
    stream << -0.1_fx << " " << 200_wide;
    CLAIM(stream.str() == "-0.1 200");
}

__extension__ typedef __int128 Exact;

static std::int64_t exact_product(std::int64_t a, std::int64_t b) {
    const Exact product = static_cast<Exact>(a) * b;
    const Exact size = ((product < 0 ? -product : product) + 0x8000) >> 16;
    const Exact bounded = size > INT64_MAX ? static_cast<Exact>(INT64_MAX) : size;
    return static_cast<std::int64_t>(product < 0 ? -bounded : bounded);
}

static void test_arithmetic() {
    for (int i = 0; i < 2000; i++) {
        const auto a = static_cast<pawl_fx>(draw(31)), b = static_cast<pawl_fx>(draw(31));
        const Fx x = Fx::from_raw(a), y = Fx::from_raw(b);
        CLAIM((x + y).raw() == pawl_add(a, b) && (x - y).raw() == pawl_sub(a, b));
        CLAIM((x * y).raw() == pawl_mul(a, b) && (x / y).raw() == pawl_div(a, b));
        CLAIM((-x).raw() == pawl_neg(a) && (x < y) == (a < b) && (x == y) == (a == b));
        const std::int64_t c = draw(63), d = draw(63);
        const Wide v = Wide::from_raw(c), w = Wide::from_raw(d);
        CLAIM((v * w).raw() == exact_product(c, d));
        const Exact sum = static_cast<Exact>(c) + d, most = INT64_MAX;
        CLAIM((v + w).raw() == (sum > most ? most : sum < -most ? -most : sum));
        const auto part = static_cast<std::uint32_t>(drawn() % 1000);
        const Turn turn = *Turn::parse("0." +
                                       std::string(part < 10    ? "00"
                                                   : part < 100 ? "0"
                                                                : "") +
                                       std::to_string(part));
        CLAIM(turn.raw() == pawl_angle_from_turns(part, 1000));
        CLAIM((turn + turn).raw() == turn.raw() * 2);
    }
    for (int i = -2; i < 3; i++) { // where the rounding carries into the upper half
        const std::int64_t a = INT64_C(0xFFFFFFFF) + i, b = INT64_C(0x100000001);
        CLAIM((Wide::from_raw(a) * Wide::from_raw(-b)).raw() == exact_product(a, -b));
    }
    CLAIM(Fx(32767) + 5 == Fx::from_raw(PAWL_FX_MAX) && Fx(-40000) == -Fx::from_raw(PAWL_FX_MAX));
}

static_assert(PAWL_DEC(12, 05) == (12.05_fx).raw() && PAWL_TURN(1, 3) == (120_deg).raw());
static_assert(PAWL_WIDE(200, 1, 2) == (200.5_wide).raw() && (1e-3_fx).raw() == PAWL_DEC(0, 001));
static_assert((-0.5_fx * 3).raw() == -98304 && (0.25_share).raw() == 1 << 28);
static_assert(!std::is_constructible_v<Fx, double> && !std::is_constructible_v<Vec2, float, int>);
static_assert(!std::is_constructible_v<Wide, long double> && !std::is_convertible_v<float, Turn>);
template <class Given, class = void> constexpr bool scales_by = false;
template <class Given>
constexpr bool scales_by<Given, std::void_t<decltype(BodyDef().gravity_scale(Given()))>> = true;
static_assert(scales_by<int> && scales_by<Fx> && !scales_by<double> && !scales_by<Wide>);
static_assert(!std::is_copy_constructible_v<World> && std::is_nothrow_move_constructible_v<World>);
static_assert(!std::is_convertible_v<BodyId, ShapeId> && !std::is_convertible_v<int, BodyType>);

/* ---- errors, memory, lists ---- */

static void test_errors() {
    World world = small_world();
    const Error range = failure([&] { return world.body_create_circle(BodyDef(), -1); });
    CLAIM(std::strcmp(range.function(), "pawl_body_create_circle") == 0);
    CLAIM(std::strstr(range.what(), "pawl_body_create_circle: ") == range.what());
    CLAIM(range.status() != Status::ok && range.field() == nullptr && range.where() == -1);
    const Error field = failure([] { return BodyDef().type(static_cast<BodyType>(7)).check(); });
    CLAIM(field.field() != nullptr && std::strcmp(field.field(), "type") == 0);
    const char bytes[] = "no replay at all, but long enough to be looked at";
    CLAIM(failure([&] { return replay_open(bytes); }).where() >= 0);
    Body ball = taken(world.body_create_circle(BodyDef().type(BodyType::dynamic), 1));
    CLAIM(ball && ball.is_valid());
    taken_void(ball.destroy());
    CLAIM(!ball.is_valid());
    CLAIM(failure([&] { return ball.set_velocity({1, 0}); }).status() == Status::err_stale);
    std::vector<Vec2> points(100), hull_room(99);
    CLAIM(failure([&] { return hull(points, hull_room); }).status() == Status::err_memory);
}

static void test_memory() {
    const auto def = WorldDef().body_capacity(4).shape_capacity(4);
    Buffer memory(world_size(def));
    World given = taken(World::make(def, memory));
    CLAIM(static_cast<const void *>(given.get()) == memory.data());
    Buffer little(64);
    CLAIM(failure([&] { return World::make(def, little); }).status() == Status::err_memory);
    CLAIM(failure([&] { return World::make(WorldDef().substeps(0)); }).status() != Status::ok);
    World first = small_world();
    const Body ball = taken(first.body_create_circle(BodyDef().position({3, 4}), 1));
    World second = std::move(first);
    CLAIM(!first && second && ball.get_position() == Vec2(3, 4) &&
          ball.world().get() == second.get());
}

/* A frame crosses three times: impulses go in, a step, all poses come out where they lie. */
static void test_frame() {
    World world = small_world();
    for (int i = 0; i < 5; i++)
        (void)taken(
            world.body_create_circle(BodyDef().type(BodyType::dynamic).position({3 * i, 0}), 1));
    std::array<Pose, 8> poses;
    std::array<BodyId, 8> bodies;
    CLAIM(world.get_all_poses(bodies, poses) == 5);
    const Command rise =
        Command().type(CommandType::impulse_to_center).body(bodies[1]).vector({0, 100});
    taken_void(world.apply_commands({&rise, 1}, {}));
    taken_void(world.step());
    CLAIM(world.get_all_poses(nullptr, poses) == 5);
    const auto *raw = reinterpret_cast<const pawl_pose *>(poses.data());
    for (std::size_t i = 0; i < 5; i++)
        CLAIM(poses[i].position() == Vec2(raw[i].position));
    CLAIM(poses[1].position().y() > poses[0].position().y() && poses[2].position().x() == 6);
    std::array<Pose, 2> fewer;
    CLAIM(world.get_all_poses({}, fewer) == 5 && fewer[1].position() == poses[1].position());
}

static void test_lists() {
    World world = small_world();
    const Vec2 corners[] = {{0, 0}, {4, 0}, {0, 3}};
    const Body made = taken(world.body_create_polygon(BodyDef(), corners, 0));
    const Body braced =
        taken(world.body_create_polygon(BodyDef().position({9, 0}), {{0, 0}, {4, 0}, {0, 3}}, 0));
    CLAIM(made && braced && made != braced);
    QueryOverlap room[1];
    const auto found = world.overlap_box({{-1, -1}, {20, 5}}, room);
    CLAIM(found.size() == 1 && found.total() == 2 && found[0].shape() != ShapeId());
    CLAIM(features_print(0) == "none" && features_print(0xFFFFFFFFu).size() > 64);
    std::uint32_t cursor = 0;
    int contacts = 0;
    for (int i = 0; i < 2; i++)
        (void)taken(
            world.body_create_circle(BodyDef().type(BodyType::dynamic).position({i, 40}), 1));
    taken_void(world.step());
    while (const auto contact = world.next_contact(cursor))
        contacts += contact->count() > 0 ? 1 : 0;
    CLAIM(contacts == 1 && cursor > 0);
}

static void test_hooks() {
    World world = small_world();
    const auto shape = ShapeDef().custom_filter(true);
    for (int y = 0; y < 2; y++)
        (void)taken(
            world.body_create_circle(BodyDef().type(BodyType::dynamic).position({0, y}), 1, shape));
    std::vector<std::pair<ShapeId, ShapeId>> seen;
    const auto hooks = StepHooks().context(&seen).should_collide(
        [](void *context, const pawl_world *, pawl_shape_id a, pawl_shape_id b) {
            static_cast<decltype(seen) *>(context)->emplace_back(a, b);
            return false;
        });
    taken_void(world.step(hooks));
    CLAIM(seen.size() == 1 && seen[0].first && seen[0].first != seen[0].second);
}

int main() {
    const char *given = std::getenv("SEED");
    const auto seed = given ? std::strtoull(given, nullptr, 10) : std::random_device()();
    drawn.seed(seed);
    test_text();
    test_halves();
    test_arithmetic();
    test_errors();
    test_memory();
    test_frame();
    test_lists();
    test_hooks();
    std::printf("C++: seed %llu, %d passed, %d failed\n", static_cast<unsigned long long>(seed),
                passed, failed);
    return failed == 0 ? 0 : 1;
}
