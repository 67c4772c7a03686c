/* replay.cpp - verifies a replay, then a copy in which one byte is another one: replay FILE */
#include <cstdio>
#include <fstream>
#include <iterator>
#include <pawl/pawl.hpp>
#include <vector>

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    std::ifstream file(argv[1], std::ios::binary);
    std::vector<char> bytes(std::istreambuf_iterator<char>(file), {});
    pawl::world_link_all(); // others made the file: it may have anything
    const pawl::Replay replay = pawl::replay_open(bytes);
    pawl::Buffer memory(pawl::playback_size(replay));
    pawl::Playback playback;
    playback.begin(replay, false, memory);
    const pawl::Verdict verdict = playback.verify();
    std::printf("replay: as recorded: %s, tick %u, %u checkpoints\n",
                pawl::status_text(verdict.status()), static_cast<unsigned>(verdict.tick()),
                unsigned{verdict.checkpoints()});
    std::printf("replay: hash %08x, recorded %08x\n", unsigned{playback.world().hash()},
                unsigned{replay.final_hash()});

    bytes[bytes.size() / 2] ^= 1;
    try {
        pawl::replay_open(bytes);
    } catch (const pawl::Error &error) {
        std::printf("replay: with a byte changed: %s at %u\n", pawl::status_text(error.status()),
                    static_cast<unsigned>(error.where()));
    }
}
