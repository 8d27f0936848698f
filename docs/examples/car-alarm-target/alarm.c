/*===- alarm.c - A car alarm, written by hand ------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

#include "alarm.h"

enum { SECOND = ALARM_TICKS_PER_SECOND };

typedef enum {
  OPEN_AND_UNLOCKED,
  CLOSED_AND_UNLOCKED,
  OPEN_AND_LOCKED,
  CLOSED_AND_LOCKED,
  ARMED,
  SOUNDING, /* sound and flash */
  FLASHING, /* the flash alone */
  SILENT_AND_OPEN
} alarm_state;

int alarm_fault = 0;

static alarm_state state;
static int timer;

/* The right thing, unless the fault of that number is switched on. */
#define FAULT(number, right, wrong)                                            \
  ((alarm_fault == (number)) ? (wrong) : (right))

/* Something that the fault of that number forgets. */
#define UNLESS(number) if (alarm_fault != (number))

void alarm_reset(void) {
  state = OPEN_AND_UNLOCKED;
  timer = 0;
}

void alarm_lock(void) {
  switch (state) {
  case OPEN_AND_UNLOCKED:
    UNLESS(1) state = FAULT(2, OPEN_AND_LOCKED, CLOSED_AND_LOCKED);
    break;
  case CLOSED_AND_UNLOCKED:
    UNLESS(3) state = FAULT(4, CLOSED_AND_LOCKED, OPEN_AND_LOCKED);
    UNLESS(5) timer = 0;
    break;
  default:
    break;
  }
}

void alarm_close(void) {
  switch (state) {
  case OPEN_AND_UNLOCKED:
    UNLESS(6) state = FAULT(7, CLOSED_AND_UNLOCKED, CLOSED_AND_LOCKED);
    break;
  case OPEN_AND_LOCKED:
    UNLESS(8) state = FAULT(9, CLOSED_AND_LOCKED, CLOSED_AND_UNLOCKED);
    UNLESS(10) timer = 0;
    break;
  case SILENT_AND_OPEN:
    if (alarm_fault == 11) {
      break;
    }
    state = FAULT(12, ARMED, CLOSED_AND_LOCKED);
    UNLESS(13) alarm_output(FAULT(14, ALARM_ARMED_ON, ALARM_ARMED_OFF));
    break;
  default:
    break;
  }
}

void alarm_open(void) {
  switch (state) {
  case CLOSED_AND_UNLOCKED:
    UNLESS(15) state = FAULT(16, OPEN_AND_UNLOCKED, OPEN_AND_LOCKED);
    break;
  case CLOSED_AND_LOCKED:
    UNLESS(17) state = FAULT(18, OPEN_AND_LOCKED, OPEN_AND_UNLOCKED);
    break;
  case ARMED:
    if (alarm_fault == 19) {
      break;
    }
    state = SOUNDING;
    UNLESS(20) alarm_output(ALARM_ARMED_OFF);
    UNLESS(21) alarm_output(FAULT(22, ALARM_FLASH_ON, ALARM_SOUND_ON));
    UNLESS(23) alarm_output(ALARM_SOUND_ON);
    UNLESS(24) timer = 0;
    break;
  default:
    break;
  }
}

static void stop_alarm(void) {
  UNLESS(34) state = FAULT(35, OPEN_AND_UNLOCKED, CLOSED_AND_UNLOCKED);
  UNLESS(36) alarm_output(FAULT(37, ALARM_SOUND_OFF, ALARM_SOUND_ON));
  UNLESS(38) alarm_output(FAULT(39, ALARM_FLASH_OFF, ALARM_ARMED_OFF));
}

void alarm_unlock(void) {
  switch (state) {
  case OPEN_AND_LOCKED:
    UNLESS(25) state = FAULT(26, OPEN_AND_UNLOCKED, CLOSED_AND_UNLOCKED);
    break;
  case CLOSED_AND_LOCKED:
    UNLESS(27) state = FAULT(28, CLOSED_AND_UNLOCKED, OPEN_AND_UNLOCKED);
    break;
  case ARMED:
    UNLESS(29) state = FAULT(30, CLOSED_AND_UNLOCKED, OPEN_AND_UNLOCKED);
    UNLESS(31) alarm_output(ALARM_ARMED_OFF);
    break;
  case SOUNDING:
    UNLESS(32) stop_alarm();
    break;
  case FLASHING:
    UNLESS(33) stop_alarm();
    break;
  case SILENT_AND_OPEN:
    UNLESS(40) state = FAULT(41, OPEN_AND_UNLOCKED, CLOSED_AND_UNLOCKED);
    break;
  default:
    break;
  }
}

void alarm_tick(void) {
  timer++;
  switch (state) {
  case CLOSED_AND_LOCKED:
    if (timer >= FAULT(42, 20, 19) * SECOND + FAULT(43, 0, 1)) {
      UNLESS(44) state = FAULT(45, ARMED, CLOSED_AND_UNLOCKED);
      alarm_output(ALARM_ARMED_ON);
    }
    break;
  case SOUNDING:
    if (timer >= FAULT(46, 30, 31) * SECOND) {
      state = FAULT(47, FLASHING, SILENT_AND_OPEN);
      alarm_output(FAULT(48, ALARM_SOUND_OFF, ALARM_FLASH_OFF));
    }
    break;
  case FLASHING:
    if (timer >= FAULT(49, 300, 301) * SECOND) {
      state = FAULT(50, SILENT_AND_OPEN, OPEN_AND_UNLOCKED);
      UNLESS(51) alarm_output(ALARM_SOUND_OFF);
      UNLESS(52) alarm_output(ALARM_FLASH_OFF);
    }
    break;
  default:
    break;
  }
}
