/* udp.c - the sockets of port/host over this machine's loopback; runs on POSIX systems and Windows.
 *
 * Check is not there for Windows, so the claims are counted here. The system chooses all ports. */
#include "host/pawl_udp.h"

#include <stdio.h>
#include <string.h>

#define WAIT_MS                                                                      \
    5000 /* more than loopback ever takes; nothing waits for as long unless it fails \
          */
#define LARGE 1400

static int passed, failed, skipped;

static void claim(bool good, const char *what, int line) {
    if (good) {
        passed++;
        return;
    }
    failed++;
    printf("udp.c:%d: FAILED: %s\n", line, what);
}
#define CLAIM(condition) claim((condition), #condition, __LINE__)

static pawl_udp_status resolve(const char *text, int family, pawl_udp_address *out) {
    return pawl_udp_resolve(text, family, 99, out);
}

/* ---- addresses ---- */

static bool reads_as(const char *text, const char *want) {
    pawl_udp_address address;
    char back[PAWL_UDP_TEXT_MAX];
    if (resolve(text, 0, &address) != PAWL_UDP_OK) return false;
    pawl_udp_address_text(&address, back, sizeof back);
    if (strcmp(back, want) == 0) return true;
    printf("%s became %s, not %s\n", text, back, want);
    return false;
}

static void addresses_are_read_and_written(void) {
    CLAIM(reads_as("127.0.0.1", "127.0.0.1:99"));
    CLAIM(reads_as("127.0.0.1:4000", "127.0.0.1:4000"));
    CLAIM(reads_as("10.1.2.3:65535", "10.1.2.3:65535"));
    CLAIM(reads_as("[::1]:4000", "[::1]:4000"));
    CLAIM(reads_as("[::1]", "[::1]:99"));
    CLAIM(reads_as("::1", "[::1]:99"));
    CLAIM(reads_as("2001:db8::7", "[2001:db8::7]:99"));
    char text[8];
    const pawl_udp_address loopback = pawl_udp_loopback(4, 7);
    pawl_udp_address_text(&loopback, text, sizeof text);
    CLAIM(strcmp(text, "127.0.0") == 0);
    pawl_udp_address_text(NULL, text, sizeof text);
    CLAIM(strcmp(text, "none") == 0);
}

static void bad_addresses_are_refused(void) {
    static const char *const texts[] = {
        "",      ":4000",     "[]:1", "127.0.0.1:",   "a:0",    "a:65536", "a:99999999",
        "a:12x", "[::1]4000", "[::1", "127.0.0.1:-1", "[::1]:", "a: 1",    "[::1]:x:y"};
    const pawl_udp_address before = pawl_udp_loopback(6, 1234);
    pawl_udp_address address = before;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const bool refused = resolve(texts[i], 0, &address) == PAWL_UDP_SYNTAX;
        if (!refused) printf("not refused: %s\n", texts[i]);
        CLAIM(refused);
    }
    char endless[400];
    memset(endless, 'a', sizeof endless - 1);
    endless[sizeof endless - 1] = 0;
    CLAIM(resolve(endless, 0, &address) == PAWL_UDP_SYNTAX);
    CLAIM(resolve("127.0.0.1", 6, &address) == PAWL_UDP_NO_HOST);
    CLAIM(resolve("::1", 4, &address) == PAWL_UDP_NO_HOST);
    CLAIM(resolve("127.0.0.1", 5, &address) == PAWL_UDP_ARGUMENT);
    CLAIM(resolve(NULL, 0, &address) == PAWL_UDP_ARGUMENT);
    CLAIM(pawl_udp_resolve("127.0.0.1", 0, 1, NULL) == PAWL_UDP_ARGUMENT);
    CLAIM(pawl_udp_same_address(&address, &before));
}

