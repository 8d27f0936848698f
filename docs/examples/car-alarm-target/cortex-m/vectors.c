/*===- vectors.c - Start-up of an emulated Cortex-M3 -----------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===-----------------------------------------------------------------------===*
 *
 * The first two words of memory: the stack and where to begin. `_start` of
 * newlib clears the memory and calls `main`; what is printed goes to the host
 * by semihosting.
 *
 *===----------------------------------------------------------------------===*/

#include <stdint.h>

extern uint32_t __stack;
extern void _start(void);

static void stop(void) {
  for (;;) {
  }
}

typedef union {
  uint32_t *stack;
  void (*handler)(void);
} vector;

__attribute__((section(".vectors"), used)) static const vector vectors[16] = {
    {.stack = &__stack}, {.handler = _start}, {.handler = stop},
    {.handler = stop},   {.handler = stop},   {.handler = stop},
    {.handler = stop}};
