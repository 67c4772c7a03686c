/* meter.c - counting cycles. */
#include "meter.h"

#include <pawl/port.h>

#include "common/put.h"
#include "common/stack.h"

void meter_start(meter_state *meter, uint32_t missed) {
    *meter = (meter_state){.missed_before = missed};
}

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

void meter_step(meter_state *meter, uint32_t cycles, uint32_t awake) {
    meter->steps++;
    meter->step_cycles += cycles;
    meter->step_longest = larger(meter->step_longest, cycles);
    if (awake < METER_CROWD) {
        meter->crowd = 0;
        return;
    }
    meter->crowd++;
    meter->crowd_steps++;
    meter->crowd_step_cycles += cycles;
    meter->crowd_step_longest = larger(meter->crowd_step_longest, cycles);
}

void meter_picture(meter_state *meter, uint32_t cycles, uint32_t missed_so_far, bool loading) {
    const uint32_t missed = missed_so_far - meter->missed_before;
    meter->missed_before = missed_so_far;
    meter->pictures++;
    meter->picture_cycles += cycles;
    meter->picture_longest = larger(meter->picture_longest, cycles);
    if (loading) {
        meter->missed_loading += missed;
    } else {
        meter->missed += missed;
    }
    if (missed > 0) meter->crowd = 0;
    meter->crowd_longest = larger(meter->crowd_longest, meter->crowd);
}

void meter_put_figure(const char *name, uint64_t value) {
    pawli_put_text(name);
    pawl_port_putc(' ');
    pawli_put_number((int64_t)value);
    pawl_port_putc('\n');
}

void meter_put(const meter_state *meter) {
    meter_put_figure("pictures", meter->pictures);
    meter_put_figure("missed-refreshes", meter->missed);
    meter_put_figure("missed-refreshes-loading", meter->missed_loading);
    meter_put_figure("step-cycles-mean", meter->step_cycles / larger(meter->steps, 1));
    meter_put_figure("step-cycles-most", meter->step_longest);
    meter_put_figure("drawing-cycles-mean", meter->picture_cycles / larger(meter->pictures, 1));
    meter_put_figure("drawing-cycles-most", meter->picture_longest);
    meter_put_figure("crowd-pictures-in-a-row", meter->crowd_longest);
    meter_put_figure("crowd-step-cycles-mean",
                     meter->crowd_step_cycles / larger(meter->crowd_steps, 1));
    meter_put_figure("crowd-step-cycles-most", meter->crowd_step_longest);
    meter_put_figure("stack-most", pawli_stack_peak());
}
