/* port.c - ATmega1284P and ATmega2560: UART0, Timer1 and the EEPROM. */
#include "pawl/port.h"

#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

#include "port_conf.h"

/* UART0: eight bits, no parity, one stop bit, at double speed for a finer choice of rates. */
static void open_uart(void) {
    UBRR0 = (uint16_t)(PAWLI_AVR_CLOCK / 8 / PAWLI_AVR_BAUD - 1);
    UCSR0A = 1 << U2X0;
    UCSR0C = 3 << UCSZ00;
    UCSR0B = 1 << TXEN0;
}

void pawl_port_putc(char c) {
    if (!(UCSR0B & 1 << TXEN0)) open_uart();
    while (!(UCSR0A & 1 << UDRE0)) {
    }
    UCSR0A |= 1 << TXC0; /* cleared by writing one: set again when c has left */
    UDR0 = (uint8_t)c;
}

/* Timer1 counts every 64 cycles from the first call on; the interrupt, four times a second at
 * 16 MHz, counts its overflows. */
#define COUNTS_PER_SECOND (PAWLI_AVR_CLOCK / 64)
static volatile uint16_t overflows;

ISR(TIMER1_OVF_vect) {
    overflows++;
}

uint32_t pawl_port_ms(void) {
    if (TCCR1B == 0) {
        TCCR1B = 1 << CS11 | 1 << CS10;
        TIMSK1 = 1 << TOIE1;
        sei();
    }
    const uint8_t flags = SREG;
    cli();
    const uint16_t low = TCNT1;
    uint16_t high = overflows;
    if (TIFR1 & 1 << TOV1 && low < 0x8000u) high++; /* an overflow that has not been counted */
    SREG = flags;
    return (uint32_t)(((uint64_t)high << 16 | low) * 1000 / COUNTS_PER_SECOND);
}

/* There is nobody to take a status: the last byte is sent and the core sleeps for ever. The
 * simulator (tests/target/avrrun.c) ends there and finds the status in GPIOR1. */
void pawl_port_halt(int status) {
    if (UCSR0B & 1 << TXEN0) {
        while (!(UCSR0A & 1 << TXC0)) {
        }
    }
    GPIOR1 = (uint8_t)status;
    cli();
    set_sleep_mode(SLEEP_MODE_PWR_DOWN);
    sleep_enable();
    for (;;)
        sleep_cpu();
}

/* The start-up code jumps here when main returns. */
void exit(int status);
void exit(int status) {
    pawl_port_halt(status);
    for (;;) {
    }
}

static size_t fit_store(size_t size) {
    return size < E2END + 1u ? size : E2END + 1u;
}

int32_t pawl_port_store_read(uint8_t *bytes, size_t size) {
    const size_t count = fit_store(size);
    eeprom_read_block(bytes, (const void *)0, count);
    return (int32_t)count;
}

/* 3.4 ms for each byte that differs. */
int32_t pawl_port_store_write(const uint8_t *bytes, size_t size) {
    const size_t count = fit_store(size);
    eeprom_update_block(bytes, (void *)0, count);
    return (int32_t)count;
}
