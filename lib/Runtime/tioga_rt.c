/*===- tioga_rt.c - Runs tests on a target ---------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

#include "tioga_rt.h"

/* A set of instants, as distances from now: [low, high], possibly empty. */
typedef struct {
  tioga_duration low;
  tioga_duration high;
} window;

static const window everything = {-TIOGA_DURATION_MAX, TIOGA_DURATION_MAX};

/* The value of a clock: the distance from its base, right across a wrap. */
static tioga_duration clock_at(const tioga_run *run, uint8_t clock,
                               tioga_time now) {
  return (tioga_duration)(now - run->base[clock - 1U]);
}

/* Intersects with the instants at which a bound holds. Differences of clocks do
   not change with time: such a bound holds always or never. */
static void constrain(const tioga_run *run, const tioga_bound *bound,
                      tioga_time now, window *result) {
  tioga_duration limit = bound->strict ? (bound->bound - 1) : bound->bound;
  if ((bound->left != 0U) && (bound->right != 0U)) {
    tioga_duration difference =
        clock_at(run, bound->left, now) - clock_at(run, bound->right, now);
    if (difference > limit) {
      result->high = result->low - 1;
    }
  } else if (bound->left != 0U) {
    tioga_duration high = limit - clock_at(run, bound->left, now);
    if (high < result->high) {
      result->high = high;
    }
  } else if (bound->right != 0U) {
    tioga_duration low = -limit - clock_at(run, bound->right, now);
    if (low > result->low) {
      result->low = low;
    }
  } else if (limit < 0) {
    result->high = result->low - 1;
  } else {
    /* 0 <= limit: always true. */
  }
}

static window window_of(const tioga_run *run, uint16_t first, uint16_t count,
                        tioga_time now) {
  window result = everything;
  uint16_t i;
  for (i = 0U; i < count; i++) {
    constrain(run, &run->test->bounds[first + i], now, &result);
  }
  return result;
}

static bool contains_now(window set) {
  return (set.low <= 0) && (set.high >= 0);
}

static const tioga_state *current(const tioga_run *run) {
  return &run->test->states[run->state];
}

static bool guard_holds(const tioga_run *run, const tioga_move *move) {
  return (move->guard == 0) || move->guard(&run->data);
}

static void record(tioga_run *run, const tioga_message *message, bool sent,
                   tioga_time now) {
  tioga_record *entry = &run->log[run->num_records % (uint32_t)TIOGA_LOG_SIZE];
  entry->time = (tioga_duration)(now - run->start);
  entry->state = run->state;
  entry->sent = sent;
  entry->message = *message;
  run->num_records++;
}

static void finish(tioga_run *run, tioga_verdict verdict, const char *reason) {
  run->verdict = verdict;
  run->reason = reason;
}

/* A small generator (xorshift); what counts is that a seed repeats a run. */
static uint32_t next_random(tioga_run *run) {
  uint32_t x = run->random;
  x ^= x << 13U;
  x ^= x >> 17U;
  x ^= x << 5U;
  run->random = x;
  return x;
}

static tioga_duration choose(tioga_run *run, tioga_duration low,
                             tioga_duration high) {
  /* Without an upper end every policy is the earliest. */
  tioga_duration choice = low;
  if (high != TIOGA_DURATION_MAX) {
    tioga_duration length = high - low;
    if (run->policy == TIOGA_LATEST) {
      choice = high;
    } else if (run->policy == TIOGA_MIDDLE) {
      choice = low + (length / 2);
    } else if (run->policy == TIOGA_RANDOM) {
      choice = low + (tioga_duration)((tioga_time)next_random(run) %
                                      ((tioga_time)length + 1U));
    } else {
      /* TIOGA_EARLIEST */
    }
  }
  return choice;
}

