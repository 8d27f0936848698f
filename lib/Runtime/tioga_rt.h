/*===- tioga_rt.h - Runs tests on a target ---------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===-----------------------------------------------------------------------===*
 *
 * The part of a test driver that does not depend on the test. C99,
 * freestanding: no heap, no recursion, no floating point, no library. A test is
 * a constant table; what changes during a run is one `tioga_run` that the
 * caller owns.
 *
 * The caller provides an adapter of three functions (`tioga_adapter`): send an
 * input to the system under test, poll for an output of it, read the clock. It
 * then calls `tioga_start` and, until there is a verdict, `tioga_step`:
 *
 *     tioga_run run;
 *     tioga_start(&run, test, &adapter, TIOGA_EARLIEST, 0U);
 *     while (tioga_step(&run) == TIOGA_RUNNING) { }
 *
 * Between two steps nothing needs to be done before `tioga_next_time`, so a
 * driver may sleep, and a simulation may skip, until then.
 *
 * Time is counted in ticks. A clock of the test is a difference of two readings
 * of the adapter's clock, which may start anywhere and may wrap around, as long
 * as no test lasts half of its range.
 *
 *===----------------------------------------------------------------------===*/

#ifndef TIOGA_RT_H
#define TIOGA_RT_H

#include "tioga_config.h"
#include <stdbool.h>
#include <stdint.h>

#ifdef TIOGA_TIME_32
typedef uint32_t tioga_time;
typedef int32_t tioga_duration;
#define TIOGA_DURATION_MAX INT32_MAX
#else
typedef uint64_t tioga_time;
typedef int64_t tioga_duration;
#define TIOGA_DURATION_MAX INT64_MAX
#endif

/* The most that any test of a suite has; tioga_config.h sets them. */
#ifndef TIOGA_MAX_CLOCKS
#define TIOGA_MAX_CLOCKS 32
#endif
#ifndef TIOGA_MAX_VARIABLES
#define TIOGA_MAX_VARIABLES 32
#endif
#ifndef TIOGA_MAX_ARGUMENTS
#define TIOGA_MAX_ARGUMENTS 8
#endif
/* How many events the log of a run keeps: the last ones. */
#ifndef TIOGA_LOG_SIZE
#define TIOGA_LOG_SIZE 32
#endif

typedef enum {
  TIOGA_RUNNING = 0,
  TIOGA_PASS,
  TIOGA_FAIL,
  TIOGA_INCONCLUSIVE,
  TIOGA_ERROR
} tioga_verdict;

/* When an input is sent within the window that the times seen so far leave. */
typedef enum {
  TIOGA_EARLIEST = 0,
  TIOGA_LATEST,
  TIOGA_MIDDLE,
  TIOGA_RANDOM
} tioga_policy;

/* A label with data, sent or received. */
typedef struct {
  uint16_t label;
  int32_t arguments[TIOGA_MAX_ARGUMENTS];
} tioga_message;

/* What the generated expressions read and write. */
typedef struct {
  int32_t variables[TIOGA_MAX_VARIABLES];
  int32_t arguments[TIOGA_MAX_ARGUMENTS];
} tioga_data;

typedef bool (*tioga_guard_fn)(const tioga_data *data);
typedef void (*tioga_update_fn)(tioga_data *data);

/* x_left - x_right < bound, or <= bound; index 0 is the constant zero. */
typedef struct {
  uint8_t left;
  uint8_t right;
  bool strict;
  tioga_duration bound;
} tioga_bound;

/* clock := source + value. Clocks count from 1, as in bounds; source 0 is the
   constant zero, and tests have no other. */
typedef struct {
  uint8_t clock;
  uint8_t source;
  tioga_duration value;
} tioga_reset;

typedef enum { TIOGA_SEND = 0, TIOGA_EXPECT, TIOGA_ELAPSE } tioga_move_kind;

