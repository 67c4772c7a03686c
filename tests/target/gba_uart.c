/* gba_uart.c - the serial port of a Game Boy Advance, between the core of mGBA and a socket.
 *
 * The core's drivers know other modes alone, and are not told of reads. So loads and stores of half
 * words are looked at on their way, as the core's own debugger does for its watchpoints. */
#include "gba_uart.h"

#include <mgba/core/timing.h>
#include <mgba/internal/arm/arm.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#define SIOCNT 0x04000128u
#define SIODATA8 0x0400012Au
#define RCNT 0x04000134u

/* Of SIOCNT. */
enum {
    SEND_FULL = 1 << 4,
    RECEIVE_EMPTY = 1 << 5,
    HAS_ERROR = 1 << 6,
    EIGHT_BITS = 1 << 7,
    FIFO = 1 << 8,
    PARITY = 1 << 9,
    SEND = 1 << 10,
    RECEIVE = 1 << 11,
    IS_UART = 3 << 12,
    INTERRUPT = 1 << 14
};

#define FREQUENCY 16777216
#define BITS 10 /* of a byte, with start and stop */
static const int rates[] = {9600, 38400, 57600, 115200};

typedef struct queue {
    uint8_t bytes[4];
    unsigned count;
} queue;

static struct {
    uint32_t (*load16)(struct ARMCore *, uint32_t, int *);
    void (*store16)(struct ARMCore *, uint32_t, int16_t, int *);
    struct mTiming *timing;
    struct mTimingEvent event;
    int line;
    uint16_t control, mode;
    bool has_error;
    queue sent, received;
    uint8_t out[64], in[4096]; /* between here and the socket */
    size_t out_size, in_size, in_at;
    uint64_t sent_count, received_count, lost_count;
} uart;

static void add(queue *to, uint8_t byte) {
    to->bytes[to->count++] = byte;
}

static uint8_t take(queue *from) {
    const uint8_t byte = from->bytes[0];
    memmove(from->bytes, from->bytes + 1, sizeof from->bytes - 1);
    from->count--;
    return byte;
}

static unsigned room(void) {
    return uart.control & FIFO ? sizeof uart.sent.bytes : 1;
}

static bool is_uart(void) {
    return (uart.mode & 0x8000) == 0 && (uart.control & IS_UART) == IS_UART;
}

/* ---- the socket ----------------------------------------------------------------------------- */

static void send_out(void) {
    size_t at = 0;
    while (at < uart.out_size) {
        const ssize_t taken = send(uart.line, uart.out + at, uart.out_size - at, MSG_NOSIGNAL);
        if (taken < 0 && (errno == EAGAIN || errno == EINTR)) continue;
        if (taken < 0) break; /* the other side has ended: what is sent is lost */
        at += (size_t)taken;
    }
    uart.out_size = 0;
}

/* The next byte that has come over the line, or -1. */
static int receive_byte(void) {
    if (uart.in_at == uart.in_size) {
        const ssize_t given = recv(uart.line, uart.in, sizeof uart.in, 0);
        if (given <= 0) return -1;
        uart.in_size = (size_t)given;
        uart.in_at = 0;
    }
    return uart.in[uart.in_at++];
}

/* ---- the time of a byte --------------------------------------------------------------------- */

static void pass_byte(struct mTiming *timing, void *context, uint32_t late) {
    (void)context;
    const int cycles = (int)((int64_t)FREQUENCY * BITS / rates[uart.control & 3]);
    mTimingSchedule(timing, &uart.event, cycles - (int)late);
    if (!is_uart()) return;
    if ((uart.control & SEND) && uart.sent.count > 0) {
        uart.out[uart.out_size++] = take(&uart.sent);
        uart.sent_count++;
        if (uart.sent.count == 0 || uart.out_size == sizeof uart.out) send_out();
    }
    const int byte = receive_byte();
    if (byte < 0 || (uart.control & RECEIVE) == 0) return;
    if (uart.received.count == room()) {
        uart.has_error = true;
        uart.lost_count++;
        return;
    }
    add(&uart.received, (uint8_t)byte);
    uart.received_count++;
}

/* ---- registers ------------------------------------------------------------------------------ */

static void set_control(uint16_t value) {
    uart.control = value & (uint16_t) ~(SEND_FULL | RECEIVE_EMPTY | HAS_ERROR);
    if (!is_uart()) return;
    if ((value & (INTERRUPT | PARITY)) != 0 || (value & EIGHT_BITS) == 0) {
        fprintf(stderr, "gbarun: SIOCNT = %04x: not modelled\n", value);
        exit(2);
    }
    if ((value & FIFO) == 0) uart.sent.count = uart.received.count = 0;
}

static uint16_t get_control(void) {
    uint32_t value = uart.control;
    if (uart.sent.count == room()) value |= SEND_FULL;
    if (uart.received.count == 0) value |= RECEIVE_EMPTY;
    if (uart.has_error) value |= HAS_ERROR;
    uart.has_error = false;
    return (uint16_t)value;
}

/* The core's own answer is asked for as well: it counts the cycles. */
static uint32_t load16(struct ARMCore *cpu, uint32_t address, int *cycles) {
    const uint32_t value = uart.load16(cpu, address, cycles);
    if (!is_uart()) return value;
    if (address == SIOCNT) return get_control();
    if (address != SIODATA8) return value;
    return uart.received.count > 0 ? take(&uart.received) : 0;
}

static void store16(struct ARMCore *cpu, uint32_t address, int16_t value, int *cycles) {
    uart.store16(cpu, address, value, cycles);
    if (address == RCNT) uart.mode = (uint16_t)value;
    if (address == SIOCNT) set_control((uint16_t)value);
    if (address != SIODATA8 || !is_uart()) return;
    if (uart.sent.count < room()) {
        add(&uart.sent, (uint8_t)value);
    } else {
        uart.lost_count++; /* the program has not asked whether there is room */
    }
}

/* ---- open and close ------------------------------------------------------------------------- */

static int connect_to(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address.sun_path) return -1;
    strcpy(address.sun_path, path);
    const int made = socket(AF_UNIX, SOCK_STREAM, 0);
    if (made < 0) return -1;
    if (connect(made, (const struct sockaddr *)&address, sizeof address) == 0 &&
        fcntl(made, F_SETFL, O_NONBLOCK) == 0) {
        return made;
    }
    close(made);
    return -1;
}

bool gba_uart_open(struct mCore *core, const char *path) {
    struct ARMCore *cpu = core->cpu;
    uart.line = connect_to(path);
    if (uart.line < 0) return false;
    uart.mode = 0x8000;
    uart.load16 = cpu->memory.load16;
    uart.store16 = cpu->memory.store16;
    cpu->memory.load16 = load16;
    cpu->memory.store16 = store16;
    uart.timing = core->timing;
    uart.event.callback = pass_byte;
    uart.event.name = "gbarun UART";
    mTimingSchedule(uart.timing, &uart.event, 0);
    return true;
}

void gba_uart_close(void) {
    if (uart.timing == NULL) return;
    send_out();
    fprintf(stderr, "gbarun: line: %llu bytes sent, %llu received, %llu lost in the port\n",
            (unsigned long long)uart.sent_count, (unsigned long long)uart.received_count,
            (unsigned long long)uart.lost_count);
}
