/* start.S - the stack, then C. */
    .section .text.start, "ax"
    .global _start
_start:
    l.movhi r1, hi(pawli_stack_top)
    l.ori   r1, r1, lo(pawli_stack_top)
    l.or    r2, r1, r1
    l.jal   pawli_begin
    l.nop
1:  l.j     1b
    l.nop