static void numbers_belong_to_addresses(void) {
    pawl_udp_peers peers = {0};
    const pawl_udp_address a = pawl_udp_loopback(4, 1), b = pawl_udp_loopback(4, 2);
    const pawl_udp_address c = pawl_udp_loopback(6, 1), none = pawl_udp_loopback(5, 1);
    CLAIM(pawl_udp_peer_find(&peers, &a) == -1);
    CLAIM(pawl_udp_peer_find(&peers, &none) == -1);
    CLAIM(pawl_udp_peer_set(&peers, 3, &a) &&
          pawl_udp_peer_set(&peers, PAWL_UDP_PEERS_MAX - 1, &c));
    CLAIM(!pawl_udp_peer_set(&peers, PAWL_UDP_PEERS_MAX, &b) &&
          pawl_udp_peer_find(&peers, &b) == -1);
    CLAIM(pawl_udp_peer_find(&peers, &a) == 3 &&
          pawl_udp_peer_find(&peers, &c) == PAWL_UDP_PEERS_MAX - 1);
    CLAIM(pawl_udp_same_address(pawl_udp_peer_address(&peers, 3), &a));
    CLAIM(pawl_udp_peer_address(&peers, 4) == NULL);
    CLAIM(pawl_udp_peer_address(&peers, PAWL_UDP_PEERS_MAX) == NULL);
    CLAIM(pawl_udp_peer_set(&peers, 5, &a) && pawl_udp_peer_address(&peers, 3) == NULL);
    CLAIM(pawl_udp_peer_find(&peers, &a) == 5);
    CLAIM(pawl_udp_peer_set(&peers, 5, &b) && pawl_udp_peer_find(&peers, &a) == -1);
    CLAIM(pawl_udp_peer_set(&peers, 5, NULL) && pawl_udp_peer_find(&peers, &b) == -1);
    CLAIM(pawl_udp_peer_find(NULL, &a) == -1 && !pawl_udp_peer_set(NULL, 0, &a));
    CLAIM(pawl_udp_peer_address(NULL, 0) == NULL);
    CLAIM(!pawl_udp_same_address(&a, NULL) && !pawl_udp_same_address(NULL, NULL));
    CLAIM(!pawl_udp_same_address(&a, &b) && !pawl_udp_same_address(&a, &c));
    pawl_udp_address far = c;
    far.scope = 2;
    CLAIM(!pawl_udp_same_address(&far, &c));
}

/* ---- sockets ---- */

/* The next datagram, waiting for it. */
static int32_t take(pawl_udp *udp, pawl_udp_address *from, void *buffer, size_t size) {
    (void)pawl_udp_wait(&udp, 1, WAIT_MS);
    return pawl_udp_receive(udp, from, buffer, size);
}

static void fill(uint8_t *bytes, size_t size, unsigned salt) {
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(i * 31 + i / 256 + salt);
}

/* There and back, in three sizes, with the right addresses. */
static void datagrams_arrive_whole(pawl_udp *a, pawl_udp *b, const pawl_udp_address *at_a,
                                   const pawl_udp_address *at_b) {
    static const size_t sizes[] = {1, 508, LARGE};
    uint8_t sent[LARGE], got[LARGE + 1];
    pawl_udp_address from;
    for (unsigned i = 0; i < 3; i++) {
        fill(sent, sizes[i], i);
        CLAIM(pawl_udp_send(a, at_b, sent, sizes[i]) == PAWL_UDP_OK);
        CLAIM(take(b, &from, got, sizeof got) == (int32_t)sizes[i]);
        CLAIM(memcmp(sent, got, sizes[i]) == 0);
        CLAIM(pawl_udp_same_address(&from, at_a));
        CLAIM(pawl_udp_send(b, &from, got, sizes[i]) == PAWL_UDP_OK);
        CLAIM(take(a, &from, got, sizeof got) == (int32_t)sizes[i]);
        CLAIM(pawl_udp_same_address(&from, at_b));
    }
    CLAIM(pawl_udp_receive(a, &from, got, sizeof got) == 0);
    CLAIM(pawl_udp_receive(b, &from, got, sizeof got) == 0);
}

