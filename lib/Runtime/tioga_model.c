/*===- tioga_model.c - Models as code --------------------------------------===*
 *
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 *===----------------------------------------------------------------------===*/

#include "tioga_model.h"

/* Internal steps without an output and without time, after which an instance
   counts as stuck: a model that never ends such steps cannot be executed. */
#define MAX_INTERNAL_STEPS 10000U

/* Distances from now: [low, high], possibly empty. */
typedef struct {
  tioga_duration low;
  tioga_duration high;
} window;

static tioga_duration clock_value(const tioga_instance *instance,
                                  uint8_t clock) {
  return (clock == 0U) ? 0 : instance->clocks[clock - 1U];
}

static window window_of(const tioga_instance *instance, uint16_t first,
                        uint16_t count) {
  window result = {0, TIOGA_DURATION_MAX};
  uint16_t i;
  for (i = 0U; i < count; i++) {
    const tioga_bound *bound = &instance->model->bounds[first + i];
    tioga_duration limit = bound->strict ? (bound->bound - 1) : bound->bound;
    tioga_duration room = limit - (clock_value(instance, bound->left) -
                                   clock_value(instance, bound->right));
    if ((bound->left != 0U) && (bound->right == 0U)) {
      result.high = (room < result.high) ? room : result.high;
    } else if ((bound->left == 0U) && (bound->right != 0U)) {
      result.low = (-room > result.low) ? -room : result.low;
    } else if (room < 0) {
      /* A difference of clocks does not change with time. */
      result.high = -1;
    } else {
      /* Holds always. */
    }
  }
  return result;
}

static int32_t location_of(const tioga_instance *instance, uint16_t control) {
  uint16_t first = (uint16_t)(instance->model->num_variables -
                              instance->model->num_controls);
  return instance->data.variables[first + control];
}

static bool is_listed(const tioga_instance *instance, uint16_t element,
                      uint16_t first, uint16_t count) {
  bool found = false;
  uint16_t i;
  for (i = 0U; (i < count) && !found; i++) {
    found = instance->model->removed[first + i] == element;
  }
  return found;
}

static uint16_t count_added(const tioga_instance *instance) {
  return (instance->mutant != 0) ? instance->mutant->num_added : (uint16_t)0U;
}

/* The transitions that this instance has: those that its mutant adds come
   first, so that a fault shows where the model would do something else; then
   those of the model. Null for one that the mutant has removed. */
static uint16_t count_transitions(const tioga_instance *instance) {
  return (uint16_t)(instance->model->num_transitions + count_added(instance));
}

static const tioga_transition *get_transition(const tioga_instance *instance,
                                              uint16_t position) {
  const tioga_model *model = instance->model;
  const tioga_mutant *mutant = instance->mutant;
  uint16_t added = count_added(instance);
  const tioga_transition *result = 0;
  if (position < added) {
    result = &model->transitions[mutant->first_added + position];
  } else if ((mutant == 0) ||
             !is_listed(instance, (uint16_t)(position - added),
                        mutant->first_removed, mutant->num_removed)) {
    result = &model->transitions[position - added];
  } else {
    /* Removed. */
  }
  return result;
}

static uint16_t count_invariants(const tioga_instance *instance) {
  uint16_t added =
      (instance->mutant != 0) ? instance->mutant->num_invariants : (uint16_t)0U;
  return (uint16_t)(instance->model->num_invariants + added);
}

static const tioga_invariant *get_invariant(const tioga_instance *instance,
                                            uint16_t position) {
  const tioga_model *model = instance->model;
  const tioga_mutant *mutant = instance->mutant;
  const tioga_invariant *result = 0;
  if (position >= model->num_invariants) {
    result = &model->invariants[mutant->first_invariant +
                                (position - model->num_invariants)];
  } else if ((mutant == 0) || !is_listed(instance, position, mutant->first_lost,
                                         mutant->num_lost)) {
    result = &model->invariants[position];
  } else {
    /* Removed. */
  }
  return result;
}

