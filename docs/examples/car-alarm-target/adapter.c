/*===- adapter.c - Connects the tests to the car alarm ---------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===-----------------------------------------------------------------------===*
 *
 * The three functions that the user of a generated suite writes (compare the
 * skeleton that comes with it), and a main program. Time is virtual here: a
 * tick passes whenever the test has nothing to do. On a target, a timer
 * interrupt would call `alarm_tick`, and `read_clock` would read a counter.
 *
 *     car_alarm_tests [--fault=N] [--all-faults]
 *
 *===----------------------------------------------------------------------===*/

#include "alarm.h"
#include "suite.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define QUEUE_SIZE 8U

static uint16_t queue[QUEUE_SIZE];
static unsigned num_queued;
static tioga_time ticks;

void alarm_output(alarm_event event) {
  static const uint16_t labels[] = {LABEL_ARMED_ON, LABEL_ARMED_OFF,
                                    LABEL_SOUND_ON, LABEL_SOUND_OFF,
                                    LABEL_FLASH_ON, LABEL_FLASH_OFF};
  if (num_queued < QUEUE_SIZE) {
    queue[num_queued] = labels[event];
    num_queued++;
  }
}

static void send_input(void *context, const tioga_message *message) {
  (void)context;
  switch (message->label) {
  case LABEL_LOCK:
    alarm_lock();
    break;
  case LABEL_UNLOCK:
    alarm_unlock();
    break;
  case LABEL_CLOSE:
    alarm_close();
    break;
  case LABEL_OPEN:
    alarm_open();
    break;
  default:
    break;
  }
}

static bool poll_output(void *context, tioga_message *message,
                        tioga_time *time) {
  bool found = num_queued > 0U;
  (void)context;
  (void)time;
  if (found) {
    message->label = queue[0];
    num_queued--;
    memmove(queue, queue + 1, num_queued * sizeof(queue[0]));
  }
  return found;
}

static tioga_time read_clock(void *context) {
  (void)context;
  return ticks;
}

static const tioga_adapter adapter = {0, send_input, poll_output, read_clock};

/* Runs the suite once. Returns the number of tests that fail. */
static int run_suite(bool verbose) {
  static tioga_run run;
  int failures = 0;
  uint16_t i;
  for (i = 0U; i < SUITE_NUM_TESTS; i++) {
    alarm_reset();
    num_queued = 0U;
    tioga_start(&run, &suite_tests[i], &adapter, TIOGA_EARLIEST, 1U);
    while (tioga_step(&run) == TIOGA_RUNNING) {
      if ((num_queued == 0U) && (tioga_next_time(&run) > 0)) {
        ticks++;
        alarm_tick();
      }
    }
    if (run.verdict == TIOGA_FAIL) {
      failures++;
    }
    if (verbose && (run.verdict != TIOGA_PASS)) {
      printf("%s %s: %s\n", tioga_verdict_name(run.verdict),
             suite_tests[i].name, (run.reason != 0) ? run.reason : "");
    }
  }
  return failures;
}

int main(int argc, char **argv) {
  int failures;
  if ((argc > 1) && (strcmp(argv[1], "--all-faults") == 0)) {
    int killed = 0;
    for (alarm_fault = 1; alarm_fault <= ALARM_NUM_FAULTS; alarm_fault++) {
      if (run_suite(false) > 0) {
        killed++;
      } else {
        printf("fault %d was not found\n", alarm_fault);
      }
    }
    printf("%d of %d faults found\n", killed, ALARM_NUM_FAULTS);
    return (killed == ALARM_NUM_FAULTS) ? 0 : 10;
  }
  if ((argc > 1) && (strncmp(argv[1], "--fault=", 8) == 0)) {
    alarm_fault = atoi(argv[1] + 8);
  }
  failures = run_suite(true);
  printf("%u tests, %d failed\n", (unsigned)SUITE_NUM_TESTS, failures);
  return (failures == 0) ? 0 : 10;
}