/* How long the test may stay in its state, from now; negative if it may not. */
static tioga_duration time_to_stay(const tioga_run *run, tioga_time now) {
  const tioga_state *state = current(run);
  tioga_duration result = -1;
  uint16_t i;
  if ((state->num_deadlines == 0U) && run->planned) {
    /* The tester knows when it goes on. */
    result = TIOGA_DURATION_MAX;
  } else if (state->num_deadlines == 0U) {
    result = run->test->silence - (tioga_duration)(now - run->entered);
  } else {
    /* The deadlines tell. */
  }
  for (i = 0U; i < state->num_deadlines; i++) {
    const tioga_deadline *deadline =
        &run->test->deadlines[state->first_deadline + i];
    window when =
        window_of(run, deadline->first_bound, deadline->num_bounds, now);
    if (contains_now(when) && (when.high > result) &&
        ((deadline->guard == 0) || deadline->guard(&run->data))) {
      result = when.high;
    }
  }
  return result;
}

/* Decides once per state which move of its own the tester makes, and when. */
static void plan(tioga_run *run, tioga_time now) {
  const tioga_state *state = current(run);
  tioga_duration best = TIOGA_DURATION_MAX;
  uint16_t i;
  for (i = 0U; i < state->num_moves; i++) {
    uint16_t index = (uint16_t)(state->first_move + i);
    const tioga_move *move = &run->test->moves[index];
    window when = window_of(run, move->first_bound, move->num_bounds, now);
    if (when.low < 0) {
      when.low = 0;
    }
    if ((move->kind != TIOGA_EXPECT) && (when.low <= when.high) &&
        (when.low < best) && guard_holds(run, move)) {
      best = when.low;
      run->planned = true;
      run->plan_move = index;
      run->plan_time = now + (tioga_time)((move->kind == TIOGA_SEND)
                                              ? choose(run, when.low, when.high)
                                              : when.low);
    }
  }
}

static void enter(tioga_run *run, uint16_t target, tioga_time now) {
  const tioga_state *state = &run->test->states[target];
  run->state = target;
  run->entered = now;
  run->planned = false;
  if (state->verdict != TIOGA_RUNNING) {
    finish(run, state->verdict, state->reason);
  } else {
    plan(run, now);
  }
}

static void take(tioga_run *run, const tioga_move *move, tioga_time now) {
  uint16_t i;
  for (i = 0U; i < move->num_resets; i++) {
    const tioga_reset *reset = &run->test->resets[move->first_reset + i];
    run->base[reset->clock - 1U] = now - (tioga_time)reset->value;
  }
  enter(run, move->target, now);
}

static void clear_arguments(tioga_data *data) {
  uint8_t i;
  for (i = 0U; i < (uint8_t)TIOGA_MAX_ARGUMENTS; i++) {
    data->arguments[i] = 0;
  }
}

/* Sends, or lets time have passed, if that is planned for now. */
static void act(tioga_run *run, tioga_time now) {
  if (run->planned && ((tioga_duration)(now - run->plan_time) >= 0)) {
    const tioga_move *move = &run->test->moves[run->plan_move];
    window when = window_of(run, move->first_bound, move->num_bounds, now);
    if (!contains_now(when)) {
      /* The driver came too late for its own window. */
      run->planned = false;
    } else {
      tioga_message message;
      clear_arguments(&run->data);
      if (move->update != 0) {
        move->update(&run->data);
      }
      if (move->kind == TIOGA_SEND) {
        uint8_t i;
        message.label = move->label;
        for (i = 0U; i < (uint8_t)TIOGA_MAX_ARGUMENTS; i++) {
          message.arguments[i] = run->data.arguments[i];
        }
        record(run, &message, true, now);
        run->adapter->send(run->adapter->context, &message);
      }
      take(run, move, now);
    }
  }
}