/* A buffer that just fits is enough; one byte less drops the datagram and keeps the next one. */
static void large_datagrams_are_dropped_whole(pawl_udp *a, pawl_udp *b,
                                              const pawl_udp_address *at_b) {
    uint8_t sent[100], got[100];
    pawl_udp_address from;
    fill(sent, sizeof sent, 9);
    CLAIM(pawl_udp_send(a, at_b, sent, sizeof sent) == PAWL_UDP_OK);
    CLAIM(take(b, &from, got, 100) == 100 && b->too_large == 0);
    CLAIM(pawl_udp_send(a, at_b, sent, sizeof sent) == PAWL_UDP_OK);
    CLAIM(pawl_udp_send(a, at_b, sent, 7) == PAWL_UDP_OK);
    CLAIM(take(b, &from, got, 99) == 7 && b->too_large == 1);
}

/* Nobody listens there: neither sending nor receiving fails for long. */
static void silence_is_no_failure(pawl_udp *a, int family) {
    pawl_udp nobody;
    pawl_udp_address there, from;
    const pawl_udp_address local = pawl_udp_loopback(family, 0);
    uint8_t byte = 1;
    CLAIM(pawl_udp_open(&nobody, &local) == PAWL_UDP_OK);
    CLAIM(pawl_udp_local(&nobody, &there) == PAWL_UDP_OK);
    pawl_udp_close(&nobody);
    for (int i = 0; i < 3; i++) {
        const pawl_udp_status status = pawl_udp_send(a, &there, &byte, 1);
        CLAIM(status == PAWL_UDP_OK || status == PAWL_UDP_UNREACHABLE);
        (void)pawl_udp_wait(&a, 1, 20);
        CLAIM(pawl_udp_receive(a, &from, &byte, 1) == 0);
    }
}

static void misuse_is_an_error(pawl_udp *a, const pawl_udp_address *at_a, int family) {
    pawl_udp closed = {.socket = -1}, second;
    pawl_udp_address from, other = pawl_udp_loopback(family == 4 ? 6 : 4, 9), none = {0};
    uint8_t byte = 1;
    static uint8_t huge[70000];
    CLAIM(pawl_udp_open(NULL, at_a) == PAWL_UDP_ARGUMENT);
    CLAIM(pawl_udp_open(&second, NULL) == PAWL_UDP_ARGUMENT && second.socket == -1);
    CLAIM(pawl_udp_open(&second, &none) == PAWL_UDP_ARGUMENT);
    CLAIM(pawl_udp_open(&second, at_a) == PAWL_UDP_IN_USE && second.socket == -1);
    CLAIM(second.system != 0);
    /* What fails gives its socket back: no process may have so many. */
    bool always = true;
    for (int i = 0; i < 3000; i++)
        always = pawl_udp_open(&second, at_a) == PAWL_UDP_IN_USE && always;
    CLAIM(always);
    CLAIM(pawl_udp_send(&closed, at_a, &byte, 1) == PAWL_UDP_ARGUMENT);
    CLAIM(pawl_udp_send(a, at_a, &byte, 0) == PAWL_UDP_ARGUMENT);
    CLAIM(pawl_udp_send(a, at_a, huge, sizeof huge) == PAWL_UDP_ARGUMENT);
    CLAIM(pawl_udp_send(a, at_a, NULL, 1) == PAWL_UDP_ARGUMENT);
    CLAIM(pawl_udp_send(a, &other, &byte, 1) == PAWL_UDP_ARGUMENT);
    CLAIM(pawl_udp_send(a, &none, &byte, 1) == PAWL_UDP_ARGUMENT);
    CLAIM(pawl_udp_send(a, NULL, &byte, 1) == PAWL_UDP_ARGUMENT);
    CLAIM(pawl_udp_send(NULL, at_a, &byte, 1) == PAWL_UDP_ARGUMENT);
    CLAIM(pawl_udp_receive(&closed, &from, &byte, 1) == -1);
    CLAIM(pawl_udp_receive(NULL, &from, &byte, 1) == -1);
    CLAIM(pawl_udp_receive(a, NULL, &byte, 1) == -1 && pawl_udp_receive(a, &from, NULL, 1) == -1);
    CLAIM(pawl_udp_receive(a, &from, &byte, 0) == -1);
    CLAIM(pawl_udp_local(&closed, &from) == PAWL_UDP_ARGUMENT);
    CLAIM(pawl_udp_local(a, NULL) == PAWL_UDP_ARGUMENT);
    CLAIM(!pawl_udp_wait(NULL, 1, 1));
    pawl_udp *const none_open[] = {NULL, &closed};
    CLAIM(!pawl_udp_wait(none_open, 2, 1));
    pawl_udp_close(&closed);
    pawl_udp_close(NULL);
}