/* How long one invariant holds without a gap from now on; -1: not even now. */
static tioga_duration holds_for(const tioga_instance *instance,
                                const tioga_invariant *invariant) {
  tioga_duration reached = -1;
  bool grown = true;
  while (grown && (reached != TIOGA_DURATION_MAX)) {
    uint16_t i;
    grown = false;
    for (i = 0U; i < invariant->num_alternatives; i++) {
      const tioga_alternative *each =
          &instance->model->alternatives[invariant->first_alternative + i];
      window when = window_of(instance, each->first_bound, each->num_bounds);
      if ((when.low <= (reached + 1)) && (when.high > reached) &&
          ((each->guard == 0) || each->guard(&instance->data))) {
        reached = when.high;
        grown = true;
      }
    }
  }
  return reached;
}

/* How long the instance may stay as it is; -1: its state is forbidden. */
static tioga_duration may_wait(const tioga_instance *instance) {
  tioga_duration result = TIOGA_DURATION_MAX;
  uint16_t i;
  for (i = 0U; i < count_invariants(instance); i++) {
    const tioga_invariant *invariant = get_invariant(instance, i);
    if ((invariant != 0) && ((invariant->control == TIOGA_ANY) ||
                             (location_of(instance, invariant->control) ==
                              (int32_t)invariant->location))) {
      tioga_duration limit = holds_for(instance, invariant);
      result = (limit < result) ? limit : result;
    }
  }
  for (i = 0U; i < instance->model->num_urgencies; i++) {
    const tioga_urgency *urgent = &instance->model->urgencies[i];
    if ((location_of(instance, urgent->control) == (int32_t)urgent->location) &&
        (result > 0)) {
      result = 0;
    }
  }
  return result;
}

static bool is_at_source(const tioga_instance *instance,
                         const tioga_transition *transition) {
  bool result = true;
  uint16_t i;
  for (i = 0U; (i < transition->num_moves) && result; i++) {
    const tioga_control_move *move =
        &instance->model->moves[transition->first_move + i];
    result = (move->from == TIOGA_ANY) ||
             (location_of(instance, move->control) == (int32_t)move->from);
  }
  return result;
}

static void let_pass(tioga_instance *instance, tioga_duration ticks) {
  uint8_t i;
  for (i = 0U; i < instance->model->num_clocks; i++) {
    instance->clocks[i] += ticks;
  }
  if (instance->idle < instance->model->answer_time) {
    tioga_duration rest = instance->model->answer_time - instance->idle;
    instance->idle += (ticks < rest) ? ticks : rest;
  }
}

/* Makes the transition. \pre it is enabled but for the invariants of its target
   state; returns whether they hold there, else the instance is as before. */
static bool fire(tioga_instance *instance, const tioga_transition *transition) {
  tioga_instance before = *instance;
  uint16_t locations = (uint16_t)(instance->model->num_variables -
                                  instance->model->num_controls);
  uint16_t i;
  bool allowed;
  if (transition->update != 0) {
    transition->update(&instance->data);
  }
  for (i = 0U; i < transition->num_moves; i++) {
    const tioga_control_move *move =
        &instance->model->moves[transition->first_move + i];
    instance->data.variables[locations + move->control] = (int32_t)move->to;
  }
  for (i = 0U; i < transition->num_resets; i++) {
    const tioga_reset *reset =
        &instance->model->resets[transition->first_reset + i];
    instance->clocks[reset->clock - 1U] =
        clock_value(&before, reset->source) + reset->value;
  }
  instance->idle = 0;
  allowed = may_wait(instance) >= 0;
  if (!allowed) {
    *instance = before;
  }
  return allowed;
}

/* Whether data allow the transition; chooses arguments of outputs. */
static bool data_allow(tioga_instance *instance,
                       const tioga_transition *transition) {
  if ((transition->direction != TIOGA_INPUT) && (transition->choose != 0)) {
    transition->choose(&instance->data);
  }
  return (transition->guard == 0) || transition->guard(&instance->data);
}

