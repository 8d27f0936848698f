/*===- alarm.h - A car alarm, written by hand ------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===-----------------------------------------------------------------------===*
 *
 * What a supplier might deliver for these requirements:
 *
 *   R1  The car is armed 20 seconds after it has been locked and all doors are
 *       closed.
 *   R2  Opening a door of an armed car starts the alarm: the sound for 30
 *       seconds, the flash for five minutes.
 *   R3  Unlocking stops the alarm and disarms the car at any time.
 *
 * The firmware calls one function per event and `alarm_tick` ten times a
 * second; the alarm calls `alarm_output` when it switches something.
 *
 * The source contains faults, each of which can be switched on by its number,
 * one at a time, to see whether a test suite finds it.
 *
 *===----------------------------------------------------------------------===*/

#ifndef ALARM_H
#define ALARM_H

#define ALARM_TICKS_PER_SECOND 10
#define ALARM_NUM_FAULTS 52

typedef enum {
  ALARM_ARMED_ON,
  ALARM_ARMED_OFF,
  ALARM_SOUND_ON,
  ALARM_SOUND_OFF,
  ALARM_FLASH_ON,
  ALARM_FLASH_OFF
} alarm_event;

void alarm_reset(void);
void alarm_lock(void);
void alarm_unlock(void);
void alarm_close(void);
void alarm_open(void);
void alarm_tick(void);

/* Provided by whoever uses the alarm. */
void alarm_output(alarm_event event);

/* The fault that is switched on, 1 to ALARM_NUM_FAULTS; 0: none. */
extern int alarm_fault;

#endif /* ALARM_H */