/* An address that is not this machine's: 192.0.2.1 and 2001:db8::1 are for documentation. */
static void foreign_addresses_cannot_be_bound(void) {
    pawl_udp udp;
    pawl_udp_address address;
    CLAIM(resolve("192.0.2.1", 4, &address) == PAWL_UDP_OK);
    const pawl_udp_status status = pawl_udp_open(&udp, &address);
#if defined(_WIN32)
    if (status == PAWL_UDP_OK) {
        printf("udp: skipped: Wine binds addresses that are not there\n");
        skipped++;
        pawl_udp_close(&udp);
        return;
    }
#endif
    CLAIM(status == PAWL_UDP_NOT_OURS);
}

static void one_of_two_wakes_the_wait(pawl_udp *a, pawl_udp *b, const pawl_udp_address *at_b) {
    pawl_udp *const both[] = {a, b};
    pawl_udp_address from;
    uint8_t byte = 3;
    CLAIM(!pawl_udp_wait(both, 2, 10));
    CLAIM(pawl_udp_send(a, at_b, &byte, 1) == PAWL_UDP_OK);
    CLAIM(pawl_udp_wait(both, 2, WAIT_MS));
    CLAIM(pawl_udp_receive(a, &from, &byte, 1) == 0 && pawl_udp_receive(b, &from, &byte, 1) == 1);
}

static void sockets_work(int family) {
    pawl_udp a, b;
    pawl_udp_address at_a, at_b;
    const pawl_udp_address local = pawl_udp_loopback(family, 0);
    const pawl_udp_status status = pawl_udp_open(&a, &local);
    if (family == 6 && (status == PAWL_UDP_NO_FAMILY || status == PAWL_UDP_NOT_OURS)) {
        printf("udp: skipped: IPv6 (%s)\n", pawl_udp_status_text(status));
        skipped++;
        return;
    }
    CLAIM(status == PAWL_UDP_OK);
    CLAIM(pawl_udp_open(&b, &local) == PAWL_UDP_OK);
    CLAIM(pawl_udp_local(&a, &at_a) == PAWL_UDP_OK && at_a.port != 0 && at_a.family == family);
    CLAIM(pawl_udp_local(&b, &at_b) == PAWL_UDP_OK && at_b.port != at_a.port);
    datagrams_arrive_whole(&a, &b, &at_a, &at_b);
    large_datagrams_are_dropped_whole(&a, &b, &at_b);
    one_of_two_wakes_the_wait(&a, &b, &at_b);
    silence_is_no_failure(&a, family);
    misuse_is_an_error(&a, &at_a, family);
    pawl_udp_close(&a);
    CLAIM(a.socket == -1);
    CLAIM(pawl_udp_open(&a, &at_a) == PAWL_UDP_OK); /* the port is free again */
    pawl_udp_close(&a);
    pawl_udp_close(&b);
}

int main(void) {
    addresses_are_read_and_written();
    bad_addresses_are_refused();
    numbers_belong_to_addresses();
    CLAIM(strcmp(pawl_udp_status_text(PAWL_UDP_FAILED), "the system reports an error") == 0);
    CLAIM(strcmp(pawl_udp_status_text((pawl_udp_status)77), "unknown status") == 0);
    foreign_addresses_cannot_be_bound();
    sockets_work(4);
    sockets_work(6);
    printf("udp: %d passed, %d failed, %d skipped\n", passed, failed, skipped);
    return failed != 0;
}
