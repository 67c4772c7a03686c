/* start.S - the stack, then C; and the one instruction that calls the simulator. There are no
 * register windows: arguments are in a2, a3, ..., the answer in a2. */
    .section .reset, "ax"
    .global _reset
_reset:
    j       _start

    .section .text.start, "ax"
    .literal_position
    .global _start
_start:
    movi    a1, pawli_stack_top
    call0   pawli_begin

/* int pawli_call_host(int operation, int a, int b, int c) */
    .global pawli_call_host
pawli_call_host:
    simcall
    ret