static void receive(tioga_run *run, const tioga_message *message,
                    tioga_time time) {
  const tioga_state *state = current(run);
  const tioga_move *found = 0;
  uint16_t i;
  record(run, message, false, time);
  for (i = 0U; i < (uint16_t)TIOGA_MAX_ARGUMENTS; i++) {
    run->data.arguments[i] = message->arguments[i];
  }
  for (i = 0U; (i < state->num_moves) && (found == 0); i++) {
    const tioga_move *move = &run->test->moves[state->first_move + i];
    if ((move->kind == TIOGA_EXPECT) && (move->label == message->label) &&
        contains_now(
            window_of(run, move->first_bound, move->num_bounds, time)) &&
        guard_holds(run, move)) {
      found = move;
    }
  }
  if (found == 0) {
    finish(run, TIOGA_FAIL, "unexpected output");
  } else {
    if (found->update != 0) {
      found->update(&run->data);
    }
    take(run, found, time);
  }
}

/* Whether the state must be left because its time is over. */
static void check_deadline(tioga_run *run, tioga_time now) {
  const tioga_state *state = current(run);
  if (time_to_stay(run, now) < 0) {
    if (state->num_deadlines != 0U) {
      enter(run, state->otherwise, now);
    } else {
      finish(run, TIOGA_INCONCLUSIVE, "silence");
    }
  }
}

void tioga_start(tioga_run *run, const tioga_test *test,
                 const tioga_adapter *adapter, tioga_policy policy,
                 uint32_t seed) {
  uint8_t i;
  run->test = test;
  run->adapter = adapter;
  run->policy = policy;
  run->random = (seed == 0U) ? 2463534242U : seed;
  run->start = adapter->now(adapter->context);
  run->verdict = TIOGA_RUNNING;
  run->reason = 0;
  run->num_records = 0U;
  clear_arguments(&run->data);
  for (i = 0U; i < (uint8_t)TIOGA_MAX_CLOCKS; i++) {
    run->base[i] = run->start;
  }
  for (i = 0U; i < (uint8_t)TIOGA_MAX_VARIABLES; i++) {
    run->data.variables[i] =
        ((i < test->num_variables) && (test->initial_values != 0))
            ? test->initial_values[i]
            : 0;
  }
  enter(run, test->initial, run->start);
}

tioga_verdict tioga_step(tioga_run *run) {
  if (run->verdict == TIOGA_RUNNING) {
    tioga_message message = {0U, {0}};
    tioga_time now = run->adapter->now(run->adapter->context);
    tioga_time time = now;
    /* An output that is there happened before anything that is done now. */
    if (run->adapter->poll(run->adapter->context, &message, &time)) {
      receive(run, &message, time);
    } else {
      if (!run->planned) {
        plan(run, now);
      }
      act(run, now);
      if (run->verdict == TIOGA_RUNNING) {
        check_deadline(run, now);
      }
    }
  }
  return run->verdict;
}

tioga_duration tioga_next_time(const tioga_run *run) {
  tioga_duration result = 0;
  if (run->verdict == TIOGA_RUNNING) {
    tioga_time now = run->adapter->now(run->adapter->context);
    tioga_duration over = time_to_stay(run, now);
    /* One tick beyond the last instant at which the state may be kept. */
    result = (over < TIOGA_DURATION_MAX) ? (over + 1) : over;
    if (run->planned) {
      tioga_duration until = (tioga_duration)(run->plan_time - now);
      result = (until < result) ? until : result;
    }
    if (result < 0) {
      result = 0;
    }
  }
  return result;
}

const char *tioga_verdict_name(tioga_verdict verdict) {
  static const char *const names[] = {"running", "pass", "fail", "inconclusive",
                                      "error"};
  return names[verdict];
}

const tioga_record *tioga_get_record(const tioga_run *run, uint32_t position) {
  uint32_t size = (uint32_t)TIOGA_LOG_SIZE;
  uint32_t kept = (run->num_records < size) ? run->num_records : size;
  const tioga_record *result = 0;
  if (position < kept) {
    result = &run->log[(run->num_records - kept + position) % size];
  }
  return result;
}

int32_t tioga_mod(int32_t dividend, int32_t divisor) {
  int32_t rest = dividend % divisor;
  return (rest < 0) ? (rest + divisor) : rest;
}

int32_t tioga_div(int32_t dividend, int32_t divisor) {
  return (dividend - tioga_mod(dividend, divisor)) / divisor;
}