bool tioga_model_start(tioga_instance *instance, const tioga_model *model,
                       uint16_t mutant, tioga_model_policy policy) {
  bool known = mutant <= model->num_mutants;
  uint16_t i;
  instance->model = model;
  instance->mutant = 0;
  instance->policy = policy;
  instance->stuck = false;
  instance->idle = 0;
  for (i = 0U; i < (uint16_t)TIOGA_MAX_CLOCKS; i++) {
    instance->clocks[i] = 0;
  }
  for (i = 0U; i < (uint16_t)TIOGA_MAX_ARGUMENTS; i++) {
    instance->data.arguments[i] = 0;
  }
  for (i = 0U; i < model->num_variables; i++) {
    instance->data.variables[i] = model->initial_values[i];
  }
  if (known && (mutant != 0U)) {
    instance->mutant = &model->mutants[mutant - 1U];
    for (i = 0U; i < instance->mutant->num_initials; i++) {
      const tioga_initial *initial =
          &model->initials[instance->mutant->first_initial + i];
      instance->data.variables[initial->slot] = initial->value;
    }
  }
  return known;
}

/* Takes the first transition of a direction that is possible now with the data
   of a message. Returns false if there is none. */
static bool take_message(tioga_instance *instance, const tioga_message *message,
                         tioga_direction direction) {
  bool taken = false;
  uint16_t i;
  for (i = 0U; i < (uint16_t)TIOGA_MAX_ARGUMENTS; i++) {
    instance->data.arguments[i] = message->arguments[i];
  }
  for (i = 0U; (i < count_transitions(instance)) && !taken && !instance->stuck;
       i++) {
    const tioga_transition *transition = get_transition(instance, i);
    if ((transition != 0) && (transition->direction == direction) &&
        (transition->label == message->label) &&
        is_at_source(instance, transition)) {
      window when =
          window_of(instance, transition->first_bound, transition->num_bounds);
      taken =
          (when.low == 0) && (when.high >= 0) &&
          ((transition->guard == 0) || transition->guard(&instance->data)) &&
          fire(instance, transition);
    }
  }
  return taken;
}

/* Takes the first internal step that is possible now, if there is one. */
static bool take_internal(tioga_instance *instance) {
  bool taken = false;
  uint16_t i;
  for (i = 0U; (i < count_transitions(instance)) && !taken && !instance->stuck;
       i++) {
    const tioga_transition *transition = get_transition(instance, i);
    if ((transition != 0) && (transition->direction == TIOGA_INTERNAL) &&
        is_at_source(instance, transition)) {
      window when =
          window_of(instance, transition->first_bound, transition->num_bounds);
      taken = (when.low == 0) && (when.high >= 0) &&
              data_allow(instance, transition) && fire(instance, transition);
    }
  }
  return taken;
}

bool tioga_model_input(tioga_instance *instance, const tioga_message *input) {
  tioga_instance before = *instance;
  bool taken = take_message(instance, input, TIOGA_INPUT);
  uint32_t steps = 0U;
  /* No time passes before an internal step, so the input may come after it. */
  while (!taken && (steps < MAX_INTERNAL_STEPS) && take_internal(instance)) {
    taken = take_message(instance, input, TIOGA_INPUT);
    steps++;
  }
  if (!taken) {
    *instance = before;
  }
  return taken;
}

/* Whether some transition of the model takes a label as an input. */
static bool is_input(const tioga_model *model, uint16_t label) {
  bool found = false;
  uint16_t i;
  for (i = 0U; (i < model->num_transitions) && !found; i++) {
    found = (model->transitions[i].label == label) &&
            (model->transitions[i].direction == TIOGA_INPUT);
  }
  return found;
}

