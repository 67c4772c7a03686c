; shift64.S - 64-bit shifts in place of libgcc's, which shift byte by byte, then bit by bit.
;
; Fixed-point arithmetic is full of them. Here 32, 16 and 8 bits are moves of registers, up to four
; bits are shifted one by one, and five to seven as a byte one way and the rest the other way.
;
; The compiler's convention: the value in r25..r18, the count (0 to 63) in r16; only r0 may change
; besides the value. These symbols come before those of libgcc because the port is linked first.

.section .text.shift64, "ax", @progbits

.global __ashrdi3
.global __lshrdi3
.global __ashldi3

; Arithmetic right shift: the upper bytes are filled with copies of the sign.
__ashrdi3:
    mov r0, r25
    lsl r0
    sbc r0, r0              ; 0 or 0xFF
    rjmp shift_right

__lshrdi3:
    clr r0

shift_right:
    push r16
    sbrs r16, 5
    rjmp 1f
    movw r18, r22           ; 32 bits
    movw r20, r24
    mov r22, r0
    mov r23, r0
    movw r24, r22
1:  sbrs r16, 4
    rjmp 2f
    movw r18, r20           ; 16 bits
    movw r20, r22
    movw r22, r24
    mov r24, r0
    mov r25, r0
2:  sbrs r16, 3
    rjmp 3f
    rcall byte_right        ; 8 bits
3:  andi r16, 7
    breq 6f
    cpi r16, 5
    brsh 5f
4:  lsr r0                  ; carry is the fill; enough of its bits remain for four rounds
    ror r25
    ror r24
    ror r23
    ror r22
    ror r21
    ror r20
    ror r19
    ror r18
    dec r16
    brne 4b
    pop r16
    ret
5:  subi r16, 8             ; n bits right are 8 - n bits left, into r0, and a byte right
7:  lsl r18
    rol r19
    rol r20
    rol r21
    rol r22
    rol r23
    rol r24
    rol r25
    rol r0
    inc r16
    brne 7b
    rcall byte_right
6:  pop r16
    ret

byte_right:
    mov r18, r19
    mov r19, r20
    mov r20, r21
    mov r21, r22
    mov r22, r23
    mov r23, r24
    mov r24, r25
    mov r25, r0
    ret

__ashldi3:
    push r16
    clr r0
    sbrs r16, 5
    rjmp 1f
    movw r24, r20           ; 32 bits
    movw r22, r18
    clr r18
    clr r19
    movw r20, r18
1:  sbrs r16, 4
    rjmp 2f
    movw r24, r22           ; 16 bits
    movw r22, r20
    movw r20, r18
    clr r18
    clr r19
2:  sbrs r16, 3
    rjmp 3f
    rcall byte_left         ; 8 bits
3:  andi r16, 7
    breq 6f
    cpi r16, 5
    brsh 5f
4:  lsl r18
    rol r19
    rol r20
    rol r21
    rol r22
    rol r23
    rol r24
    rol r25
    dec r16
    brne 4b
    pop r16
    ret
5:  subi r16, 8             ; n bits left are 8 - n bits right, into r0, and a byte left
7:  lsr r25
    ror r24
    ror r23
    ror r22
    ror r21
    ror r20
    ror r19
    ror r18
    ror r0
    inc r16
    brne 7b
    rcall byte_left
6:  pop r16
    ret

byte_left:
    mov r25, r24
    mov r24, r23
    mov r23, r22
    mov r22, r21
    mov r21, r20
    mov r20, r19
    mov r19, r18
    mov r18, r0
    ret