typedef struct {
  tioga_move_kind kind;
  uint16_t label; /* of the suite's list; unused by TIOGA_ELAPSE */
  uint16_t target;
  uint16_t first_bound, num_bounds;
  uint16_t first_reset, num_resets;
  tioga_guard_fn guard;   /* may be null: true */
  tioga_update_fn update; /* may be null; for TIOGA_SEND it also fills in the
                             arguments, before the message goes out */
} tioga_move;

/* One way to be allowed to stay in a state. */
typedef struct {
  uint16_t first_bound, num_bounds;
  tioga_guard_fn guard; /* may be null: true */
} tioga_deadline;

typedef struct {
  const char *name;
  tioga_verdict verdict; /* TIOGA_RUNNING: the test goes on here */
  uint16_t first_move, num_moves;
  /* The test stays while one of these holds, then goes to `otherwise`. */
  uint16_t first_deadline, num_deadlines;
  uint16_t otherwise;
  const char *reason; /* for a verdict; may be null */
} tioga_state;

typedef struct {
  const char *name;
  const char *const *label_names;
  const uint8_t *num_arguments; /* by label */
  uint8_t num_clocks;
  uint8_t num_variables;
  uint16_t initial;
  const tioga_state *states;
  const tioga_move *moves;
  const tioga_deadline *deadlines;
  const tioga_bound *bounds;
  const tioga_reset *resets;
  const int32_t *initial_values; /* of the variables; may be null */
  /* How long to wait in a state that has no deadline before giving up. */
  tioga_duration silence;
} tioga_test;

/* The three functions that only the user can write. `context` is theirs. */
typedef struct {
  void *context;
  /* Hands an input to the system under test. */
  void (*send)(void *context, const tioga_message *message);
  /* Takes the next output, if there is one. `*time` holds the clock's reading
     and may be set back to when the output really happened. */
  bool (*poll)(void *context, tioga_message *message, tioga_time *time);
  /* Reads the clock. */
  tioga_time (*now)(void *context);
} tioga_adapter;

/* One line of the log. */
typedef struct {
  tioga_duration time; /* since the start of the test */
  uint16_t state;      /* in which it happened */
  bool sent;
  tioga_message message;
} tioga_record;

typedef struct {
  const tioga_test *test;
  const tioga_adapter *adapter;
  tioga_policy policy;
  uint32_t random;
  tioga_time start;
  tioga_time entered;                /* when the current state was entered */
  tioga_time base[TIOGA_MAX_CLOCKS]; /* clock i+1 is now - base[i] */
  tioga_data data;
  uint16_t state;
  tioga_verdict verdict;
  const char *reason;
  bool planned; /* whether `plan_move` and `plan_time` are valid */
  uint16_t plan_move;
  tioga_time plan_time;
  uint32_t num_records; /* all of them; the log keeps the last ones */
  tioga_record log[TIOGA_LOG_SIZE];
} tioga_run;

/* Puts a run into the initial state of a test. `seed` is for TIOGA_RANDOM. */
void tioga_start(tioga_run *run, const tioga_test *test,
                 const tioga_adapter *adapter, tioga_policy policy,
                 uint32_t seed);

/* Does everything that is due by now. Returns TIOGA_RUNNING or the verdict,
   which then stays. */
tioga_verdict tioga_step(tioga_run *run);

/* How long nothing needs to be done if no output comes; 0 if something is due
   or the test is over. */
tioga_duration tioga_next_time(const tioga_run *run);

/* "pass", "fail", "inconclusive", "error" or "running". */
const char *tioga_verdict_name(tioga_verdict verdict);

/* The record at a position, 0 being the oldest that is kept; null if there is
   none. */
const tioga_record *tioga_get_record(const tioga_run *run, uint32_t position);

/* Euclidean division by a positive number, as models mean it: the remainder is
   never negative. */
int32_t tioga_div(int32_t dividend, int32_t divisor);
int32_t tioga_mod(int32_t dividend, int32_t divisor);

#endif /* TIOGA_RT_H */
