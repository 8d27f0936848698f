/*===- library.c - The car alarm as a shared library -----------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===-----------------------------------------------------------------------===*
 *
 * The functions that `tioga run --library=FILE` calls (docs/Protocols.md). The
 * environment variable ALARM_FAULT switches a fault on.
 *
 *===----------------------------------------------------------------------===*/

#include "alarm.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static alarm_event queue[8];
static int32_t num_queued;

void alarm_output(alarm_event event) {
  if (num_queued < 8) {
    queue[num_queued++] = event;
  }
}

int64_t tioga_sut_ticks_per_unit(void);
void tioga_sut_reset(void);
void tioga_sut_input(const char *label, const int32_t *arguments,
                     int32_t count);
int64_t tioga_sut_advance(int64_t max, char *label, int32_t size,
                          int32_t *arguments, int32_t *count);

int64_t tioga_sut_ticks_per_unit(void) { return ALARM_TICKS_PER_SECOND; }

void tioga_sut_reset(void) {
  const char *fault = getenv("ALARM_FAULT");
  alarm_fault = (fault != 0) ? atoi(fault) : 0;
  num_queued = 0;
  alarm_reset();
}

void tioga_sut_input(const char *label, const int32_t *arguments,
                     int32_t count) {
  (void)arguments;
  (void)count;
  if (strcmp(label, "lock") == 0) {
    alarm_lock();
  } else if (strcmp(label, "unlock") == 0) {
    alarm_unlock();
  } else if (strcmp(label, "close") == 0) {
    alarm_close();
  } else if (strcmp(label, "open") == 0) {
    alarm_open();
  }
}

int64_t tioga_sut_advance(int64_t max, char *label, int32_t size,
                          int32_t *arguments, int32_t *count) {
  static const char *const names[] = {"armedOn",  "armedOff", "soundOn",
                                      "soundOff", "flashOn",  "flashOff"};
  int64_t passed = 0;
  (void)arguments;
  *count = 0;
  label[0] = '\0';
  while ((passed < max) && (num_queued == 0)) {
    alarm_tick();
    passed++;
  }
  if (num_queued > 0) {
    strncpy(label, names[queue[0]], (size_t)size - 1U);
    label[size - 1] = '\0';
    num_queued--;
    memmove(queue, queue + 1, (size_t)num_queued * sizeof(queue[0]));
  }
  return passed;
}
