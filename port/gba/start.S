@ start.S - cartridge header and start-up of a Game Boy Advance program.
@
@ The header ought to hold Nintendo's logo at 0x04, which a console compares with its own and which
@ is not ours to give away: it is left zero. Emulators start the program all the same; for a real
@ console the usual header tools (gbafix) fill it in.

    .section .start, "ax"
    .arm
    .global pawli_start
pawli_start:
    b       begin                   @ 0x00
    .space  156                     @ 0x04 logo: left out
    .set    sum, 0x19
    .macro  field text
    .irpc   c, \text
    .byte   '\c
    .set    sum, sum + '\c
    .endr
    .endm
    field   PAWLPHYSICS0            @ 0xA0 title
    field   APWE                    @ 0xAC game code
    field   00                      @ 0xB0 maker
    .byte   0x96                    @ 0xB2 always so
    .set    sum, sum + 0x96
    .space  10                      @ 0xB3 unit, device, reserved, version
    .byte   (0 - sum) & 0xFF        @ 0xBD checksum of 0xA0 .. 0xBC
    .space  2

begin:
    mov     r0, #0x12               @ stack for interrupts: 160 bytes
    msr     cpsr_c, r0
    ldr     sp, =0x03007FA0
    mov     r0, #0x1F               @ system mode
    msr     cpsr_c, r0
    ldr     sp, =pawli_stack_top
    ldr     r0, =0x04000204         @ WAITCNT: ROM 3/1 and prefetching, which every cartridge can
    ldr     r1, =0x4317
    strh    r1, [r0]

    ldr     r0, =0x04000108         @ timers 2 and 3 as one counter of cycles, 32 bits
    ldr     r1, =0x00840000         @ 3: enabled, counts overflows of 2
    str     r1, [r0, #4]
    ldr     r1, =0x00800000         @ 2: enabled, every cycle
    str     r1, [r0]

    ldr     r0, =pawli_fast_load    @ code and data that live in IWRAM
    ldr     r1, =pawli_fast
    ldr     r2, =pawli_fast_end
0:  cmp     r1, r2
    ldrlo   r3, [r0], #4
    strlo   r3, [r1], #4
    blo     0b

    ldr     r1, =pawli_fast_bss     @ zeroes: in IWRAM and in EWRAM
    ldr     r2, =pawli_fast_bss_end
    bl      clear
    ldr     r1, =pawli_bss
    ldr     r2, =pawli_bss_end
    bl      clear

    ldr     r0, =pawli_gba_paint_stack
    mov     lr, pc
    bx      r0
    ldr     r0, =main
    mov     lr, pc
    bx      r0
    ldr     r1, =pawl_port_halt
    bx      r1

clear:
    mov     r0, #0
1:  cmp     r1, r2
    strlo   r0, [r1], #4
    blo     1b
    bx      lr
    .pool
