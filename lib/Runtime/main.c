/*===- main.c - Runs the whole suite on a target ---------------------------===*
 *
 * Runs every test once, in order. Replace `report` by whatever the target can
 * print on; with a debugger, a breakpoint there shows the verdicts.
 *
 *===----------------------------------------------------------------------===*/

#include "suite.h"

extern const tioga_adapter adapter;
void adapter_reset(void);

static tioga_run run;

static void report(const tioga_run *finished) { (void)finished; }

int main(void) {
  uint16_t failures = 0U;
  uint16_t i;
  for (i = 0U; i < SUITE_NUM_TESTS; i++) {
    adapter_reset();
    tioga_start(&run, &suite_tests[i], &adapter, TIOGA_EARLIEST, 0U);
    while (tioga_step(&run) == TIOGA_RUNNING) {
    }
    report(&run);
    if (run.verdict == TIOGA_FAIL) {
      failures++;
    }
  }
  return (failures == 0U) ? 0 : 10;
}