tioga_verdict tioga_monitor_observe(tioga_instance *instance,
                                    tioga_duration delay,
                                    const tioga_message *message) {
  if (!instance->stuck) {
    instance->stuck = delay > may_wait(instance);
    let_pass(instance, delay);
  }
  if ((message != 0) && !instance->stuck) {
    if (is_input(instance->model, message->label)) {
      (void)take_message(instance, message, TIOGA_INPUT);
    } else {
      instance->stuck = !take_message(instance, message, TIOGA_OUTPUT);
    }
  }
  return instance->stuck ? TIOGA_FAIL : TIOGA_RUNNING;
}

/* What the instance does next by itself, and when. */
typedef struct {
  const tioga_transition *transition;
  tioga_duration time;
} intention;

static tioga_duration pick(const tioga_instance *instance, window when) {
  tioga_duration result = when.low;
  if (((instance->policy == TIOGA_MODEL_LATEST) ||
       (instance->policy == TIOGA_MODEL_LAZY)) &&
      (when.high != TIOGA_DURATION_MAX)) {
    result = when.high;
  } else if ((instance->policy == TIOGA_MODEL_MIDDLE) &&
             (when.high != TIOGA_DURATION_MAX)) {
    result = when.low + ((when.high - when.low) / 2);
  } else {
    /* The earliest. */
  }
  return result;
}

/* Whether a lazy instance has no reason to act within the window. */
static bool may_skip(const tioga_instance *instance, window when,
                     tioga_duration limit) {
  return (instance->policy == TIOGA_MODEL_LAZY) &&
         (instance->model->answer_time == 0) &&
         ((when.high < limit) || (limit == TIOGA_DURATION_MAX));
}

static bool is_possible_after(const tioga_instance *instance,
                              const tioga_transition *transition,
                              tioga_duration delay) {
  tioga_instance later = *instance;
  let_pass(&later, delay);
  return data_allow(&later, transition) && fire(&later, transition);
}

static intention intend(tioga_instance *instance, tioga_duration limit) {
  intention result = {0, 0};
  uint16_t i;
  for (i = 0U; i < count_transitions(instance); i++) {
    const tioga_transition *transition = get_transition(instance, i);
    if ((transition != 0) && (transition->direction != TIOGA_INPUT) &&
        is_at_source(instance, transition)) {
      window when =
          window_of(instance, transition->first_bound, transition->num_bounds);
      tioga_duration time;
      when.high = (when.high < limit) ? when.high : limit;
      if (when.low == 0) {
        when.low = instance->model->answer_time - instance->idle;
      }
      time = pick(instance, when);
      if ((when.low <= when.high) && !may_skip(instance, when, limit) &&
          ((result.transition == 0) || (time < result.time)) &&
          is_possible_after(instance, transition, time)) {
        result.transition = transition;
        result.time = time;
      }
    }
  }
  return result;
}

static void report(const tioga_instance *instance,
                   const tioga_transition *transition, tioga_message *output) {
  uint8_t i;
  output->label = transition->label;
  for (i = 0U; i < (uint8_t)TIOGA_MAX_ARGUMENTS; i++) {
    output->arguments[i] = instance->data.arguments[i];
  }
}

tioga_duration tioga_model_advance(tioga_instance *instance, tioga_duration max,
                                   bool *has_output, tioga_message *output) {
  tioga_duration passed = 0;
  bool waiting = true;
  uint32_t steps = 0U;
  *has_output = false;
  while (waiting) {
    tioga_duration limit = may_wait(instance);
    intention next = {0, 0};
    if (!instance->stuck) {
      next = intend(instance, limit);
      instance->stuck = (next.transition == 0) && (limit < (max - passed));
    }
    if ((next.transition == 0) || (next.time > (max - passed))) {
      let_pass(instance, max - passed);
      passed = max;
      waiting = false;
    } else {
      let_pass(instance, next.time);
      passed += next.time;
      (void)data_allow(instance, next.transition);
      if (next.transition->direction == TIOGA_OUTPUT) {
        report(instance, next.transition, output);
        *has_output = true;
        waiting = false;
      }
      (void)fire(instance, next.transition);
      steps++;
      instance->stuck = instance->stuck || (steps > MAX_INTERNAL_STEPS);
    }
  }
  return passed;
}
